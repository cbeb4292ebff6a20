// Whose torques a robot has: those of its motors, or of its joints if its file has no drives.
import { isLength } from '../robot/joint';
import type { RunDocument } from './document';

export interface TorqueOwner {
  name: string;
  unit: string;
}

export function torqueOwners({ motors, robot }: RunDocument): TorqueOwner[] {
  if (motors.length > 0) return motors.map(({ name }) => ({ name, unit: 'N m' }));
  return robot.bodies.map((body) => ({ name: body.joint, unit: isLength(body.kind) ? 'N' : 'N m' }));
}
