import { expect, test } from 'vitest';
import { channelsAsCsv } from '../src/plots/export_csv';
import { thinnedPoints } from '../src/plots/export_svg';
import { stacked } from '../src/plots/stack';
import { roundTicks } from '../src/plots/ticks';
import { spread, strokes } from '../src/scene/path';

test('a stack keeps positive and negative layers apart, and its edges sum to the total', () => {
  const layers = [{ name: 'a', values: Float32Array.of(1, -2) }, { name: 'b', values: Float32Array.of(-3, -1) }, { name: 'c', values: Float32Array.of(2, 4) }];
  const { above, below } = stacked(layers);
  expect([...above[3]!]).toEqual([3, 4]);
  expect([...below[3]!]).toEqual([-3, -3]);
});

test('thinning keeps the smallest and the largest value of a pixel', () => {
  const values = Array.from({ length: 1000 }, (_, k) => (k === 500 ? 99 : k === 501 ? -99 : 0));
  const points = thinnedPoints(values, 0, 999, (k) => k / 100, (v) => v);
  expect(points).toContain('99.0');
  expect(points).toContain('-99.0');
  expect(points.split(' ').length).toBeLessThan(25);
});

test('ticks are round numbers inside the range', () => {
  expect(roundTicks(0, 13, 6)).toEqual([0, 5, 10]);
  expect(roundTicks(-0.31, 0.29, 5)).toEqual([-0.2, 0, 0.2]);
});

test('CSV names unit and quantity in every head and leaves a gap where there is no value', () => {
  const channel = { name: 'axis1', unit: 'deg', traces: [{ name: 'asked', role: 'asked' as const, values: [1, null, 3] }] };
  expect(channelsAsCsv([{ channel, index: 0 }], 0.1, 0, 2)).toBe('t [s],axis1 asked [deg]\n0,1\n0.1,\n0.2,3\n');
});

test('one bad cycle in a thousand colours its neighbours', () => {
  const load = new Float32Array(1000);
  load[500] = 2;
  expect([...spread(load).slice(496, 505)].filter((v) => v === 2).length).toBe(9);
});

test('a loop that is passed a hundred times is drawn once, and again only where it is worse', () => {
  const angle = Float64Array.from({ length: 10_000 }, (_, k) => (k * 2 * Math.PI) / 100);
  const circle = [angle.map(Math.cos), angle.map(Math.sin), new Float64Array(10_000)];
  const once = strokes(circle, 0.01, () => 0).length / 2;
  expect(once).toBeGreaterThan(95);
  expect(once).toBeLessThan(105);
  expect(strokes(circle, 0.01, (k) => (k === 5050 ? 2 : 0)).length / 2).toBe(once + 1);
});
