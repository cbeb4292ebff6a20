import { expect, test } from 'vitest';
import type { RunDocument } from '../src/run/document';
import { LiveRing } from '../src/server/live';

const frame = { period_s: 0.01, cycles: 0, moves: [], motors: [], robot: { bodies: [] }, signals: {} } as unknown as RunDocument;

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
