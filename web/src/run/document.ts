// The document "erfd-run/1" as it arrives. Written by schema/make_types.mjs from schema/run.schema.json.

export interface OtherRun {
  name: string;
  summary: string;
  period_s: number;
  cycles: number;
  signals: Record<string, EncodedSignal>;
}

/** Figures of all runs, a row each, the first one of this run. */
export interface Comparison {
  /** With their units. */
  heads: string[];
  rows: string[][];
}

/** Only of a run that is too long for a page: signals have one cycle in `every`, and so has all that counts cycles here. `cycles` and `period_s` are those of the whole run. Of every eight values of a channel two are its smallest and its largest of that time. */
export interface Thinned {
  every: number;
  cycles: number;
  period_s: number;
}

export type Triple = number[];

/** Position [m] and rotation by rows. */
export interface Pose {
  p: Triple;
  R: number[];
}

export interface Robot {
  name: string;
  title: string;
  bodies: Body[];
  frames: Frame[];
  tool: string;
  flange: string;
  /** Closed loops; the positions of all joints close them. */
  loops?: CutJoint[];
  sensors?: Sensor[];
  /** Fixed in the world. */
  visuals?: Visual[];
  meshes?: EncodedMesh[];
}

/** Where a loop is cut: a point of one body meets a point of another, each in its body [m]. −1: the world. */
export interface CutJoint {
  name: string;
  body_a: number;
  p_A: Triple;
  body_b: number;
  p_B: Triple;
}

export interface Body {
  name: string;
  joint: string;
  kind: JointKind;
  /** Index of the parent body, −1 for the world. */
  parent: number;
  q_index: number;
  X_PB0: Pose;
  /** No motor moves the joint: the loops do. */
  passive?: boolean;
  /** Of a helical joint: travel for a turn. */
  pitch_m?: number;
  limits: JointLimits;
  /** Fixed in the body; without any of the file itself it is drawn from the model. */
  visuals?: Visual[];
}

export type JointKind = 'revolute' | 'prismatic' | 'helical' | 'free';

/** Null: no limit. */
export interface JointLimits {
  lower: number | null;
  upper: number | null;
  speed: number | null;
  acceleration: number | null;
  /** [N m or N] */
  effort: number | null;
}

export type Visual = VisualBox | VisualCylinder | VisualSphere | VisualMesh;

export interface VisualBox {
  X_BV: Pose;
  kind: 'box';
  size_m: Triple;
  /** #rrggbb */
  color?: string;
  /** The shape that gives the mass: drawn beside the body as the model has it. */
  of_mass?: boolean;
}

/** Along z. */
export interface VisualCylinder {
  X_BV: Pose;
  kind: 'cylinder';
  radius_m: number;
  length_m: number;
  /** #rrggbb */
  color?: string;
  /** The shape that gives the mass: drawn beside the body as the model has it. */
  of_mass?: boolean;
}

export interface VisualSphere {
  X_BV: Pose;
  kind: 'sphere';
  radius_m: number;
  /** #rrggbb */
  color?: string;
  /** The shape that gives the mass: drawn beside the body as the model has it. */
  of_mass?: boolean;
}

export interface VisualMesh {
  X_BV: Pose;
  kind: 'mesh';
  /** Index in the meshes of the robot. */
  mesh: number;
  /** Metres for one of its units. */
  scale: Triple;
  /** #rrggbb */
  color?: string;
  /** The shape that gives the mass: drawn beside the body as the model has it. */
  of_mass?: boolean;
}

/** A thing beside the robot. Its visual stands in its own frame. */
export interface SceneObject {
  name: string;
  visual: Visual;
  /** Where it is from a cycle on; the first one from the start. */
  stages: SceneStage[];
}

export interface SceneStage {
  cycle: number;
  on: 'world' | 'flange';
  /** Its frame in the world, or in the flange that carries it. */
  X: Pose;
}

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

