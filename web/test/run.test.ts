import { expect, test } from 'vitest';
import type { Move, RunDocument } from '../src/run/document';
import { Run } from '../src/run/run';
import type { Signal } from '../src/run/decode';
import { signsOf } from '../src/scene/path';
import { piecesOf } from '../src/time/timeline';

function move(first: number, end: number, achievable: boolean, worst: number): Move {
  return {
    line: 1, column: 1, range: null, kind: 'ptp', target: '', asked_time_s: 1, achieved_time_s: 1, achievable, path_error_mm: 0, turn_error_deg: 0,
    reason: '', exceeded: [], cells: [], start_time_s: first * 0.01, end_time_s: end * 0.01, first_cycle: first, end_cycle: end,
    tool_in_flange: { p: [0, 0, 0], R: [1, 0, 0, 0, 1, 0, 0, 0, 1] },
    binding: { axis: 1, axis_name: 'a', limit: 'motor torque', limit_id: 'motor_torque', time_s: worst, ratio: 2, needed: 2, available: 1, unit: 'N m', cycles: 1 },
  };
}

function runOf(moves: Move[], cycles: number): Run {
  const document = { moves, period_s: 0.01, cycles, robot: { bodies: [] }, motors: [] } as unknown as RunDocument;
  const channel = (...values: number[]): Signal => ({ of: 'motor', asked: true, units: [], channels: [Float32Array.from(values)] });
  const signals = new Map([['ua_asked', channel(1, -3, 0)], ['ua_low', channel(-2, -2, -2)], ['ua_high', channel(4, 4, Infinity)]]);
  return new Run(document, signals);
}

test('each cycle belongs to one move, the last one until the robot has settled', () => {
  const run = runOf([move(0, 10, true, 0), move(10, 20, false, 0.15)], 30);
  expect([0, 9, 10, 19, 29].map((k) => run.moveAt(k))).toEqual([0, 0, 1, 1, 1]);
});

test('a move that is not achievable is looked at in its worst instant, another at its start', () => {
  const run = runOf([move(0, 10, true, 0.05), move(10, 20, false, 0.15)], 30);
  expect([0, 1].map((i) => run.cycleOfInterest(i))).toEqual([0, 15]);
});

test('load is needed over available, in the direction of the torque', () => {
  expect([...runOf([], 3).load]).toEqual([0.25, 1.5, 0]);
});

test('moves too short to be told apart share a segment of the time line, and none is left out', () => {
  const many = Array.from({ length: 1000 }, (_, i) => move(10 * i, 10 * i + 10, i !== 500, 5));
  const pieces = piecesOf(runOf(many, 10_000));
  expect(pieces.length).toBeLessThan(170);
  expect(pieces.flatMap(({ first, end }) => Array.from({ length: end - first }, (_, i) => first + i))).toEqual(many.map((_, i) => i));
  expect(pieces.flatMap((p) => p.bad)).toEqual([500]);
  expect(piecesOf(runOf(many.slice(0, 13), 130)).length).toBe(13);
});

test('moves that are worst in the same place share a sign', () => {
  const moves = [move(0, 1, false, 0), move(1, 2, false, 0.01), move(2, 3, false, 0.02)];
  const run = runOf(moves, 3);
  const channel = (...values: number[]): Float32Array => Float32Array.from(values);
  run.signals.set('tcp', { of: 'tool', asked: false, units: [], channels: [channel(0, 1, 0), channel(0, 0, 0), channel(0, 0, 0)] });
  expect(signsOf(run, 0.1)).toEqual([{ text: '✗ 1 +1', cycle: 0 }, { text: '✗ 2', cycle: 1 }]);
});

test('the worst instant of a thinned run stands in the cycle of the document that holds it', () => {
  const document = { moves: [move(0, 7, false, 0.66), move(7, 20, false, 1.23)], period_s: 0.1, cycles: 30, robot: { bodies: [] }, motors: [],
    thinned: { every: 10, cycles: 300, period_s: 0.01 } } as unknown as RunDocument;
  const run = new Run(document, new Map());
  expect([run.every, run.cycleOfInterest(0), run.cycleOfInterest(1)]).toEqual([10, 6, 12]);
});
