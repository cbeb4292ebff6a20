// What stands around the robot: table, fixture, parts. A part that is gripped moves with the flange.
import { Box3, Group, MeshLambertMaterial } from 'three';
import type { Pose, RunDocument, SceneObject } from '../run/document';
import { matrixOf } from './convert';
import { Paint, Visuals } from './visuals';

interface Placed {
  object: SceneObject;
  group: Group;
}

export class Surroundings {
  readonly group = new Group();
  private readonly objects: Placed[];

  constructor({ robot, scene = [] }: RunDocument) {
    const paint = new Paint((color) => new MeshLambertMaterial({ color }));
    this.objects = scene.map((object) => {
      const group = new Group();
      group.name = object.name;
      group.matrixAutoUpdate = false;
      Visuals.of(robot).addTo(group, [object.visual], paint);
      this.group.add(group);
      return { object, group };
    });
  }

  /** Where everything is in a cycle of the document. */
  pose(cycle: number, flange: Pose): void {
    for (const { object, group } of this.objects) {
      const stage = object.stages.findLast((s) => s.cycle <= cycle) ?? object.stages[0];
      if (!stage) continue;
      group.matrix.copy(matrixOf(stage.X));
      if (stage.on === 'flange') group.matrix.premultiply(matrixOf(flange));
      group.matrixWorldNeedsUpdate = true;
    }
  }

  /** Of all that stays where it is, in the world. */
  box(): Box3 {
    const box = new Box3();
    for (const { object, group } of this.objects)
      if (object.stages.length === 1) {
        group.matrix.copy(matrixOf(object.stages[0]!.X));
        group.updateMatrixWorld(true);
        box.expandByObject(group);
      }
    return box;
  }
}