export interface Motor {
  name: string;
  /** Index of the joint; null: coupled. */
  axis: number | null;
  torque_peak_N_m: number | null;
  torque_rated_N_m: number | null;
  speed_max_rad_s: number | null;
  /** The robot file has no drive for the joint: this is the joint itself. */
  assumed?: boolean;
  /** What it can give: speed [rad/s], lowest and highest torque [N m]; null: no bound. */
  envelope?: ((number | null)[])[];
}

export interface Program {
  name: string;
  file: string;
  lines: string[];
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
  /** In words. */
  limit: string;
  limit_id: string;
  time_s: number | null;
  /** Null: nothing is available. */
  ratio: number | null;
  needed: number | null;
  available: number | null;
  /** Of needed and available; null: no numbers. */
  unit: string | null;
  cycles: number;
  motor?: string;
  /** Index in jumps. */
  jump?: number;
}

/** Within its limits, but off its path from an earlier move. */
export interface Late {
  /** From 1. */
  from_move: number;
  from_line: number;
  /** With which the move starts. */
  path_error_mm: number | null;
}

export interface SlowedMove {
  /** From 1. */
  move: number;
  line: number;
  /** Share of the asked speed. */
  speed: number;
  time_s: number;
}

export interface Obstacle {
  /** From 1. */
  move: number;
  line: number;
  reason: string;
}

/** The robot keeps the path and takes longer. */
export interface KeptPath {
  /** No obstacle and no jump. */
  possible: boolean;
  /** Of speed, which no slowing cures. */
  jumps: number;
  /** But for jumps; null where there are obstacles. */
  time_s: number | null;
  slowed: SlowedMove[];
  obstacles: Obstacle[];
}

/** What smoothing the turning speed gives. */
export interface Smoothed {
  moves_beyond: number;
  jumps: number;
  kept_path: null | KeptPath;
}

export interface Answers {
  kept_path: null | KeptPath;
  smoothed: null | Smoothed;
}

/** Of the achieved motion: shaft = rotors + links + friction, electrical = shaft + copper; null: not known. */
export interface Energy {
  /** From the supply, in cycles in which the motors together need some. */
  drawn_J: number;
  /** In the others: braking. */
  returned_J: number;
  electrical_J: number | null;
  shaft_J: number;
  /** Heat in windings. */
  copper_J: number | null;
  friction_J: number;
  rotors_J: number;
  /** Work on links, payload and environment. */
  links_J: number;
}

export interface BearingPeak {
  /** Across the axis of the joint. */
  radial_N: number;
  radial_at_s: number;
  axial_N: number;
  axial_at_s: number;
  /** Moment across the axis. */
  tilting_N_m: number;
  tilting_at_s: number;
}

export interface Bearing {
  joint: string;
  asked: BearingPeak;
  achieved: BearingPeak;
}

/** A velocity that changes at once between two moves. */
export interface Jump {
  time_s: number;
  /** From 1. */
  from_move: number;
  /** From 1. */
  to_move: number;
  from_line: number;
  to_line: number;
  quantity: 'direction' | 'turning speed' | 'joint speed';
  from: number;
  to: number;
  /** Size of the difference, which has a direction. */
  step: number;
  unit: string;
  angle_rad?: number;
  axis_name?: string;
  text: string;
}

export interface ThermalLoad {
  motor: string;
  torque_rms_N_m: number | null;
  /** Null: not known. */
  torque_rated_N_m: number | null;
  share: number | null;
}

export interface Why {
  /** Lines of the program. */
  place: string;
  /** The worst one; from 1. */
  move: number;
  reason: string;
  /** Other limits that it exceeds; may be empty. */
  others: string;
}

