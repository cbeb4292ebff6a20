// Signals and meshes: base64 of little-endian numbers → typed arrays.
import type { EncodedMesh, EncodedSignal } from './document';

export type Channel = Float32Array | Float64Array;

export interface Signal {
  of: EncodedSignal['of'];
  asked: boolean;
  units: string[];
  channels: Channel[];
}

/** What new browsers have and TypeScript does not know yet. */
type Base64Reader = { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };

function fromBase64(base64: string): Uint8Array<ArrayBuffer> {
  const { fromBase64: read } = Uint8Array as Base64Reader;
  if (read) return read.call(Uint8Array, base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** Throws unless there are as many bytes as expected. */
function bytesOf(base64: string, name: string, expected: number): Uint8Array<ArrayBuffer> {
  if (!littleEndianHost()) throw new Error('this browser stores numbers big-endian first, which no document does');
  const bytes = fromBase64(base64);
  if (bytes.length !== expected) throw new Error(`${name}: found ${bytes.length} bytes, expected ${expected}`);
  return bytes;
}

function littleEndianHost(): boolean {
  return new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
}

/** Throws if the data do not fill the shape. */
export function decodeSignal(name: string, encoded: EncodedSignal): Signal {
  const [channels = 0, cycles = 0] = encoded.shape;
  const size = encoded.encoding === 'float64-base64-le' ? 8 : 4;
  const bytes = bytesOf(encoded.data, `signal ${name}`, channels * cycles * size);
  const list: Channel[] = [];
  for (let c = 0; c < channels; ++c) {
    const start = c * cycles * size;
    list.push(size === 8 ? new Float64Array(bytes.buffer, start, cycles) : new Float32Array(bytes.buffer, start, cycles));
  }
  return { of: encoded.of, asked: encoded.asked, units: encoded.units, channels: list };
}

export interface Triangles {
  /** x y z of each vertex. */
  positions: Float32Array<ArrayBuffer>;
  /** Three vertices a triangle. */
  indices: Uint32Array<ArrayBuffer>;
}

/** Throws if the data do not fit the counts, or a triangle names a vertex that is not there. */
export function decodeMesh(encoded: EncodedMesh): Triangles {
  const positions = new Float32Array(bytesOf(encoded.positions, 'positions of a mesh', 12 * encoded.vertices).buffer);
  const indices = new Uint32Array(bytesOf(encoded.indices, 'indices of a mesh', 12 * encoded.triangles).buffer);
  if (indices.some((i) => i >= encoded.vertices)) throw new Error('a triangle of a mesh names a vertex that is not there');
  return { positions, indices };
}
