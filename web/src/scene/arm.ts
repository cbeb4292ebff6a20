// A robot: bodies as its file draws them; without, from the model: links between the joints, joints as discs. A tool.
import {
  BoxGeometry, CylinderGeometry, Group, Mesh, MeshLambertMaterial, SphereGeometry, Vector3, type Material,
} from 'three';
import type { Body, Pose, Robot, Visual } from '../run/document';
import { screwOf } from '../robot/joint';
import { bodyPoses, flangePose, toolPose } from '../robot/kinematics';
import { capsuleBetween, type Roundness } from './capsule';
import { Linkage } from './linkage';
import { matrixOf } from './convert';
import { Paint, Visuals, cornersOf, drawnFromModel, linkColor, strainedColor } from './visuals';

const jointColor = 0x3d4a5f;
const toolColor = 0xf0a020;

export interface ArmOptions {
  ghost: boolean;
  roundness: Roundness;
}

/** How far a joint slides from its zero position [m]; 0.3 where the file does not say. */
function travelOf(body: Body): number {
  const { slide } = screwOf(body);
  if (!slide) return 0;
  return body.limits.upper === null ? 0.3 : Math.abs(slide * body.limits.upper);
}

/** Length of the whole arm, stretched [m]: what drawing sizes are taken from. With loops that of the longest way from the ground. */
export function reachOf(robot: Robot): number {
  if (robot.loops) return Linkage.reachOf(robot);
  const lengths = robot.bodies.map((b) => Math.hypot(...b.X_PB0.p));
  const travel = robot.bodies.map((b) => travelOf(b));
  const tool = robot.frames.find((f) => f.name === robot.tool);
  return Math.max(0.1, [...lengths, ...travel, Math.hypot(...(tool?.X_BF.p ?? [0]))].reduce((a, b) => a + b, 0));
}

export class Arm {
  readonly group = new Group();
  private readonly bodies: Group[] = [];
  private readonly discs: MeshLambertMaterial[] = [];
  private readonly paints: Paint[] = [];
  /** Corners of the boxes around the visuals of each body, in its frame. */
  private readonly corners: Vector3[][] = [];
  private readonly tool = new Group();
  private readonly link: MeshLambertMaterial;
  private readonly dark: MeshLambertMaterial;
  private readonly toolPaint: MeshLambertMaterial;
  private readonly size: number;
  private readonly linkage: Linkage | null;
  private toolLength = -1;

  constructor(
    private readonly robot: Robot,
    private readonly options: ArmOptions,
  ) {
    this.size = reachOf(robot);
    this.link = this.material(linkColor);
    this.dark = this.material(jointColor);
    this.toolPaint = this.material(toolColor);
    this.linkage = robot.loops ? new Linkage(robot, this.size, options.roundness) : null;
    robot.bodies.forEach((body, i) => this.addBody(body, i));
    this.addPedestal();
    this.group.add(this.tool);
  }

  /** Moves the drawing; returns the tool centre. */
  pose(q: readonly number[], inFlange: Pose | null): Pose {
    const poses = bodyPoses(this.robot, q);
    poses.forEach((X, i) => {
      const group = this.bodies[i]!;
      group.matrix.copy(matrixOf(X));
      group.matrixWorldNeedsUpdate = true;
    });
    const X_WT = toolPose(this.robot, poses, inFlange);
    this.drawTool(flangePose(this.robot, poses), X_WT);
    return X_WT;
  }

  /** Colours a joint, or the body it moves, by the load of its motor: as usual below 70 %, red from 100 % on. */
  strain(joint: number, load: number): void {
    const share = Math.min(1, Math.max(0, (load - 0.7) / 0.3));
    this.paints[joint]?.redden(share, load > 1);
    const material = this.discs[joint];
    if (!material) return;
    material.color.setHex(jointColor).lerp(strainedColor, share);
    material.emissive.copy(strainedColor).multiplyScalar(load > 1 ? 0.45 : 0);
  }

  /** Points on all sides of the joints and of what is drawn on the bodies, in a posture. */
  outline(q: readonly number[]): Vector3[] {
    const r = 1.8 * this.radius(0);
    const poses = bodyPoses(this.robot, q);
    const centres = poses.map(({ p }) => new Vector3(p[0], p[1], p[2]));
    centres.push(new Vector3());
    const sides = [[r, 0, 0], [-r, 0, 0], [0, r, 0], [0, -r, 0], [0, 0, r]] as const;
    const joints = centres.flatMap((c) => sides.map(([x, y, z]) => new Vector3(x, y, z).add(c)));
    const drawn = poses.flatMap((X, i) => this.corners[i]!.map((c) => c.clone().applyMatrix4(matrixOf(X))));
    return [...joints, ...drawn];
  }

  bodyGroup(index: number): Group | undefined {
    return this.bodies[index];
  }

  private material(color: number | string): MeshLambertMaterial {
    if (!this.options.ghost) return new MeshLambertMaterial({ color });
    return new MeshLambertMaterial({ color: 0x2f81f7, transparent: true, opacity: 0.28, depthWrite: false });
  }

  /** Thinner towards the tool. */
  private radius(index: number): number {
    if (this.linkage) return this.linkage.radius;
    const share = index / Math.max(1, this.robot.bodies.length - 1);
    return this.size * (0.05 - 0.028 * share);
  }

