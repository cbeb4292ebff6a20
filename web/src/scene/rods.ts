// Straight strokes as thin rods of square section: wide lines that cost no more than other triangles.
import { BufferGeometry, Color, Float32BufferAttribute, Vector3 } from 'three';

export interface Stroke {
  from: Vector3;
  to: Vector3;
  colorFrom: Color;
  colorTo: Color;
}

// Corners 0–3 at the start, 4–7 at the end; two triangles a side.
const sides = [0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7];

export function rodGeometry(strokes: readonly Stroke[], radius: number): BufferGeometry {
  const positions: number[] = [];
  const colors: number[] = [];
  const index: number[] = [];
  strokes.forEach(({ from, to, colorFrom, colorTo }, i) => {
    const along = to.clone().sub(from).normalize();
    const helper = Math.abs(along.z) < 0.9 ? new Vector3(0, 0, 1) : new Vector3(1, 0, 0);
    const u = new Vector3().crossVectors(along, helper).normalize().multiplyScalar(radius);
    const v = new Vector3().crossVectors(along, u);
    for (const [end, color] of [[from, colorFrom], [to, colorTo]] as const)
      for (const offset of [u, v, u.clone().negate(), v.clone().negate()]) {
        positions.push(end.x + offset.x, end.y + offset.y, end.z + offset.z);
        colors.push(color.r, color.g, color.b);
      }
    for (const corner of sides) index.push(8 * i + corner);
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setAttribute('color', new Float32BufferAttribute(colors, 3));
  geometry.setIndex(index);
  return geometry;
}
