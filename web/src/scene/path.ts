// The way of the tool centre: asked (thin, grey, dashed) and achieved (thick, coloured by the worst motor load).
import {
  BufferGeometry, CanvasTexture, Color, Group, Line3, LineDashedMaterial, LineSegments, Mesh, MeshBasicMaterial, SRGBColorSpace,
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

/** Cells of a grid around the origin, as numbers: 2048 a direction on each side, and 15 of them from one cell to the next. */
const cellsPerSide = 4096;
const furthest = 15;

function cellNumber(x: number, y: number, z: number): number {
  return ((x & (cellsPerSide - 1)) * cellsPerSide + (y & (cellsPerSide - 1))) * cellsPerSide + (z & (cellsPerSide - 1));
}

function stepNumber(dx: number, dy: number, dz: number): number {
  const digit = (d: number): number => Math.min(furthest, Math.max(-furthest, d)) + furthest;
  return (digit(dx) * 31 + digit(dy)) * 31 + digit(dz);
}

/** Pairs of cycles to draw a line between: steps of some size, each place once however often a loop passes it. */
export function strokes(points: Channel[], step: number, load: (cycle: number) => number): number[] {
  const [x, y, z] = points as [Channel, Channel, Channel];
  const drawn = new Map<number, number>();
  const pairs: number[] = [];
  const cell = (k: number): number[] => [Math.round(x[k]! / step), Math.round(y[k]! / step), Math.round(z[k]! / step)];
  const key = ([ax, ay, az]: number[], [bx, by, bz]: number[]): number =>
    cellNumber(ax!, ay!, az!) * 31 ** 3 + stepNumber(bx! - ax!, by! - ay!, bz! - az!);
  let last = 0;
  let lastCell = cell(0);
  let worst = 0;
  for (let k = 1; k < x.length; ++k) {
    worst = Math.max(worst, load(k));
    const away = Math.hypot(x[k]! - x[last]!, y[k]! - y[last]!, z[k]! - z[last]!);
    if (away < step && k < x.length - 1) continue;
    const here = cell(k);
    const way = key(lastCell, here);
    const shade = Math.ceil(4 * Math.min(worst, 1.1));
    if (away > 0 && shade > (drawn.get(way) ?? -1)) {
      drawn.set(way, shade);
      pairs.push(last, k);
    }
    last = k;
    lastCell = here;
    worst = 0;
  }
  return pairs;
}

function pointAt(points: Channel[], k: number): Vector3 {
  return new Vector3(points[0]![k], points[1]![k], points[2]![k]);
}

/** Strokes that follow each other almost straight and are alike, as one: no corner is further than `off` from the line. */
export function joined(points: Channel[], pairs: readonly number[], off: number, alike: (a: number, b: number) => boolean): number[] {
  const out: number[] = [];
  for (let i = 0; i < pairs.length;) {
    const corners = [pointAt(points, pairs[i]!)];
    const start = pairs[i]!;
    let end = pairs[i + 1]!;
    for (i += 2; pairs[i] === end && alike(start, pairs[i + 1]!); i += 2) {
      corners.push(pointAt(points, end));
      const line = new Line3(corners[0], pointAt(points, pairs[i + 1]!));
      if (corners.some((c) => line.closestPointToPoint(c, true, new Vector3()).distanceTo(c) > off)) break;
      end = pairs[i + 1]!;
    }
    out.push(start, end);
  }
  return out;
}

function askedLine(points: Channel[], size: number): LineSegments {
  const pairs = joined(points, strokes(points, size / 500, () => 0), size / 4000, () => true);
  const material = new LineDashedMaterial({ color: 0x7d8590, dashSize: size / 120, gapSize: size / 160 });
  const geometry = new BufferGeometry().setFromPoints(pairs.map((k) => pointAt(points, k)));
  return new LineSegments(geometry, material).computeLineDistances() as LineSegments;
}

function achievedLine(points: Channel[], size: number, load: Float32Array): Mesh {
  const loadAt = (k: number): number => load[Math.min(k, load.length - 1)] ?? 0;
  const shade = (k: number): number => Math.min(11, Math.ceil(10 * Math.max(0.5, loadAt(k))));
  const ends = joined(points, strokes(points, size / 500, loadAt), size / 4000, (a, b) => shade(a) === shade(b));
  const list: Stroke[] = [];
  for (let i = 0; i < ends.length; i += 2) {
    const [a, b] = [ends[i]!, ends[i + 1]!];
    list.push({ from: pointAt(points, a), to: pointAt(points, b), colorFrom: loadColor(loadAt(a)), colorTo: loadColor(loadAt(b)) });
  }
  return new Mesh(rodGeometry(list, size / 330), new MeshBasicMaterial({ vertexColors: true }));
}

/** "✗ 3" that always faces the reader. */
function mark(text: string, height: number): Sprite {
  const canvas = document.createElement('canvas');
  const font = 'bold 34px system-ui, sans-serif';
  const measure = canvas.getContext('2d')!;
  measure.font = font;
  canvas.width = Math.ceil(measure.measureText(text).width) + 36;
  canvas.height = 64;
  const pen = canvas.getContext('2d')!;
  pen.fillStyle = '#d1242f';
  pen.beginPath();
  pen.roundRect(4, 6, canvas.width - 8, 52, 14);
  pen.fill();
  pen.fillStyle = '#fff';
  pen.font = font;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(text, canvas.width / 2, 33);
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  const sprite = new Sprite(new SpriteMaterial({ map, depthTest: false }));
  sprite.scale.set((height * canvas.width) / canvas.height, height, 1);
  sprite.center.set(0.5, -0.4);
  sprite.renderOrder = 5;
  return sprite;
}

/** The largest load near each cycle: one bad cycle of a thousand must still be seen. */
export function spread(load: Float32Array): Float32Array {
  const reach = Math.min(8, Math.max(1, Math.round(load.length / 250)));
  const out = new Float32Array(load.length);
  for (let k = 0; k < load.length; ++k)
    if (load[k]! > 0.5) for (let j = Math.max(0, k - reach); j <= Math.min(load.length - 1, k + reach); ++j) out[j] = Math.max(out[j]!, load[k]!);
  return out;
}

/** Worst instants of the moves that are not achievable; moves that are worst in one place share a sign with their first number. */
export function signsOf(run: Run, apart: number): { text: string; cycle: number }[] {
  const [x, y, z] = run.channels('tcp');
  const signs = new Map<string, { first: number; count: number; cycle: number }>();
  if (x && y && z)
    run.moves.forEach((move, i) => {
      if (move.achievable) return;
      const cycle = run.cycleOfInterest(i);
      const place = [x, y, z].map((c) => Math.round(c[cycle]! / apart)).join();
      const sign = signs.get(place);
      if (sign) ++sign.count;
      else signs.set(place, { first: i + 1, count: 1, cycle });
    });
  return [...signs.values()].map(({ first, count, cycle }) => ({ text: count > 1 ? `✗ ${first} +${count - 1}` : `✗ ${first}`, cycle }));
}

export function toolPaths(run: Run, size: number): Group {
  const group = new Group();
  const asked = run.channels('tcp_asked');
  const achieved = run.channels('tcp');
  const load = spread(run.load);
  if (asked.length === 3 && asked[0]!.length > 1) group.add(askedLine(asked, size));
  if (achieved.length === 3 && achieved[0]!.length > 1) group.add(achievedLine(achieved, size, load));
  for (const { text, cycle } of signsOf(run, 0.02 * size)) {
    const sign = mark(text, 0.0375 * size);
    sign.position.copy(pointAt(achieved, cycle));
    group.add(sign);
  }
  return group;
}
