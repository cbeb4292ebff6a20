// Normals of a mesh: smooth where its faces nearly agree, with an edge where they do not.
import type { Triangles } from '../run/decode';

/** Faces that turn by less are one surface: 40°. */
const smooth = Math.cos((40 * Math.PI) / 180);

export interface Surface {
  positions: Float32Array;
  normals: Float32Array;
  indices: Uint32Array;
}

/** Normals of the triangles, as long as twice their area. */
function faceNormals({ positions: p, indices }: Triangles): Float32Array {
  const normals = new Float32Array(indices.length);
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [3 * indices[t]!, 3 * indices[t + 1]!, 3 * indices[t + 2]!];
    const [ux, uy, uz] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!];
    const [vx, vy, vz] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!];
    normals[t] = uy * vz - uz * vy;
    normals[t + 1] = uz * vx - ux * vz;
    normals[t + 2] = ux * vy - uy * vx;
  }
  return normals;
}

/**
 * Gives a vertex a copy for each smooth surface that meets there. A copy belongs to the first face that made it; each
 * face joins the first copy whose normal is near enough to its own, and adds to it by its area.
 */
export function creased(mesh: Triangles): Surface {
  const faces = faceNormals(mesh);
  const vertices = mesh.positions.length / 3;
  const first = new Int32Array(vertices).fill(-1); // copies of a vertex are a chain
  const next: number[] = [];
  const owner: number[] = []; // vertex of a copy
  const sums: number[] = []; // normal of a copy
  const indices = new Uint32Array(mesh.indices.length);
  for (let corner = 0; corner < indices.length; ++corner) {
    const face = corner - (corner % 3);
    const [x, y, z] = [faces[face]!, faces[face + 1]!, faces[face + 2]!];
    const vertex = mesh.indices[corner]!;
    let copy = first[vertex]!;
    while (copy >= 0) {
      const [sx, sy, sz] = [sums[3 * copy]!, sums[3 * copy + 1]!, sums[3 * copy + 2]!];
      if (x * sx + y * sy + z * sz >= smooth * Math.hypot(x, y, z) * Math.hypot(sx, sy, sz)) break;
      copy = next[copy]!;
    }
    if (copy < 0) {
      copy = owner.push(vertex) - 1;
      next.push(first[vertex]!);
      sums.push(0, 0, 0);
      first[vertex] = copy;
    }
    sums[3 * copy]! += x;
    sums[3 * copy + 1]! += y;
    sums[3 * copy + 2]! += z;
    indices[corner] = copy;
  }
  const positions = new Float32Array(3 * owner.length);
  const normals = new Float32Array(3 * owner.length);
  owner.forEach((vertex, copy) => {
    const length = Math.hypot(sums[3 * copy]!, sums[3 * copy + 1]!, sums[3 * copy + 2]!) || 1;
    for (let k = 0; k < 3; ++k) {
      positions[3 * copy + k] = mesh.positions[3 * vertex + k]!;
      normals[3 * copy + k] = sums[3 * copy + k]! / length;
    }
  });
  return { positions, normals, indices };
}
