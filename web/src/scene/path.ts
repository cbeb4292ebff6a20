// The way of the tool centre: asked (thin, grey, dashed) and achieved (thick, coloured by the worst motor load).
import {
  BufferGeometry, CanvasTexture, Color, Group, LineDashedMaterial, LineSegments, Mesh, MeshBasicMaterial, SRGBColorSpace,
  Sprite, SpriteMaterial, Vector3,
} from 'three';
import type { Channel } from '../run/decode';
import type { Run } from '../run/run';
import { rodGeometry, type Stroke } from './rods';

/** Blue up to half of the limit, over green to amber at the limit, red beyond it. */
export function loadColor(load: number): Color {
  const easy = new Color(0x1f6feb);
  const near = new Color(0xe8a317);
  if (load > 1) return new Color(0xd1242f);
  return load < 0.5 ? easy : easy.lerpHSL(near, (load - 0.5) / 0.5);
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

function pointAt(points: Channel[], k: number): Vector3 {
  return new Vector3(points[0]![k], points[1]![k], points[2]![k]);
}

function askedLine(points: Channel[], size: number): LineSegments {
  const corners = strokes(points, size / 500, () => 0).map((k) => pointAt(points, k));
  const material = new LineDashedMaterial({ color: 0x7d8590, dashSize: size / 120, gapSize: size / 160 });
  return new LineSegments(new BufferGeometry().setFromPoints(corners), material).computeLineDistances() as LineSegments;
}

function achievedLine(points: Channel[], size: number, load: Float32Array): Mesh {
  const loadAt = (k: number): number => load[Math.min(k, load.length - 1)] ?? 0;
  const ends = strokes(points, size / 500, loadAt);
  const list: Stroke[] = [];
  for (let i = 0; i < ends.length; i += 2) {
    const [a, b] = [ends[i]!, ends[i + 1]!];
    list.push({ from: pointAt(points, a), to: pointAt(points, b), colorFrom: loadColor(loadAt(a)), colorTo: loadColor(loadAt(b)) });
  }
  return new Mesh(rodGeometry(list, size / 330), new MeshBasicMaterial({ vertexColors: true }));
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
  if (asked.length === 3 && asked[0]!.length > 1) group.add(askedLine(asked, size));
  if (achieved.length === 3 && achieved[0]!.length > 1) group.add(achievedLine(achieved, size, load));
  run.moves.forEach((move, i) => {
    if (move.achievable || achieved.length < 3) return;
    const sign = mark(`✗ ${i + 1}`, 0.075 * size);
    const k = run.cycleOfInterest(i);
    sign.position.set(achieved[0]![k]!, achieved[1]![k]!, achieved[2]![k]!);
    group.add(sign);
  });
  return group;
}
