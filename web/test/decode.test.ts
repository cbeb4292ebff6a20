import { expect, test } from 'vitest';
import { decodeSignal } from '../src/run/decode';
import type { EncodedSignal } from '../src/run/document';

function encoded(data: ArrayBuffer, shape: number[], encoding: EncodedSignal['encoding']): EncodedSignal {
  return { of: 'joint', asked: false, units: [], shape, encoding, data: Buffer.from(data).toString('base64') };
}

test('channels come back bit by bit, infinities too', () => {
  const numbers = [1.5, -2.25, Infinity, 1 / 3, 0, -Infinity];
  const bytes = new DataView(new ArrayBuffer(48));
  numbers.forEach((n, i) => bytes.setFloat64(8 * i, n, true));
  const signal = decodeSignal('x', encoded(bytes.buffer, [2, 3], 'float64-base64-le'));
  expect(signal.channels.map((c) => [...c])).toEqual([numbers.slice(0, 3), numbers.slice(3)]);
});

test('float32 channels need not start at a multiple of eight', () => {
  const signal = decodeSignal('x', encoded(new Float32Array([1, 2, 3, 4, 5, 6]).buffer, [2, 3], 'float32-base64-le'));
  expect([...signal.channels[1]!]).toEqual([4, 5, 6]);
});

test('data that do not fill their shape are refused by name', () => {
  expect(() => decodeSignal('ua', encoded(new Float32Array(5).buffer, [2, 3], 'float32-base64-le'))).toThrow('signal ua: found 20 bytes, expected 24');
});
