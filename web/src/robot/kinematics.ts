// Forward kinematics, the only mechanics that the page computes: it must know where to draw the robot.
import type { Body, Pose, Robot } from '../run/document';
import { screwOf } from './joint';
import { compose, fromQuaternion, identity, rotationZ, shiftZ } from './pose';

function jointPose(body: Body, q: readonly number[]): Pose {
  if (body.kind === 'free') return fromQuaternion(q.slice(body.q_index, body.q_index + 7));
  const value = q[body.q_index] ?? 0;
  const { turn, slide } = screwOf(body);
  return compose(body.X_PB0, compose(rotationZ(turn * value), shiftZ(slide * value)));
}

/** Pose of each body in the world. Parents stand before their children. */
export function bodyPoses(robot: Robot, q: readonly number[]): Pose[] {
  const poses: Pose[] = [];
  for (const body of robot.bodies) poses.push(compose(poses[body.parent] ?? identity, jointPose(body, q)));
  return poses;
}

/** Pose of a named frame; of the world if there is no such frame. */
export function framePose(robot: Robot, poses: readonly Pose[], name: string): Pose {
  const frame = robot.frames.find((f) => f.name === name);
  return frame ? compose(poses[frame.body] ?? identity, frame.X_BF) : identity;
}

/** The body that carries the tool. */
export function flangePose(robot: Robot, poses: readonly Pose[]): Pose {
  const flange = robot.frames.find((f) => f.name === robot.flange);
  return poses[flange?.body ?? poses.length - 1] ?? identity;
}

/** The tool centre: a move's own tool in the flange, or the tool of the robot. */
export function toolPose(robot: Robot, poses: readonly Pose[], inFlange: Pose | null): Pose {
  if (!inFlange) return framePose(robot, poses, robot.tool);
  return compose(framePose(robot, poses, robot.flange), inFlange);
}
