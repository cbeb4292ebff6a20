// The bodies of a closed mechanism: rods between the points where they hang together, balls in passive joints.
import { Mesh, SphereGeometry, Vector3, type Group, type Material } from 'three';
import type { Body, Robot, Triple } from '../run/document';
import { screwOf } from '../robot/joint';
import { capsuleBetween, type Roundness } from './capsule';

interface Materials {
  link: Material;
  dark: Material;
}

const vector = (p: Triple): Vector3 => new Vector3(p[0], p[1], p[2]);

/** The axis of a joint in the frame of its parent. */
const axisOf = ({ X_PB0 }: Body): Vector3 => new Vector3(X_PB0.R[2], X_PB0.R[5], X_PB0.R[8]);

/** A joint that only carries the platform itself: there is nothing to be drawn. */
const floats = (body: Body): boolean => body.passive === true && screwOf(body).slide !== 0;

/** What the barrel and the rod of a cylinder have in common: the part that is inside at its shortest [m]. */
function barrelOf(body: Body, size: number): number {
  const { lower, upper } = body.limits;
  return lower !== null && lower > 0 ? 0.75 * lower : upper !== null && upper > 0 ? 0.5 * upper : 0.3 * size;
}

export class Linkage {
  readonly radius: number;

  constructor(
    private readonly robot: Robot,
    private readonly size: number,
    private readonly roundness: Roundness,
  ) {
    this.radius = 0.022 * size;
  }

  static reachOf(robot: Robot): number {
    const reach: number[] = [];
    for (const body of robot.bodies) {
      const way = screwOf(body).slide && !floats(body) ? (body.limits.upper ?? 0.3) : 0;
      reach.push((reach[body.parent] ?? 0) + Math.hypot(...body.X_PB0.p) + way);
    }
    const whole = reach.map((way, i) => way + Math.max(0, ...Linkage.pointsOn(robot, i).map((p) => p.length())));
    return Math.max(0.1, ...whole);
  }

  /** Where loops are cut on a body, in its frame. */
  private static pointsOn(robot: Robot, index: number): Vector3[] {
    return (robot.loops ?? []).flatMap((loop) => [
      ...(loop.body_a === index ? [vector(loop.p_A)] : []),
      ...(loop.body_b === index ? [vector(loop.p_B)] : []),
    ]);
  }

  /** Rods from the joint of a body to all that hangs on it. */
  addParts(group: Group, index: number, { link, dark }: Materials): void {
    const body = this.robot.bodies[index]!;
    const r = this.radius;
    if (body.passive && !floats(body)) this.addBall(group, new Vector3(), r, dark);
    if (screwOf(body).slide && !body.passive) {
      const rod = new Vector3(0, 0, -barrelOf(body, this.size));
      this.addRod(group, rod, new Vector3(), 0.5 * r, link);
    }
    for (const end of Linkage.pointsOn(this.robot, index)) {
      this.addRod(group, new Vector3(), end, 0.55 * r, link);
      this.addBall(group, end, 0.9 * r, dark);
    }
    for (const child of this.robot.bodies) if (child.parent === index) this.addLink(group, child, { link, dark });
  }

  private addLink(group: Group, child: Body, { link, dark }: Materials): void {
    const start = vector(child.X_PB0.p);
    this.addRod(group, new Vector3(), start, 0.7 * this.radius, link);
    if (!screwOf(child).slide || floats(child)) return;
    const end = start.clone().add(axisOf(child).multiplyScalar(barrelOf(child, this.size)));
    this.addRod(group, start, end, this.radius, dark);
  }

  /** Between the feet of the legs; none for a robot that stands on one. */
  addFrame(group: Group, dark: Material): boolean {
    const feet = this.robot.bodies.filter((body) => body.parent < 0 && !floats(body)).map((body) => vector(body.X_PB0.p));
    for (const loop of this.robot.loops ?? []) {
      if (loop.body_a < 0) feet.push(vector(loop.p_A));
      if (loop.body_b < 0) feet.push(vector(loop.p_B));
    }
    if (feet.length < 2) return false;
    const centre = feet.reduce((sum, foot) => sum.add(foot), new Vector3()).divideScalar(feet.length);
    for (const foot of feet) this.addRod(group, centre, foot, 1.3 * this.radius, dark);
    return true;
  }

  private addRod(group: Group, a: Vector3, b: Vector3, r: number, material: Material): void {
    if (a.distanceTo(b) < 1e-6) return;
    const rod = capsuleBetween(a, b, [r, r], material, this.roundness);
    if (rod) group.add(rod);
  }

  private addBall(group: Group, at: Vector3, r: number, material: Material): void {
    const ball = new Mesh(new SphereGeometry(r, this.roundness.around, this.roundness.around / 2), material);
    ball.position.copy(at);
    ball.castShadow = true;
    group.add(ball);
  }
}
