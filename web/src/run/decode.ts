// Signals: base64 of little-endian numbers, channel by channel → typed arrays.
import type { EncodedSignal } from './document';

export type Channel = Float32Array | Float64Array;

export interface Signal {
  of: EncodedSignal['of'];
  asked: boolean;
  units: string[];
  channels: Channel[];
}

/** What new browsers have and TypeScript does not know yet. */
type Base64Reader = { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const { fromBase64 } = Uint8Array as Base64Reader;
  if (fromBase64) return fromBase64.call(Uint8Array, base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}

function littleEndianHost(): boolean {
  return new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
}

/** Throws if the data do not fill the shape. */
export function decodeSignal(name: string, encoded: EncodedSignal): Signal {
  const [channels = 0, cycles = 0] = encoded.shape;
  const size = encoded.encoding === 'float64-base64-le' ? 8 : 4;
  const bytes = bytesOf(encoded.data);
  if (!littleEndianHost()) throw new Error('this browser stores numbers big-endian first, which no signal does');
  if (bytes.length !== channels * cycles * size)
    throw new Error(`signal ${name}: found ${bytes.length} bytes, expected ${channels * cycles * size}`);
  const list: Channel[] = [];
  for (let c = 0; c < channels; ++c) {
    const start = c * cycles * size;
    list.push(size === 8 ? new Float64Array(bytes.buffer, start, cycles) : new Float32Array(bytes.buffer, start, cycles));
  }
  return { of: encoded.of, asked: encoded.asked, units: encoded.units, channels: list };
}
