// Robots with loops: what is drawn hangs together, and is drawn in the size of a leg, not of all legs in a row.
import { expect, test } from 'vitest';
import { Group, Mesh, MeshLambertMaterial } from 'three';
import type { Body, Pose, Robot } from '../src/run/document';
import { bodyPoses, flangePose } from '../src/robot/kinematics';
import { act } from '../src/robot/pose';
import { reachOf } from '../src/scene/arm';
import { coarse } from '../src/scene/capsule';
import { Linkage } from '../src/scene/linkage';

const at = (x: number, z: number): Pose => ({ p: [x, 0, z], R: [1, 0, 0, 0, 0, 1, 0, -1, 0] });
const flat = (x: number): Pose => ({ p: [x, 0, 0], R: [1, 0, 0, 0, 1, 0, 0, 0, 1] });
const limits = { lower: null, upper: null, speed: null, acceleration: null, effort: null };
const body = (name: string, parent: number, q_index: number, X_PB0: Pose, passive: boolean): Body => ({
  name, joint: name, kind: 'revolute', parent, q_index, X_PB0, limits, ...(passive && { passive }),
});

/** A parallelogram of 0.4 m and 1 m: the crank turns, the coupler stays level. */
const fourbar: Robot = {
  name: 'fourbar', title: '', tool: 'coupler', flange: 'coupler',
  bodies: [
    body('crank', -1, 0, at(0, 0), false),
    body('coupler', 0, 1, flat(0.4), true),
    body('rocker', -1, 2, at(1, 0), true),
  ],
  frames: [{ name: 'coupler', body: 1, X_BF: flat(0.5) }],
  loops: [{ name: 'pin', body_a: 1, p_A: [1, 0, 0], body_b: 2, p_B: [0.4, 0, 0] }],
};

test('the points of a cut joint meet where the positions close the loop', () => {
  for (const angle of [0.3, 1.2, 2]) {
    const poses = bodyPoses(fourbar, [angle, -angle, angle]);
    const [a, b] = [act(poses[1]!, [1, 0, 0]), act(poses[2]!, [0.4, 0, 0])];
    a.forEach((x, i) => expect(x).toBeCloseTo(b[i]!, 12));
  }
});

test('the tool hangs on the body of the flange, not on the last one', () => {
  const poses = bodyPoses(fourbar, [0, 0, 0]);
  expect(flangePose(fourbar, poses)).toBe(poses[1]);
});

test('sizes are taken from the longest way from the ground', () => {
  expect(reachOf(fourbar)).toBeCloseTo(1.4, 12);
});

test('rods lead from joint to joint, and the feet stand on a frame', () => {
  const linkage = new Linkage(fourbar, 1.4, coarse);
  const materials = { link: new MeshLambertMaterial(), dark: new MeshLambertMaterial() };
  const crank = new Group(), rocker = new Group(), ground = new Group();
  linkage.addParts(crank, 0, materials);
  linkage.addParts(rocker, 2, materials);
  expect(crank.children.every((c) => c instanceof Mesh)).toBe(true);
  expect(crank.children.length).toBe(1); // to the coupler
  expect(rocker.children.length).toBe(3); // its joint, the rod, the pin
  expect(linkage.addFrame(ground, materials.dark)).toBe(true);
  expect(ground.children.length).toBe(2);
});
