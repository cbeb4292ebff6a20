import { describe, expect, test } from 'vitest';
import { decodeMesh, type Triangles } from '../src/run/decode';
import type { EncodedMesh } from '../src/run/document';
import { creased } from '../src/scene/creases';

const base64 = (data: ArrayBuffer): string => Buffer.from(data).toString('base64');

function encoded(positions: number[], indices: number[]): EncodedMesh {
  return {
    vertices: positions.length / 3, triangles: indices.length / 3,
    positions: base64(new Float32Array(positions).buffer), indices: base64(new Uint32Array(indices).buffer),
  };
}

const corners = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1];
const faces = [0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7];
const cube = (): Triangles => decodeMesh(encoded(corners, faces));

describe('a mesh', () => {
  test('comes back bit by bit', () => {
    expect([...cube().positions]).toEqual(corners);
    expect([...cube().indices]).toEqual(faces);
  });

  test('whose data do not fit is refused', () => {
    expect(() => decodeMesh({ ...encoded(corners, faces), vertices: 9 })).toThrow('positions of a mesh: found 96 bytes, expected 108');
    expect(() => decodeMesh(encoded(corners, [0, 1, 8]))).toThrow('names a vertex that is not there');
  });
});

describe('normals', () => {
  test('of a cube are those of its faces: each corner has three', () => {
    const { positions, normals, indices } = creased(cube());
    expect(positions.length / 3).toBe(24);
    indices.forEach((copy, corner) => {
      const vertex = faces[corner]!;
      expect([...positions.slice(3 * copy, 3 * copy + 3)]).toEqual(corners.slice(3 * vertex, 3 * vertex + 3));
      const normal = [...normals.slice(3 * copy, 3 * copy + 3)].map(Math.abs).sort();
      expect(normal).toEqual([0, 0, 1]);
    });
  });

  test('of a drum run smoothly around it, with an edge to its lids', () => {
    const sides = 24;
    const positions: number[] = [];
    const indices: number[] = [];
    for (let k = 0; k < sides; ++k) for (const z of [0, 1]) positions.push(Math.cos((2 * Math.PI * k) / sides), Math.sin((2 * Math.PI * k) / sides), z);
    for (let k = 0; k < sides; ++k) {
      const n = (k + 1) % sides;
      indices.push(2 * k, 2 * n, 2 * n + 1, 2 * k, 2 * n + 1, 2 * k + 1);
      if (k > 0 && k < sides - 1) indices.push(0, 2 * n, 2 * k, 1, 2 * k + 1, 2 * n + 1);
    }
    const surface = creased(decodeMesh(encoded(positions, indices)));
    expect(surface.positions.length / 3).toBe(4 * sides);
    for (let i = 0; i < surface.positions.length; i += 3) {
      const [x = 0, y = 0] = surface.positions.slice(i, i + 2);
      const [nx = 0, ny = 0, nz = 0] = surface.normals.slice(i, i + 3);
      if (Math.abs(nz) > 0.5) expect(Math.abs(nz)).toBeCloseTo(1, 6);
      else expect(nx * x + ny * y).toBeGreaterThan(0.99);
    }
  });

  test('of triangles without area are no numbers that spread', () => {
    const { normals } = creased(decodeMesh(encoded([0, 0, 0, 1, 0, 0, 2, 0, 0], [0, 1, 2])));
    expect([...normals].every(Number.isFinite)).toBe(true);
  });
});
