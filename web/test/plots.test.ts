import { expect, test } from 'vitest';
import { channelsAsCsv } from '../src/plots/export_csv';
import { channelOnPaper, chartsAsSvg, curve, legendOnPaper } from '../src/plots/export_svg';
import { stacked } from '../src/plots/stack';
import { bucketsOf, thinned, thinnedCycles } from '../src/plots/thin';
import { roundTicks } from '../src/plots/ticks';
import { joined, spread, strokes } from '../src/scene/path';

test('a stack keeps positive and negative layers apart, and its edges sum to the total', () => {
  const layers = [{ name: 'a', values: Float32Array.of(1, -2) }, { name: 'b', values: Float32Array.of(-3, -1) }, { name: 'c', values: Float32Array.of(2, 4) }];
  const { above, below } = stacked(layers);
  expect([...above[3]!]).toEqual([3, 4]);
  expect([...below[3]!]).toEqual([-3, -3]);
});

test('thinning keeps the smallest and the largest value of each bucket, in their order', () => {
  const values = Float64Array.from({ length: 1000 }, (_, k) => (k === 500 ? 99 : k === 501 ? -99 : 0));
  const buckets = bucketsOf(0, 999, 1000, 20);
  const points = thinned(values, buckets);
  expect(points.length).toBe(20);
  expect(points.slice(10, 12)).toEqual([99, -99]);
  expect(thinnedCycles(buckets).length).toBe(20);
});

test('a short signal is drawn with every value, and what is not finite is a gap', () => {
  const buckets = bucketsOf(0, 3, 4, 100);
  expect(thinned(Float64Array.of(1, NaN, Infinity, 4), buckets)).toEqual([1, null, null, 4]);
  expect(thinnedCycles(buckets)).toEqual([0, 1, 2, 3]);
});

test('a bucket without a finite value is a gap, one with an infinite neighbour keeps its value', () => {
  const values = Float64Array.from({ length: 40 }, (_, k) => (k < 10 ? NaN : k === 10 ? Infinity : k === 15 ? 7 : k < 20 ? -Infinity : k));
  expect(thinned(values, bucketsOf(0, 39, 40, 8))).toEqual([null, null, 7, 7, 20, 29, 30, 39]);
});

test('a shifted window keeps its buckets', () => {
  const values = Float64Array.from({ length: 1000 }, (_, k) => Math.sin(k));
  const at = bucketsOf(100, 500, 1000, 50);
  const later = bucketsOf(100 + at.size, 500 + at.size, 1000, 50);
  expect(thinned(values, at).slice(2, 20)).toEqual(thinned(values, later).slice(0, 18));
});

const axes = (last: number) => ({ first: 0, last, x: (k: number) => k / 100, y: (v: number) => v });

test('a curve of an exported chart has two corners a pixel at most, and gaps where there is no value', () => {
  const corners = curve(new Float64Array(10_000).map((_, k) => k % 7), axes(9999));
  expect(corners.split('L').length).toBeLessThanOrEqual(202);
  expect(curve(Float64Array.of(1, 2, NaN, 4, 5), { ...axes(4), x: (k) => 100 * k }).replace(/[^ML]/g, '')).toBe('MLML');
});

test('an exported split has its layers, each unit has a panel of its own, and everything has a name', () => {
  const values = (...list: number[]): Float64Array => Float64Array.from(list);
  const split = {
    name: 'motor1', unit: 'N m', traces: [{ name: 'asked', role: 'asked' as const, values: values(1, 2, 3) }],
    layers: [{ name: 'gravity', values: Float32Array.of(1, 1, 1) }, { name: 'friction', values: Float32Array.of(0, 1, 2) }],
  };
  const slide = { name: 'lift', unit: 'mm', traces: [{ name: 'achieved', role: 'achieved' as const, values: values(7, 8, 9) }] };
  const svg = chartsAsSvg('All', [[{ channel: split, index: 0 }, { channel: slide, index: 1 }]], { from: 0, to: 0.2 }, 0.1);
  expect(svg.match(/fill="url\(#layer\d\)" d="M/g)?.length).toBe(2);
  for (const words of ['All [N m]', 'All [mm]', '>motor1<', '>lift<', '>gravity<', '>friction<', '>asked<']) expect(svg).toContain(words);
});

test('ticks are round numbers inside the range', () => {
  expect(roundTicks(0, 13, 6)).toEqual([0, 5, 10]);
  expect(roundTicks(-0.31, 0.29, 5)).toEqual([-0.2, 0, 0.2]);
});

test('CSV names unit and quantity in every head and leaves a gap where there is no value', () => {
  const channel = { name: 'axis1', unit: 'deg', traces: [{ name: 'asked', role: 'asked' as const, values: Float64Array.of(1, NaN, 3) }] };
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

test('strokes along a line become one, a bend stays a corner, and what differs in load stays apart', () => {
  const x = Float64Array.of(0, 1, 2, 3, 3, 3);
  const y = Float64Array.of(0, 0.001, 0, 0, 1, 2);
  const points = [x, y, new Float64Array(6)];
  const pairs = [0, 1, 1, 2, 2, 3, 3, 4, 4, 5];
  expect(joined(points, pairs, 0.01, () => true)).toEqual([0, 3, 3, 5]);
  expect(joined(points, pairs, 0.0001, () => true)).toEqual([0, 1, 1, 2, 2, 3, 3, 5]);
  expect(joined(points, pairs, 0.01, (_, b) => b < 2 || b > 3)).toEqual([0, 1, 1, 2, 2, 3, 3, 5]);
});

test('on paper a channel stands alone, in black, with its limits; one legend says what lines and layers are', () => {
  const channel = {
    name: 'motor1', unit: 'N m', layers: [{ name: 'gravity', values: Float32Array.of(1, 1, 1) }],
    traces: [{ name: 'asked', role: 'asked' as const, values: Float64Array.of(1, 2, 3) }, { name: 'limit', role: 'limit' as const, values: Float64Array.of(9, 9, 9) }],
  };
  const svg = channelOnPaper({ channel, index: 3 }, { from: 0, to: 0.2 }, 0.1);
  expect(svg).toContain('motor1 [N m]');
  expect(svg.match(/<path fill="none" stroke="#1f2328"/g)?.length).toBe(1);
  expect(svg.match(/stroke-dasharray="2 4"/g)?.length).toBe(1);
  const legend = legendOnPaper([{ channel, index: 3 }]);
  for (const words of ['>asked<', '>limit<', '>gravity<']) expect(legend).toContain(words);
});
