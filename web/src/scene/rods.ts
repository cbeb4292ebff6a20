// Straight strokes as thin rods of three sides: wide lines that cost no more than other triangles.
import { BufferGeometry, Color, Float32BufferAttribute, Vector3 } from 'three';

export interface Stroke {
  from: Vector3;
  to: Vector3;
  colorFrom: Color;
  colorTo: Color;
}

// Corners 0–2 at the start, 3–5 at the end; two triangles a side.
const sides = [0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4, 2, 0, 3, 2, 3, 5];

export function rodGeometry(strokes: readonly Stroke[], radius: number): BufferGeometry {
  const positions: number[] = [];
  const colors: number[] = [];
  const index: number[] = [];
  strokes.forEach(({ from, to, colorFrom, colorTo }, i) => {
    const along = to.clone().sub(from).normalize();
    const helper = Math.abs(along.z) < 0.9 ? new Vector3(0, 0, 1) : new Vector3(1, 0, 0);
    const u = new Vector3().crossVectors(along, helper).normalize().multiplyScalar(1.15 * radius);
    const around = [0, 120, 240].map((degrees) => u.clone().applyAxisAngle(along, (degrees * Math.PI) / 180));
    for (const [end, color] of [[from, colorFrom], [to, colorTo]] as const)
      for (const offset of around) {
        positions.push(end.x + offset.x, end.y + offset.y, end.z + offset.z);
        colors.push(color.r, color.g, color.b);
      }
    for (const corner of sides) index.push(6 * i + corner);
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setAttribute('color', new Float32BufferAttribute(colors, 3));
  geometry.setIndex(index);
  return geometry;
}
