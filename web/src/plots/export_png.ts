// The charts as they are drawn, below each other, with their names.
import type { ShownChannel } from './chart';
import type { Role } from './groups';
import { curveColor, dashes, layerPattern, pageColor } from './style';
import { wordOf } from './words';

const row = 22; // CSS pixels
const margin = 12;

/** A word of the key, with a sign in front of it or without. */
interface Entry {
  words: string;
  color: string;
  weight: number;
  sign?: (pen: CanvasRenderingContext2D, x: number, y: number) => void;
}

const signWidth = 26;

function lineEntry(role: Role, words: string): Entry {
  const color = pageColor(role === 'limit' ? '--bad' : '--ink-soft');
  const sign = (pen: CanvasRenderingContext2D, x: number, y: number): void => {
    pen.strokeStyle = color;
    pen.lineWidth = 2;
    pen.setLineDash(dashes[role]);
    pen.beginPath();
    pen.moveTo(x, y - 4);
    pen.lineTo(x + signWidth - 6, y - 4);
    pen.stroke();
  };
  return { words, color: pageColor('--ink-soft'), weight: 400, sign };
}

function layerEntry(words: string, index: number): Entry {
  const sign = (pen: CanvasRenderingContext2D, x: number, y: number): void => {
    pen.fillStyle = layerPattern(pen, index);
    pen.fillRect(x, y - 10, signWidth - 6, 12);
  };
  return { words, color: pageColor('--ink-soft'), weight: 400, sign };
}

/** "Motor torque [N m]", the channels in their colours, and what lines and layers are. */
function keyOf(title: string, shown: ShownChannel[]): Entry[] {
  const units = [...new Set(shown.map((s) => s.channel.unit))].join(', ');
  const traces = shown.flatMap((s) => s.channel.traces);
  const roles = new Set(traces.map((t) => t.role));
  if (shown.length > 1) roles.delete('limit');
  const channels = shown.map(({ channel, index }): Entry => ({ words: channel.name, color: channel.layers ? pageColor('--ink') : curveColor(index), weight: 400 }));
  const layers = shown[0]?.channel.layers?.map((layer, i) => layerEntry(layer.name, i)) ?? [];
  const stacked = layers.length > 0; // below its sum, a solid line
  const lines = [...roles].reverse().map((role) =>
    stacked && role === 'asked' ? lineEntry('achieved', 'asked torque') : lineEntry(role, wordOf(role, traces)));
  return [{ words: `${title} [${units}]`, color: pageColor('--ink'), weight: 600 }, ...channels, ...layers, ...lines];
}

/** Writes the entries in as many rows as they need. @returns height of all rows */
function writeKey(pen: CanvasRenderingContext2D, entries: Entry[], width: number): number {
  let x = margin;
  let y = row - 4;
  for (const { words, color, weight, sign } of entries) {
    pen.font = `${weight} 13px system-ui, sans-serif`;
    const length = (sign ? signWidth : 0) + pen.measureText(words).width;
    if (x > margin && x + length > width - margin) {
      x = margin;
      y += row;
    }
    sign?.(pen, x, y);
    pen.fillStyle = color;
    pen.fillText(words, x + (sign ? signWidth : 0), y);
    x += length + 14;
  }
  return y + 8;
}

export function chartsAsPicture(title: string, charts: HTMLCanvasElement[], shown: ShownChannel[][]): HTMLCanvasElement {
  const sheet = document.createElement('canvas');
  const pen = sheet.getContext('2d')!;
  const keys = shown.map((channels) => keyOf(title, channels));
  const width = Math.max(...charts.map((c) => c.width), 1);
  const heads = keys.map((key) => writeKey(pen, key, width / devicePixelRatio) * devicePixelRatio);
  sheet.width = width;
  sheet.height = charts.reduce((sum, c, i) => sum + heads[i]! + c.height, 0) || 1;
  pen.fillStyle = pageColor('--card');
  pen.fillRect(0, 0, sheet.width, sheet.height);
  let y = 0;
  charts.forEach((chart, i) => {
    pen.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, y);
    writeKey(pen, keys[i]!, width / devicePixelRatio);
    pen.resetTransform();
    pen.drawImage(chart, 0, y + heads[i]!);
    y += heads[i]! + chart.height;
  });
  return sheet;
}
