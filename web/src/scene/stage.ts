// The 3D view: camera, light, floor, robot, ghost and paths. It draws only when something changed.
import {
  AxesHelper, Box3, Color, DirectionalLight, GridHelper, Group, HemisphereLight, Mesh, Object3D, PCFShadowMap,
  PerspectiveCamera, PlaneGeometry, Scene, ShadowMaterial, Spherical, SpriteMaterial, Vector3, WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { element, oncePerFrame } from '../app/dom';
import { bodyPoses, framePose } from '../robot/kinematics';
import type { Pose } from '../run/document';
import type { Run } from '../run/run';
import { Arm, reachOf } from './arm';
import { coarse, fine } from './capsule';
import { matrixOf } from './convert';
import { toolPaths } from './path';
import { Surroundings } from './surroundings';

export type View = 'iso' | 'front' | 'side' | 'top';

const directions: Record<View, [number, number, number]> = {
  iso: [0.6, -1, 0.55],
  front: [1, 0, 0.02],
  side: [0, -1, 0.02],
  top: [0.001, 0, 1],
};

/** Across a picture on paper: 200 an inch. */
const paperDots = 1400;

/** Rad or m from which on the ghost can be told from the robot. */
const seenApart = 3e-3;

export class Stage {
  readonly draw: () => void;
  /** Tool centre as it is drawn. */
  tool: Pose | null = null;
  /** Null in a browser without WebGL: everything else of the page still works. */
  private readonly renderer: WebGLRenderer | null;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(38, 1, 0.01, 200);
  private readonly controls: OrbitControls;
  private readonly sun = new DirectionalLight(0xffffff, 2.1);
  private readonly content = new Group();
  private readonly floor = new Group();
  /** Shows nothing but shadows. */
  private ground: Mesh | null = null;
  private run: Run | null = null;
  private arm: Arm | null = null;
  private ghost: Arm | null = null;
  private surroundings: Surroundings | null = null;
  private paths = new Group();
  private frames = new Group();
  private restTimer = 0;
  /** Joint positions as they are drawn. */
  private q: readonly number[] = [];
  private readonly inSoftware: boolean;
  private readonly shown = { ghost: true, paths: true, frames: false };

  constructor(private readonly host: HTMLElement) {
    Object3D.DEFAULT_UP.set(0, 0, 1);
    this.camera.up.set(0, 0, 1);
    this.renderer = makeRenderer(host);
    this.inSoftware = this.renderer !== null && drawsInSoftware(this.renderer);
    this.controls = new OrbitControls(this.camera, this.renderer?.domElement ?? host);
    this.controls.addEventListener('change', () => this.draw());
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1024, 1024);
    this.scene.add(new HemisphereLight(0xffffff, 0x8a93a3, 1.7), this.sun, this.sun.target, this.content, this.floor);
    this.draw = oncePerFrame(() => {
      this.render(false);
      clearTimeout(this.restTimer);
      this.restTimer = window.setTimeout(() => this.render(true), 150);
    });
    new ResizeObserver(() => this.resize()).observe(host);
  }

  /** Another run; the camera stays if the robot is the same. */
  show(run: Run): void {
    const same = this.run?.document.robot.name === run.document.robot.name;
    this.run = run;
    const robot = run.document.robot;
    discard(this.content);
    const roundness = this.inSoftware ? coarse : fine;
    this.arm = new Arm(robot, { ghost: false, roundness });
    this.ghost = new Arm(robot, { ghost: true, roundness });
    this.paths = toolPaths(run, reachOf(robot));
    this.frames = this.makeFrames();
    this.surroundings = new Surroundings(run.document);
    this.content.add(this.arm.group, this.ghost.group, this.paths, this.frames, this.surroundings.group);
    this.applyShown();
    this.layFloor();
    this.pose(0);
    this.resize();
    if (!same) this.view('iso');
  }

  pose(cycle: number): void {
    const { run, arm, ghost } = this;
    if (!run || !arm || !ghost) return;
    const q = run.posture(cycle);
    this.poseTo(q, run.toolInFlange(cycle));
    this.surroundings?.pose(cycle, framePose(run.document.robot, bodyPoses(run.document.robot, q), run.document.robot.flange));
    run.document.motors.forEach((motor, i) => arm.strain(motor.axis ?? i, run.motorLoad(i, cycle)));
    const asked = run.posture(cycle, true);
    const apart = run.signals.has('q_asked') && asked.some((value, i) => Math.abs(value - q[i]!) > seenApart);
    ghost.group.visible = this.shown.ghost && apart;
    if (ghost.group.visible) ghost.pose(asked, run.toolInFlange(cycle));
    this.draw();
  }

  poseTo(q: readonly number[], inFlange: Pose | null): void {
    if (!this.arm) return;
    this.q = q;
    this.tool = this.arm.pose(q, inFlange);
    const triad = this.frames.getObjectByName('tool');
    if (triad) setMatrix(triad, this.tool);
    this.draw();
  }

  toggle(what: keyof Stage['shown']): boolean {
    this.shown[what] = !this.shown[what];
    this.applyShown();
    this.draw();
    return this.shown[what];
  }

  view(name: View): void {
    const from = new Vector3(...directions[name]);
    if (name === 'iso') from.applyAxisAngle(this.camera.up, this.workAzimuth());
    this.camera.position.copy(this.controls.target).add(from);
    this.fit();
  }

  /** Turns the view about its centre, to the right and upwards [rad]. */
  turn(right: number, up: number): void {
    const from = new Vector3();
    const at = new Spherical();
    this.lookFrom((offset) => {
      at.setFromVector3(from.set(offset.x, offset.z, -offset.y)); // its poles lie on y
      at.theta += right;
      at.phi = Math.min(Math.PI - 0.01, Math.max(0.01, at.phi - up));
      from.setFromSpherical(at);
      offset.set(from.x, -from.z, from.y);
    });
  }

  /** Nearer by a factor. */
  approach(factor: number): void {
    this.lookFrom((offset) => offset.divideScalar(factor));
  }

  private lookFrom(change: (offset: Vector3) => void): void {
    const offset = this.camera.position.clone().sub(this.controls.target);
    change(offset);
    this.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
    this.draw();
  }

  /** Where the tool works, seen from the base [rad about z]: an arm is best seen from its side. */
  private workAzimuth(): number {
    const [x, y] = this.run?.channels('tcp') ?? [];
    const mean = (values: ArrayLike<number>): number => Array.from(values).reduce((a, b) => a + b, 0) / values.length;
    return x && y && x.length > 0 ? Math.atan2(mean(y), mean(x)) : 0;
  }

  /** As near as everything still fits. */
  fit(): void {
    const points = this.outline();
    const centre = new Box3().setFromPoints(points).getCenter(new Vector3());
    const away = this.camera.position.clone().sub(this.controls.target).normalize();
    const right = new Vector3().crossVectors(this.camera.up, away).normalize();
    const up = new Vector3().crossVectors(away, right);
    const tall = 0.78 * Math.tan((0.5 * this.camera.fov * Math.PI) / 180);
    const wide = tall * this.camera.aspect;
    for (const axis of [right, up]) {
      const along = points.map((p) => p.clone().sub(centre).dot(axis));
      centre.addScaledVector(axis, 0.5 * (Math.min(...along) + Math.max(...along)));
    }
    let distance = 0.1;
    for (const point of points) {
      const from = point.clone().sub(centre);
      const need = Math.max(Math.abs(from.dot(right)) / wide, Math.abs(from.dot(up)) / tall);
      distance = Math.max(distance, need + from.dot(away));
    }
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).addScaledVector(away, distance);
    this.camera.near = distance / 100;
    this.camera.far = distance * 20;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.draw();
  }

  /** Colours of floor and grid for light and dark pages. */
  dress(dark: boolean): void {
    this.floor.userData['dark'] = dark;
    this.layFloor();
    this.draw();
  }

  picture(): HTMLCanvasElement | null {
    this.render(true);
    return this.renderer?.domElement ?? null;
  }

  /** The view as it is, on white and with more dots than a screen needs. */
  pictureForPaper(): HTMLCanvasElement | null {
    const { renderer } = this;
    const { width, height } = renderer?.domElement ?? { width: 0, height: 0 };
    if (!renderer || width === 0 || height === 0) return null;
    const dark = this.floor.userData['dark'] === true;
    const [ratio, copy] = [renderer.getPixelRatio(), element('canvas')];
    renderer.setPixelRatio(Math.max(ratio, (ratio * paperDots) / width));
    this.dress(false);
    this.render(true);
    [copy.width, copy.height] = [renderer.domElement.width, renderer.domElement.height];
    copy.getContext('2d')!.drawImage(renderer.domElement, 0, 0);
    renderer.setPixelRatio(ratio);
    this.dress(dark);
    this.render(true);
    return copy;
  }

  /** Points that must be seen: of the arm as it stands and on its way, of the tool's path; without one, where the arm may go. */
  private outline(): Vector3[] {
    const { run, arm } = this;
    const points = [new Vector3()];
    if (!run || !arm) return points;
    const around = this.surroundings?.box();
    if (around && !around.isEmpty()) points.push(around.min.clone(), around.max.clone());
    points.push(...arm.outline(this.q));
    if (this.tool) points.push(new Vector3(...(this.tool.p as [number, number, number])));
    for (let i = 0; i <= 16; ++i) points.push(...arm.outline(run.posture(Math.round((i * (run.cycles - 1)) / 16))));
    const [x, y, z] = run.channels('tcp');
    if (x && y && z) {
      const step = Math.max(1, Math.floor(x.length / 400));
      for (let k = 0; k < x.length; k += step) points.push(new Vector3(x[k], y[k], z[k]));
    } else {
      const reach = 0.6 * reachOf(run.document.robot);
      for (const side of [-reach, reach]) points.push(new Vector3(side, 0, 0), new Vector3(0, side, 0));
      points.push(new Vector3(0, 0, reach));
    }
    return points;
  }

  private applyShown(): void {
    this.paths.visible = this.shown.paths;
    this.frames.visible = this.shown.frames;
    if (this.arm)
      for (const child of this.frameHolders()) child.visible = this.shown.frames;
    if (this.ghost && !this.shown.ghost) this.ghost.group.visible = false;
  }

  private frameHolders(): Object3D[] {
    const list: Object3D[] = [];
    this.arm?.group.traverse((o) => {
      if (o.name === 'frame') list.push(o);
    });
    return list;
  }

  /** Triads of the joints move with their bodies; world and tool have their own. */
  private makeFrames(): Group {
    const group = new Group();
    const size = 0.12 * reachOf(this.run!.document.robot);
    this.run!.document.robot.bodies.forEach((_, i) => {
      const triad = triadOf(size);
      triad.name = 'frame';
      this.arm?.bodyGroup(i)?.add(triad);
    });
    const tool = triadOf(1.2 * size);
    tool.name = 'tool';
    tool.matrixAutoUpdate = false;
    group.add(triadOf(1.6 * size), tool);
    return group;
  }

  private layFloor(): void {
    if (!this.run) return;
    discard(this.floor);
    const dark = this.floor.userData['dark'] === true;
    const reach = reachOf(this.run.document.robot);
    const cell = [0.01, 0.05, 0.1, 0.5, 1, 5].find((c) => reach / c <= 16) ?? 10;
    const cells = 2 * Math.ceil((1.5 * reach) / cell);
    const grid = new GridHelper(cells * cell, cells, new Color(dark ? 0x4d5968 : 0xaab4c0), new Color(dark ? 0x28313c : 0xdde2e8));
    grid.rotation.x = Math.PI / 2;
    const ground = (this.ground = new Mesh(new PlaneGeometry(cells * cell, cells * cell), new ShadowMaterial({ opacity: dark ? 0.45 : 0.16 })));
    ground.receiveShadow = true;
    ground.position.z = -0.001 * reach;
    this.floor.add(grid, ground);
    this.floor.position.z = this.floorHeight();
    this.sun.position.set(0.6 * reach, -0.9 * reach, 2.2 * reach);
    const shadow = this.sun.shadow.camera;
    shadow.left = shadow.bottom = -1.3 * reach;
    shadow.right = shadow.top = 1.3 * reach;
    shadow.far = 6 * reach;
    shadow.updateProjectionMatrix();
  }

  /** The floor lies under what stands in the world: a robot may have its zero above its foot. */
  private floorHeight(): number {
    const box = this.surroundings?.box() ?? new Box3();
    this.arm?.group.updateMatrixWorld(true);
    for (const part of this.arm?.group.children ?? []) if (part.name === 'visual') box.expandByObject(part);
    return Math.min(0, box.isEmpty() ? 0 : box.min.z);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (!this.renderer || width === 0 || height === 0) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.render(true);
  }

  /** Shadows cost as much again as all the rest: they are drawn when the robot stands still, or on a graphics card. */
  private render(atRest: boolean): void {
    const shadows = atRest || !this.inSoftware;
    if (this.sun.castShadow !== shadows) this.sun.castShadow = shadows;
    if (this.ground) this.ground.visible = shadows;
    this.renderer?.render(this.scene, this.camera);
  }
}