export interface Move {
  /** Its row of the table, as the terminal prints it: verdict, asked, on path, axis, nearest limit, at, needs, for, off path. */
  cells: string[];
  line: number;
  column: number;
  range: null | SourceRange;
  kind: 'ptp' | 'lin' | 'circle' | 'recorded' | 'wait';
  /** What the program writes for its kind, where that is another word: MoveL. */
  word?: string;
  target: string;
  asked_time_s: number | null;
  /** Null: it never arrives. */
  achieved_time_s: number | null;
  achievable: boolean;
  binding: null | Binding;
  /** If the path is kept; null: not known. */
  on_path_time_s?: number | null;
  late?: Late;
  energy?: Energy;
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
  carried?: Carried;
  /** What would work; null where nobody looked for it. */
  advice?: null | Advice;
}

export interface WorkingLimits {
  speed: number;
  acceleration: number;
  time_s: number;
}

export interface Advice {
  speed_unit: 'm/s' | 'rad/s' | 'share';
  acceleration_unit: 'm/s^2' | 'rad/s^2' | 'share';
  asked_speed: number | null;
  asked_acceleration: number | null;
  /** With the acceleration that it has; null: does not help alone. */
  largest_speed: number | null;
  /** With the speed that it has; null: does not help alone. */
  largest_acceleration: number | null;
  works: null | WorkingLimits;
  least_time_s: number | null;
  reserve_s: number | null;
  text: string;
}

/** Of a statement; the end is one behind its last character. Null: not known. */
export interface SourceRange {
  line: number;
  column: number;
  end_line: number;
  end_column: number;
}

/** What the robot carries in a move; the centre of mass in the flange. */
export interface Carried {
  mass_kg: number;
  com_in_flange_m: Triple;
  tool: string;
  tool_kg: number;
  gripped_kg: number;
  payload_kg: number;
}

export interface Sensor {
  name: string;
  channels: SensorChannel[];
}

export interface SensorChannel {
  name: string;
  unit: string;
  /** Null: no limit. */
  lower: number | null;
  upper: number | null;
}

export interface EncodedSignal {
  of: 'joint' | 'motor' | 'tool' | 'scalar' | 'cause' | 'sensor';
  asked: boolean;
  units: string[];
  /** Channels, cycles. */
  shape: number[];
  encoding: 'float32-base64-le' | 'float64-base64-le';
  data: string;
}

export interface RunDocument {
  format: 'erfd-run/1';
  kind: 'verify' | 'simulate' | 'torque' | 'live';
  generator: string;
  robot: Robot;
  motors: Motor[];
  program: Program;
  findings: Finding[];
  summary: string;
  /** More sentences: the audit of a simulation, what of the robot is not drawn. */
  notes?: string[];
  achievable: boolean | null;
  asked_time_s: number | null;
  achieved_time_s: number | null;
  answers?: Answers;
  fault: string | null;
  moves: Move[];
  jumps?: Jump[];
  motor_torque_rms_N_m: number[];
  thermal_load?: ThermalLoad[];
  energy?: null | Energy;
  /** The same in a sentence; empty without. */
  energy_text?: string;
  /** Largest loads of the joints by links, payload and forces. */
  bearings?: Bearing[];
  /** Why moves are not achievable; what several have in common is told once. */
  why?: Why[];
  /** How far the tool leaves its path, in a sentence; empty when no move ran. */
  worst_errors?: string;
  /** Remarks of language and planner that bear on the verdict. */
  rests_on?: string[];
  /** What the springs between motors and joints do, and how far they put the tool off. */
  elastic_gears?: string[];
  /** What of the robot file was left out on demand. */
  left_out?: string[];
  /** What the robot file does not say, so that nothing can be said of it. */
  not_judged?: string[];
  /** Of the cycles of this document. */
  period_s: number;
  cycles: number;
  asked_cycles: number;
  thinned?: Thinned;
  /** What stands around the robot. */
  scene?: SceneObject[];
  /** Further runs of the same robot, drawn beside this one. */
  others?: OtherRun[];
  /** What this run is called beside the others. */
  run_name?: string;
  comparison?: Comparison;
  /** The group of plots that is shown first. */
  opens_with?: string;
  causes: string[];
  signals: Record<string, EncodedSignal>;
}
