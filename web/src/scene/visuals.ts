// What a robot file draws on its bodies: boxes, cylinders, spheres and meshes.
import {
  Box3, BoxGeometry, BufferAttribute, BufferGeometry, Color, CylinderGeometry, Mesh, MeshLambertMaterial, SphereGeometry, Vector3,
  type Group,
} from 'three';
import { decodeMesh } from '../run/decode';
import type { Robot, Visual } from '../run/document';
import { matrixOf } from './convert';
import { creased } from './creases';

export const linkColor = '#dfe3ea';
export const strainedColor = new Color(0xd1242f);

/** The shape that gives a mass does not show how a body hangs together. */
export const drawnFromModel = (visuals: readonly Visual[] | undefined): boolean => !visuals?.some((v) => !v.of_mass);

/** Of the box around all that stands in a group, in its frame. */
export function cornersOf(group: Group): Vector3[] {
  group.updateMatrixWorld(true);
  const { min, max } = new Box3().setFromObject(group);
  if (min.x > max.x) return [];
  const ends = [min, max];
  return ends.flatMap((x) => ends.flatMap((y) => ends.map((z) => new Vector3(x.x, y.y, z.z))));
}

/** Materials of one body, which redden together. */
export class Paint {
  private readonly materials = new Map<string, MeshLambertMaterial>();

  constructor(private readonly make: (color: string) => MeshLambertMaterial) {}

  of(color: string): MeshLambertMaterial {
    let material = this.materials.get(color);
    if (!material) this.materials.set(color, (material = this.make(color)));
    return material;
  }

  /** From 0, the colours of the file, to 1, red; it glows beyond the limit. */
  redden(share: number, beyond: boolean): void {
    for (const [color, material] of this.materials) {
      material.color.set(color).lerp(strainedColor, 0.85 * share);
      material.emissive.copy(strainedColor).multiplyScalar(beyond ? 0.35 : 0);
    }
  }
}

/** Draws visuals of one robot; equal shapes share their triangles, those of robot and ghost, too. */
export class Visuals {
  private static readonly known = new WeakMap<Robot, Visuals>();
  private readonly meshes: BufferGeometry[];
  private readonly unit = {
    box: new BoxGeometry(1, 1, 1),
    // Of height 1 along z, as robot files have it.
    cylinder: new CylinderGeometry(1, 1, 1, 32).rotateX(Math.PI / 2),
    sphere: new SphereGeometry(1, 32, 20),
  };

  static of(robot: Robot): Visuals {
    let visuals = Visuals.known.get(robot);
    if (!visuals) Visuals.known.set(robot, (visuals = new Visuals(robot)));
    return visuals;
  }

  private constructor(robot: Robot) {
    this.meshes = (robot.meshes ?? []).map((encoded) => {
      const { positions, normals, indices } = creased(decodeMesh(encoded));
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(positions, 3));
      geometry.setAttribute('normal', new BufferAttribute(normals, 3));
      geometry.setIndex(new BufferAttribute(indices, 1));
      return geometry;
    });
  }

  addTo(group: Group, visuals: readonly Visual[], paint: Paint): void {
    for (const visual of visuals) {
      const [geometry, [x = 1, y = 1, z = 1]] = this.shapeOf(visual);
      const mesh = new Mesh(geometry, paint.of(visual.color ?? linkColor));
      mesh.name = 'visual';
      mesh.matrixAutoUpdate = false;
      mesh.matrix.copy(matrixOf(visual.X_BV)).scale(new Vector3(x, y, z));
      mesh.castShadow = true;
      group.add(mesh);
    }
  }

  private shapeOf(visual: Visual): [BufferGeometry, number[]] {
    switch (visual.kind) {
      case 'box':
        return [this.unit.box, visual.size_m];
      case 'cylinder':
        return [this.unit.cylinder, [visual.radius_m, visual.radius_m, visual.length_m]];
      case 'sphere':
        return [this.unit.sphere, [visual.radius_m, visual.radius_m, visual.radius_m]];
      case 'mesh':
        return [this.meshes[visual.mesh]!, visual.scale];
    }
  }
}