function drawsInSoftware(renderer: WebGLRenderer): boolean {
  const gl = renderer.getContext();
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  return info !== null && /swiftshader|llvmpipe|software/i.test(String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)));
}

function makeRenderer(host: HTMLElement): WebGLRenderer | null {
  try {
    const renderer = new WebGLRenderer({ antialias: true, alpha: true });
    renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = PCFShadowMap;
    host.append(renderer.domElement);
    return renderer;
  } catch {
    host.append(element('p', { class: 'no-webgl' }, 'This browser gives no WebGL, so the robot cannot be drawn.'));
    return null;
  }
}

function triadOf(size: number): AxesHelper {
  const triad = new AxesHelper(size);
  const material = triad.material;
  if (!Array.isArray(material)) material.depthTest = false;
  triad.renderOrder = 4;
  return triad;
}

function setMatrix(object: Object3D, X: Pose): void {
  object.matrix.copy(matrixOf(X));
  object.matrixWorldNeedsUpdate = true;
}

function discard(group: Group): void {
  group.traverse((o) => {
    const mesh = o as Mesh;
    mesh.geometry?.dispose();
    const materials = Array.isArray(mesh.material) ? mesh.material : [mesh.material];
    for (const material of materials) {
      if (material instanceof SpriteMaterial) material.map?.dispose();
      material?.dispose();
    }
  });
  group.clear();
}
