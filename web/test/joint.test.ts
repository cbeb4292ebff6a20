import { describe, expect, test } from 'vitest';
import { bodyPoses } from '../src/robot/kinematics';
import { isLength } from '../src/robot/joint';
import type { Body, JointKind, Robot } from '../src/run/document';

const limits = { lower: null, upper: null, speed: null, acceleration: null, effort: null };

function robotOf(kind: JointKind, pitch_m?: number): Robot {
  const X_PB0 = { p: [1, 2, 3], R: [0, 0, 1, 1, 0, 0, 0, 1, 0] };  // z of the body is x of the world
  const body: Body = { name: 'b', joint: 'j', kind, parent: -1, q_index: 0, X_PB0, limits, ...(pitch_m ? { pitch_m } : {}) };
  return { name: 'r', title: 'r', bodies: [body], frames: [], tool: '', flange: '' } as Robot;
}

describe('a joint of each kind', () => {
  test('turns, slides, or does both', () => {
    const [turned] = bodyPoses(robotOf('revolute'), [Math.PI]);
    expect(turned!.p).toEqual([1, 2, 3]);
    expect(turned!.R[3]).toBeCloseTo(-1, 12);

    const [slid] = bodyPoses(robotOf('prismatic'), [0.5]);
    expect(slid!.p).toEqual([1.5, 2, 3]);
    expect(slid!.R[3]).toBe(1);

    const [screwed] = bodyPoses(robotOf('helical', 0.01), [5 * Math.PI]);  // two turns and a half
    expect(screwed!.p[0]).toBeCloseTo(1.025, 12);
    expect(screwed!.R[3]).toBeCloseTo(-1, 12);
  });

  test('is counted in metres only if it does nothing but slide', () => {
    expect(isLength('prismatic')).toBe(true);
    expect(isLength('helical')).toBe(false);
  });
});
