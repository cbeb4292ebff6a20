import { expect, test } from 'vitest';
import { fixed, percent } from '../src/app/dom';

test('numbers are rounded as C++ prints them', () => {
  expect([0.125, 0.375, 4.125, -0.125, 2.5, 3.5].map((x) => fixed(x, 2))).toEqual(['0.12', '0.38', '4.12', '-0.12', '2.50', '3.50']);
  expect([0.5, 1.5, 2.5, -2.5].map((x) => fixed(x, 0))).toEqual(['0', '2', '2', '-2']);
  expect([1.005, 0.285, 1e20].map((x) => fixed(x, 2))).toEqual(['1.00', '0.28', '100000000000000000000.00']);
});

test('what is not available is infinitely far from it', () => {
  expect([percent(null), percent(Infinity), percent(1.005), percent(1.00014), percent(1)]).toEqual(['∞', '∞', '100.5', '100.01', '100']);
});
