// The way of the tool centre: asked (thin, grey) and achieved (thick, coloured by the worst motor load).
import { CanvasTexture, Color, Group, SRGBColorSpace, Sprite, SpriteMaterial } from 'three';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js';
import type { Channel } from '../run/decode';
import type { Run } from '../run/run';

/** Blue at rest, amber near the limit, red beyond it. */
export function loadColor(load: number): Color {
  const easy = new Color(0x1f6feb);
  const near = new Color(0xe8a317);
  if (load > 1) return new Color(0xd1242f);
  return load < 0.5 ? easy : easy.lerp(near, (load - 0.5) / 0.5);
}

/** Pairs of cycles to draw a line between: steps of some size, each place once however often a loop passes it. */
export function strokes(points: Channel[], step: number, load: (cycle: number) => number): number[] {
  const [x, y, z] = points as [Channel, Channel, Channel];
  const cell = (k: number): string => `${Math.round(x[k]! / step)},${Math.round(y[k]! / step)},${Math.round(z[k]! / step)}`;
  const drawn = new Map<string, number>();
  const pairs: number[] = [];
  let last = 0;
  let worst = 0;
  for (let k = 1; k < x.length; ++k) {
    worst = Math.max(worst, load(k));
    const away = Math.hypot(x[k]! - x[last]!, y[k]! - y[last]!, z[k]! - z[last]!);
    if (away < step && k < x.length - 1) continue;
    const key = `${cell(last)} ${cell(k)}`;
    const shade = Math.ceil(4 * Math.min(worst, 1.1));
    if (away > 0 && shade > (drawn.get(key) ?? -1)) {
      drawn.set(key, shade);
      pairs.push(last, k);
    }
    last = k;
    worst = 0;
  }
  return pairs;
}

function line(points: Channel[], size: number, width: number, load: Float32Array | null): LineSegments2 {
  const grey = new Color(0x7d8590);
  const loadAt = (k: number): number => load?.[Math.min(k, load.length - 1)] ?? 0;
  const cycles = strokes(points, size / 500, loadAt);
  const geometry = new LineSegmentsGeometry();
  geometry.setPositions(cycles.flatMap((k) => points.map((c) => c[k]!)));
  geometry.setColors(cycles.flatMap((k) => (load ? loadColor(loadAt(k)) : grey).toArray()));
  const dashed = load === null;
  const material = new LineMaterial({ linewidth: width, vertexColors: true, dashed, dashSize: size / 150, gapSize: size / 220 });
  const made = new LineSegments2(geometry, material);
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
  if (asked.length === 3 && asked[0]!.length > 1) group.add(line(asked, size, 1.5, null));
  if (achieved.length === 3 && achieved[0]!.length > 1) group.add(line(achieved, size, 3.5, load));
  run.moves.forEach((move, i) => {
    if (move.achievable || achieved.length < 3) return;
    const sign = mark(`✗ ${i + 1}`, 0.075 * size);
    const k = run.cycleOfInterest(i);
    sign.position.set(achieved[0]![k]!, achieved[1]![k]!, achieved[2]![k]!);
    group.add(sign);
  });
  return group;
}
