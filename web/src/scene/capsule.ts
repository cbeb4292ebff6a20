// A solid of revolution between two balls of different size, tangent to both: the shape of a link.
import { BufferGeometry, LatheGeometry, Mesh, Quaternion, Vector2, Vector3, type Material } from 'three';

/** How finely round shapes are divided. */
export interface Roundness {
  /** Around the axis. */
  around: number;
  /** From the pole of a ball to its equator. */
  over: number;
}

export const fine: Roundness = { around: 28, over: 8 };
/** A third of the triangles, for browsers that draw in software. */
export const coarse: Roundness = { around: 18, over: 4 };

/** Along +y from the centre of the first ball to the centre of the second. */
function taperedCapsule(r0: number, r1: number, length: number, { around, over }: Roundness): BufferGeometry {
  const slope = Math.asin(Math.min(0.99, Math.max(-0.99, (r0 - r1) / length)));
  const profile: Vector2[] = [];
  const arc = (centre: number, radius: number, from: number, to: number): void => {
    for (let i = 0; i <= over; ++i) {
      const angle = from + ((to - from) * i) / over;
      profile.push(new Vector2(Math.max(0, radius * Math.cos(angle)), centre + radius * Math.sin(angle)));
    }
  };
  arc(0, r0, -Math.PI / 2, slope);
  arc(length, r1, slope, Math.PI / 2);
  return new LatheGeometry(profile, around);
}

/** Null if the points coincide. */
export function capsuleBetween(a: Vector3, b: Vector3, [r0, r1]: [number, number], material: Material, roundness: Roundness): Mesh | null {
  const length = a.distanceTo(b);
  if (length < 1e-6) return null;
  const mesh = new Mesh(taperedCapsule(Math.min(r0, length + r1), r1, length, roundness), material);
  mesh.position.copy(a);
  mesh.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), b.clone().sub(a).normalize()));
  mesh.castShadow = true;
  return mesh;
}
