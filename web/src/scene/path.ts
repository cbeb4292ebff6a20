// The way of the tool centre: asked (thin, grey) and achieved (thick, coloured by the worst motor load).
import { CanvasTexture, Color, Group, SRGBColorSpace, Sprite, SpriteMaterial } from 'three';
import { Line2 } from 'three/examples/jsm/lines/Line2.js';
import { LineGeometry } from 'three/examples/jsm/lines/LineGeometry.js';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import type { Channel } from '../run/decode';
import type { Run } from '../run/run';

const mostPoints = 6000;

/** Blue at rest, amber near the limit, red beyond it. */
export function loadColor(load: number): Color {
  const easy = new Color(0x1f6feb);
  const near = new Color(0xe8a317);
  if (load > 1) return new Color(0xd1242f);
  return load < 0.5 ? easy : easy.lerp(near, (load - 0.5) / 0.5);
}

function thinned(length: number): number[] {
  const step = Math.max(1, Math.ceil(length / mostPoints));
  const picked: number[] = [];
  for (let k = 0; k < length; k += step) picked.push(k);
  if (length > 0 && picked[picked.length - 1] !== length - 1) picked.push(length - 1);
  return picked;
}

function line(points: Channel[], width: number, color: (cycle: number) => Color, dashed: boolean): Line2 {
  const cycles = thinned(points[0]!.length);
  const geometry = new LineGeometry();
  geometry.setPositions(cycles.flatMap((k) => points.map((c) => c[k]!)));
  geometry.setColors(cycles.flatMap((k) => color(k).toArray()));
  const material = new LineMaterial({ linewidth: width, vertexColors: true, dashed, dashSize: 0.012, gapSize: 0.008 });
  const made = new Line2(geometry, material);
  if (dashed) made.computeLineDistances();
  return made;
}

/** "✗ 3" that always faces the reader. */
function mark(text: string, size: number): Sprite {
  const canvas = document.createElement('canvas');
  canvas.width = 128;
  canvas.height = 64;
  const pen = canvas.getContext('2d')!;
  pen.fillStyle = '#d1242f';
  pen.beginPath();
  pen.roundRect(4, 6, 120, 52, 14);
  pen.fill();
  pen.fillStyle = '#fff';
  pen.font = 'bold 34px system-ui, sans-serif';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(text, 64, 33);
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  const sprite = new Sprite(new SpriteMaterial({ map, depthTest: false }));
  sprite.scale.set(size, size / 2, 1);
  sprite.center.set(0.5, -0.4);
  sprite.renderOrder = 5;
  return sprite;
}

/** The largest load near each cycle: one bad cycle of a thousand must still be seen. */
export function spread(load: Float32Array): Float32Array {
  const reach = Math.max(1, Math.round(load.length / 250));
  const out = new Float32Array(load.length);
  for (let k = 0; k < load.length; ++k)
    if (load[k]! > 0.5) for (let j = Math.max(0, k - reach); j <= Math.min(load.length - 1, k + reach); ++j) out[j] = Math.max(out[j]!, load[k]!);
  return out;
}

export function toolPaths(run: Run, size: number): Group {
  const group = new Group();
  const asked = run.channels('tcp_asked');
  const achieved = run.channels('tcp');
  const load = spread(run.load);
  const grey = new Color(0x7d8590);
  if (asked.length === 3 && asked[0]!.length > 1) group.add(line(asked, 1.5, () => grey, true));
  if (achieved.length === 3 && achieved[0]!.length > 1)
    group.add(line(achieved, 3.5, (k) => loadColor(load[Math.min(k, load.length - 1)] ?? 0), false));
  run.moves.forEach((move, i) => {
    if (move.achievable || achieved.length < 3) return;
    const sign = mark(`✗ ${i + 1}`, 0.075 * size);
    const k = run.cycleOfInterest(i);
    sign.position.set(achieved[0]![k]!, achieved[1]![k]!, achieved[2]![k]!);
    group.add(sign);
  });
  return group;
}
