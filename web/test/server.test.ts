import { expect, test } from 'vitest';
import { groupsOf } from '../src/plots/groups';
import type { RunDocument } from '../src/run/document';
import { LiveRing } from '../src/server/live';

const body = (kind: string, effort: number | null): object => ({
  joint: `${kind}1`, kind, limits: { lower: null, upper: null, speed: null, acceleration: null, effort },
});
const frame = {
  kind: 'live', period_s: 0.01, cycles: 0, moves: [], motors: [], signals: {},
  robot: { bodies: [body('revolute', 80), body('prismatic', null)] },
} as unknown as RunDocument;
const withMotors = { ...frame, motors: [{ name: 'm1', torque_peak_N_m: 5 }, { name: 'm2', torque_peak_N_m: null }] } as unknown as RunDocument;

test('the ring keeps a minute and shows it as a run', () => {
  const ring = new LiveRing(frame);
  for (let k = 0; k <= 7000; ++k) ring.add({ type: 'live', t_s: k * 0.01, q: [k, -k], ua: [1, 2] });
  const run = ring.run();
  expect(run.cycles).toBe(6001);
  expect(run.period).toBeCloseTo(0.01, 9);
  expect(run.posture(run.cycles - 1)).toEqual([7000, -7000]);
  expect(ring.rate).toBe(100);
});

test('a source that starts again starts a new ring', () => {
  const ring = new LiveRing(frame);
  ring.add({ type: 'live', t_s: 100, q: [1] });
  ring.add({ type: 'live', t_s: 0, q: [2] });
  expect(ring.run().cycles).toBe(1);
});

test('times stay true behind a gap, and the gap has no values', () => {
  const ring = new LiveRing(frame);
  for (const start of [0, 10]) for (let k = 0; k <= 100; ++k) ring.add({ type: 'live', t_s: start + k * 0.01, q: [start + k, 0] });
  const run = ring.run();
  const at = (t: number): number => run.channels('q')[0]![Math.round(t / run.period)]!;
  expect(run.duration).toBeCloseTo(11, 6);
  for (const [t, value] of [[0, 0], [1, 100], [10, 10], [11, 110]] as const) expect(at(t)).toBeCloseTo(value, 6);
  expect(at(5)).toBeNaN();
});

test('samples that come unevenly lie on the line between them, not on steps', () => {
  const ring = new LiveRing(frame);
  for (let k = 0; k <= 100; ++k) if (k % 3 !== 1) ring.add({ type: 'live', t_s: k * 0.01, q: [k, 0] });
  const run = ring.run();
  run.channels('q')[0]!.slice(1).forEach((value, k, all) => expect(value).toBeCloseTo(99 - 100 * run.period * (all.length - 1 - k), 6));
});

test('the memory of a clock that runs in jumps is bounded', () => {
  const ring = new LiveRing(frame);
  for (let k = 0; k < 200; ++k) ring.add({ type: 'live', t_s: k < 100 ? 0 : 50 + 1e-7 * k, q: [k, 0] });
  const run = ring.run();
  expect(run.cycles).toBeLessThan(10_010);
  expect(run.posture(run.cycles - 1)).toEqual([199, 0]);
});

/** Names and values of the traces of each channel at the end of a run. */
function shown(document: RunDocument, group: string): [string, string, Record<string, number | null>][] {
  const ring = new LiveRing(document);
  ring.add({ type: 'live', t_s: 0, q: [0, 0], ua: [1, 2], ua_model: [1.5, 1], ua_difference: [-0.5, 1] });
  const channels = groupsOf(ring.run()).find((g) => g.id === group)?.channels() ?? [];
  return channels.map((c) => [c.name, c.unit, Object.fromEntries(c.traces.map((t) => [t.name, t.values[0] ?? null]))]);
}

test('live torques of joints and of motors stand beside the model and the limits', () => {
  expect(shown(frame, 'joint-torque')).toEqual([
    ['revolute1', 'N m', { 'lower limit': -80, 'upper limit': 80, model: 1.5, measured: 1 }],
    ['prismatic1', 'N', { model: 1, measured: 2 }],
  ]);
  expect(shown(frame, 'torque')).toEqual([]);
  expect(shown(withMotors, 'torque')).toEqual([
    ['m1', 'N m', { 'lower limit': -5, 'upper limit': 5, model: 1.5, measured: 1 }],
    ['m2', 'N m', { model: 1, measured: 2 }],
  ]);
});

test('the difference to the model has a group of its own, and its largest value a name', () => {
  expect(shown(frame, 'difference')).toEqual([['revolute1', 'N m', { 'measured − model': -0.5 }], ['prismatic1', 'N', { 'measured − model': 1 }]]);
  const ring = new LiveRing(withMotors);
  expect(ring.largestDifference).toBeNull();
  ring.add({ type: 'live', t_s: 0, q: [0, 0], ua_difference: [-3, 1] });
  expect(ring.largestDifference).toEqual({ name: 'm1', unit: 'N m', value: -3 });
});

test('torques of the model are shown when the source sends none', () => {
  const ring = new LiveRing(frame);
  ring.add({ type: 'live', t_s: 0, q: [0, 0], ua_model: [1, 2] });
  expect(groupsOf(ring.run()).map((g) => g.id)).toEqual(['position', 'joint-torque']);
  expect(ring.largestDifference).toBeNull();
});
