// The document "erfd-run/1" as it arrives. schema/run.schema.json says the same; a test holds documents against both.

/** Position [m] and rotation by rows. */
export interface Pose {
  p: number[];
  R: number[];
}

export type JointKind = 'revolute' | 'prismatic' | 'free';

/** Null: no limit. */
export interface JointLimits {
  lower: number | null;
  upper: number | null;
  speed: number | null;
  acceleration: number | null;
  /** [N m or N] */
  effort: number | null;
}

export interface Body {
  name: string;
  joint: string;
  kind: JointKind;
  /** Index of the parent body, −1 for the world. */
  parent: number;
  q_index: number;
  X_PB0: Pose;
  limits: JointLimits;
  /** Fixed in the body; without any of the file itself it is drawn from the model. */
  visuals?: Visual[];
}

export interface Look {
  X_BV: Pose;
  /** #rrggbb */
  color?: string;
  /** The shape that gives the mass: drawn beside the body as the model has it. */
  of_mass?: boolean;
}

export type Visual = Look & (
  | { kind: 'box'; size_m: number[] }
  /** Along z. */
  | { kind: 'cylinder'; radius_m: number; length_m: number }
  | { kind: 'sphere'; radius_m: number }
  /** Index in the meshes of the robot; metres for one of its units. */
  | { kind: 'mesh'; mesh: number; scale: number[] }
);

/** Three float32 a vertex, three uint32 a triangle: base64, little-endian. */
export interface EncodedMesh {
  vertices: number;
  triangles: number;
  positions: string;
  indices: string;
}

export interface Frame {
  name: string;
  body: number;
  X_BF: Pose;
}

export interface Robot {
  name: string;
  title: string;
  bodies: Body[];
  frames: Frame[];
  tool: string;
  flange: string;
  /** Fixed in the world. */
  visuals?: Visual[];
  meshes?: EncodedMesh[];
}

export interface Motor {
  name: string;
  axis: number | null;
  torque_peak_N_m: number | null;
  torque_rated_N_m: number | null;
  speed_max_rad_s: number | null;
}

export interface Finding {
  code: string;
  severity: 'error' | 'warning' | 'note';
  line: number;
  column: number;
  message: string;
}

export interface Binding {
  /** From 1; null for the whole arm. */
  axis: number | null;
  axis_name: string;
  limit: string;
  time_s: number | null;
  /** Null: nothing is available. */
  ratio: number | null;
  needed: number | null;
  available: number | null;
  cycles: number;
  motor?: string;
}

export interface Move {
  line: number;
  column: number;
  kind: 'ptp' | 'lin' | 'circle' | 'wait';
  target: string;
  asked_time_s: number | null;
  /** Null: it never arrives. */
  achieved_time_s: number | null;
  achievable: boolean;
  binding: Binding | null;
  path_error_mm: number | null;
  turn_error_deg: number | null;
  reason: string;
  exceeded: Binding[];
  joint_error?: number[];
  motor_torque_split?: Record<string, number>;
  start_time_s: number;
  end_time_s: number;
  first_cycle: number;
  /** One behind the last. */
  end_cycle: number;
  tool_in_flange: Pose;
}

export interface EncodedSignal {
  of: 'joint' | 'motor' | 'tool' | 'scalar' | 'cause';
  asked: boolean;
  units: string[];
  /** Channels, cycles. */
  shape: number[];
  encoding: 'float32-base64-le' | 'float64-base64-le';
  data: string;
}

export interface RunDocument {
  format: 'erfd-run/1';
  kind: 'verify' | 'simulate' | 'live';
  generator: string;
  robot: Robot;
  motors: Motor[];
  program: { name: string; file: string; lines: string[] };
  findings: Finding[];
  summary: string;
  /** More sentences: the audit of a simulation, what of the robot is not drawn. */
  notes?: string[];
  achievable: boolean | null;
  asked_time_s: number | null;
  achieved_time_s: number | null;
  fault: string | null;
  moves: Move[];
  motor_torque_rms_N_m: number[];
  period_s: number;
  cycles: number;
  asked_cycles: number;
  causes: string[];
  signals: Record<string, EncodedSignal>;
}