  private addBody(body: Body, index: number): void {
    const group = new Group();
    group.matrixAutoUpdate = false;
    if (body.visuals) this.paints[index] = this.addVisuals(group, body.visuals);
    this.corners.push(cornersOf(group));
    if (drawnFromModel(body.visuals)) this.addParts(group, body, index);
    this.bodies.push(group);
    this.group.add(group);
  }

  private addVisuals(group: Group, visuals: Visual[]): Paint {
    const paint = new Paint((color) => (this.options.ghost ? this.link : this.material(color)));
    Visuals.of(this.robot).addTo(group, visuals, paint);
    return paint;
  }

  private addParts(group: Group, body: Body, index: number): void {
    const r = this.radius(index);
    const { turn, slide } = screwOf(body);
    if (this.linkage) {
      if (turn && !body.passive) this.addDisc(group, index, r);
      this.linkage.addParts(group, index, { link: this.link, dark: this.dark });
      return;
    }
    if (turn) this.addDisc(group, index, r);
    if (slide) this.addSlide(group, body, r);
    for (const child of this.robot.bodies) if (child.parent === index) this.addLink(group, child, r);
  }

  private addDisc(group: Group, index: number, r: number): void {
    const material = this.material(jointColor);
    this.discs[index] = material;
    const disc = new Mesh(new CylinderGeometry(1.22 * r, 1.22 * r, 2.3 * r, this.options.roundness.around), material);
    disc.rotation.x = Math.PI / 2;
    disc.castShadow = true;
    const mark = new Mesh(new BoxGeometry(1.26 * r, 0.22 * r, 2.34 * r), this.link);
    mark.position.x = 0.63 * r;
    group.add(disc, mark);
  }

  private addSlide(group: Group, body: Body, r: number): void {
    const { lower, upper } = body.limits;
    const slide = Math.abs(screwOf(body).slide);
    const up = upper === null ? 0.2 * this.size : slide * upper;
    const way = Math.max(2 * r, up - slide * Math.min(0, lower ?? 0));
    const rail = new Mesh(new BoxGeometry(1.3 * r, 1.3 * r, way), this.dark);
    rail.position.z = -way / 2;
    rail.castShadow = true;
    group.add(rail);
  }

  /** From this joint to the child's: across first, then along the child's axis; up a column first if the axes are parallel. */
  private addLink(group: Group, child: Body, r: number): void {
    const end = new Vector3(...(child.X_PB0.p as [number, number, number]));
    const R = child.X_PB0.R;
    const axis = new Vector3(R[2]!, R[5]!, R[8]!);
    const along = axis.clone().multiplyScalar(end.dot(axis));
    const elbow = Math.abs(axis.z) > 0.999 ? along : end.clone().sub(along);
    const start = new Vector3();
    const r1 = this.radius(this.robot.bodies.indexOf(child));
    const bends = elbow.length() > 0.3 * r && elbow.distanceTo(end) > 0.3 * r;
    const parts = bends
      ? [this.capsule(start, elbow, [r, r1], this.link), this.capsule(elbow, end, [r1, r1], this.link)]
      : [this.capsule(start, end, [r, r1], this.link)];
    for (const part of parts) if (part) group.add(part);
  }

  private addPedestal(): void {
    const root = this.robot.bodies[0];
    if (!root || root.kind === 'free' || this.options.ghost) return;
    if (this.robot.visuals) this.addVisuals(this.group, this.robot.visuals);
    if (!drawnFromModel(this.robot.visuals)) return;
    if (this.linkage?.addFrame(this.group, this.dark)) return;
    const [x = 0, y = 0, z = 0] = root.X_PB0.p;
    const r = this.radius(0);
    const plate = new Mesh(new CylinderGeometry(1.9 * r, 2.1 * r, 0.5 * r, this.options.roundness.around), this.dark);
    plate.rotation.x = Math.PI / 2;
    plate.position.set(x, y, 0.25 * r);
    plate.castShadow = true;
    this.group.add(plate);
    const column = this.capsule(new Vector3(x, y, 0), new Vector3(x, y, z), [1.45 * r, r], this.link);
    if (column) this.group.add(column);
  }

  private capsule(a: Vector3, b: Vector3, radii: [number, number], material: Material): Mesh | null {
    return capsuleBetween(a, b, radii, material, this.options.roundness);
  }

  private drawTool(flange: Pose, X_WT: Pose): void {
    const a = new Vector3(...(flange.p as [number, number, number]));
    const b = new Vector3(...(X_WT.p as [number, number, number]));
    const length = a.distanceTo(b);
    const r = 0.6 * this.radius(this.robot.bodies.length - 1);
    if (Math.abs(length - this.toolLength) > 1e-6) {
      this.toolLength = length;
      for (const child of this.tool.children) if (child instanceof Mesh) child.geometry.dispose();
      this.tool.clear();
      const tip = new Mesh(new SphereGeometry(0.55 * r, 16, 8), this.toolPaint);
      tip.position.y = length;
      this.tool.add(tip);
      const rod = this.capsule(new Vector3(), new Vector3(0, length, 0), [r, 0.35 * r], this.toolPaint);
      if (rod) this.tool.add(rod);
    }
    this.tool.position.copy(a);
    if (length > 1e-9) this.tool.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), b.sub(a).normalize());
  }
}
