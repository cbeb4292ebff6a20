// Colours and patterns of curves. Colours can be told apart with colour-blind eyes (Okabe and Ito); patterns without any.
import type { Role } from './groups';

const light = ['#0072b2', '#d55e00', '#009e73', '#a6407f', '#8a6d00', '#4b5b9e', '#7a4b2a', '#5f6b76'];
const dark = ['#5ab4f0', '#ff9040', '#34d0a0', '#ea8fc4', '#e6c229', '#9aa8f0', '#d09a70', '#aab4be'];

/** Strokes and gaps of curves, so that their kinds differ without colour. */
export const dashes: Record<Role, number[]> = { achieved: [], asked: [7, 5], limit: [2, 4], other1: [12, 4], other2: [12, 3, 2, 3], other3: [5, 2, 2, 2, 2, 2] };

export function isDark(): boolean {
  return document.documentElement.dataset['theme'] === 'dark';
}

export function curveColor(index: number, onDark = isDark()): string {
  const palette = onDark ? dark : light;
  return palette[index % palette.length]!;
}

/** A custom property of the page's style. */
export function pageColor(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Stripes, dots or plain, so that layers differ without colour. */
export function layerPattern(pen: CanvasRenderingContext2D, index: number): CanvasPattern | string {
  const color = curveColor(index);
  const tile = document.createElement('canvas');
  const size = 8 * devicePixelRatio;
  tile.width = tile.height = size;
  const brush = tile.getContext('2d')!;
  brush.globalAlpha = 0.45;
  brush.fillStyle = color;
  brush.fillRect(0, 0, size, size);
  brush.globalAlpha = 0.9;
  brush.strokeStyle = brush.fillStyle;
  brush.lineWidth = devicePixelRatio;
  drawSign(brush, index % signs.length, size);
  return pen.createPattern(tile, 'repeat') ?? color;
}

/** Strokes of a tile of size 1, four numbers each: from, to. */
const signs: number[][] = [
  [], [0, 0.5, 1, 0.5], [-0.1, 1.1, 1.1, -0.1], [0.5, 0, 0.5, 1], [-0.1, -0.1, 1.1, 1.1], [0, 0.5, 1, 0.5, 0.5, 0, 0.5, 1],
];

function drawSign(brush: CanvasRenderingContext2D, kind: number, size: number): void {
  const points = signs[kind]!;
  brush.beginPath();
  for (let i = 0; i < points.length; i += 4) {
    brush.moveTo(points[i]! * size, points[i + 1]! * size);
    brush.lineTo(points[i + 2]! * size, points[i + 3]! * size);
  }
  brush.stroke();
}

/** The same for a picture on white. */
export function svgPattern(id: string, index: number): string {
  const color = curveColor(index, false);
  const points = signs[index % signs.length]!.map((x) => 8 * x);
  const strokes: string[] = [];
  for (let i = 0; i < points.length; i += 4) strokes.push(`M${points[i]} ${points[i + 1]}L${points[i + 2]} ${points[i + 3]}`);
  return `<pattern id="${id}" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" fill="${color}" fill-opacity="0.45"/><path d="${strokes.join('')}" stroke="${color}"/></pattern>`;
}
