// Joint kinds: the one place of the page that knows them.
import type { Body, JointKind } from '../run/document';

/** What a joint does for a unit of its position about and along z: turn [rad], slide [m]. */
export interface Screw {
  turn: number;
  slide: number;
}

export function screwOf(body: Body): Screw {
  switch (body.kind) {
    case 'revolute':
      return { turn: 1, slide: 0 };
    case 'prismatic':
      return { turn: 0, slide: 1 };
    case 'helical':
      return { turn: 1, slide: (body.pitch_m ?? 0) / (2 * Math.PI) };
    case 'free':
      return { turn: 0, slide: 0 };
  }
}

/** Counted in metres and newtons; else in radians and newton metres. */
export const isLength = (kind: JointKind): boolean => kind === 'prismatic';
