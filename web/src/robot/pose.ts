// Poses as in C++: X_AC = X_AB · X_BC, rotations by rows.
import type { Pose } from '../run/document';

export const identity: Pose = { p: [0, 0, 0], R: [1, 0, 0, 0, 1, 0, 0, 0, 1] };

export function act(X: Pose, v: readonly number[]): number[] {
  const out = turn(X, v);
  return out.map((value, i) => value + X.p[i]!);
}

/** The rotation alone. */
export function turn(X: Pose, v: readonly number[]): number[] {
  const R = X.R;
  return [0, 3, 6].map((r) => R[r]! * v[0]! + R[r + 1]! * v[1]! + R[r + 2]! * v[2]!);
}

export function compose(A: Pose, B: Pose): Pose {
  const R: number[] = [];
  for (let row = 0; row < 9; row += 3)
    for (let column = 0; column < 3; ++column)
      R.push(A.R[row]! * B.R[column]! + A.R[row + 1]! * B.R[column + 3]! + A.R[row + 2]! * B.R[column + 6]!);
  return { p: act(A, B.p), R };
}

export function rotationZ(angle: number): Pose {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return { p: [0, 0, 0], R: [c, -s, 0, s, c, 0, 0, 0, 1] };
}

export function shiftZ(length: number): Pose {
  return { p: [0, 0, length], R: identity.R };
}

/** Unit quaternion w, x, y, z and position. */
export function fromQuaternion(q: readonly number[]): Pose {
  const [w = 1, x = 0, y = 0, z = 0, px = 0, py = 0, pz = 0] = q;
  return {
    p: [px, py, pz],
    R: [
      1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
      2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
      2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
    ],
  };
}
