import { Matrix4 } from 'three';
import type { Pose } from '../run/document';

export function matrixOf(X: Pose): Matrix4 {
  const { p, R } = X;
  return new Matrix4().set(
    R[0]!, R[1]!, R[2]!, p[0]!,
    R[3]!, R[4]!, R[5]!, p[1]!,
    R[6]!, R[7]!, R[8]!, p[2]!,
    0, 0, 0, 1,
  );
}
