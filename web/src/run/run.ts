// A document with its signals decoded, and the questions that all parts of the page ask of it.
import { decodeSignal, type Channel, type Signal } from './decode';
import type { EncodedSignal, Move, Pose, RunDocument } from './document';

/** Another run of the same robot, beside the one that is shown. */
export interface OtherRun {
  name: string;
  period: number;
  signals: Map<string, Signal>;
}

export class Run {
  readonly signals: Map<string, Signal>;
  readonly others: OtherRun[];
  readonly cycles: number;
  readonly period: number;
  private loadCache: Float32Array | null = null;

  constructor(
    readonly document: RunDocument,
    signals?: Map<string, Signal>,
  ) {
    this.signals = signals ?? decodeAll(document.signals);
    this.others = (document.others ?? []).map((o) => ({ name: o.name, period: o.period_s, signals: decodeAll(o.signals) }));
    this.period = document.period_s;
    this.cycles = Math.max(1, this.signals.get('q')?.channels[0]?.length ?? document.cycles);
  }

  /** Cycles of the robot from one cycle of the document to the next: more than 1 of a run that was thinned. */
  get every(): number {
    return this.document.thinned?.every ?? 1;
  }

  get moves(): Move[] {
    return this.document.moves;
  }

  get duration(): number {
    return (this.cycles - 1) * this.period;
  }

  channels(name: string): Channel[] {
    return this.signals.get(name)?.channels ?? [];
  }

  /** A channel of another run, at the times of this one; NaN behind its end. */
  otherChannel(other: OtherRun, name: string, index: number): Float64Array {
    const values = other.signals.get(name)?.channels[index] ?? [];
    const out = new Float64Array(this.cycles).fill(NaN);
    for (let k = 0; k < out.length; ++k) {
      const place = Math.round((k * this.period) / other.period);
      if (place < values.length) out[k] = values[place]!;
    }
    return out;
  }

  cycleAt(time: number): number {
    return Math.min(this.cycles - 1, Math.max(0, Math.round(time / this.period)));
  }

  /** Values of a signal in a cycle; the last ones behind its end. Empty without the signal. */
  values(name: string, cycle: number): number[] {
    return this.channels(name).map((c) => c[Math.min(cycle, c.length - 1)] ?? 0);
  }

  /** Joint positions, achieved or asked; zero where there are none. */
  posture(cycle: number, asked = false): number[] {
    const q = this.values(asked ? 'q_asked' : 'q', cycle);
    return q.length > 0 ? q : neutral(this.document);
  }

  /** Index of the move that runs in a cycle; the last one while the robot settles; −1 without moves. */
  moveAt(cycle: number): number {
    const { moves } = this;
    const begun = (i: number): boolean => moves[i]!.first_cycle <= cycle && moves[i]!.first_cycle < this.cycles;
    let low = 0; // the last move that has begun is low or one of those up to high
    let high = moves.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (begun(middle)) low = middle;
      else high = middle - 1;
    }
    return moves.length > 0 ? low : -1;
  }

  /** Where to look at a move: its worst instant if it is not achievable, else its start. */
  cycleOfInterest(index: number): number {
    const move = this.moves[index];
    if (!move) return 0;
    const worst = move.binding?.time_s;
    const last = Math.max(move.first_cycle, move.end_cycle - 1); // a speed is reached at the end of its cycle
    if (move.achievable || worst === null || worst === undefined) return Math.min(move.first_cycle, this.cycles - 1);
    const robotCycle = Math.round((worst * this.every) / this.period);
    return Math.min(last, this.cycles - 1, Math.max(move.first_cycle, Math.floor(robotCycle / this.every)));
  }

  toolInFlange(cycle: number): Pose | null {
    return this.moves[this.moveAt(cycle)]?.tool_in_flange ?? null;
  }

  /** Torques that are held against the limits: of the asked motion, or of a simulation. */
  private get judgedTorques(): Channel[] {
    return this.channels(['simulate', 'torque'].includes(this.document.kind) ? 'ua' : 'ua_asked');
  }

  private get hasTorqueLimits(): boolean {
    return [...this.channels('ua_low'), ...this.channels('ua_high')].some((bound) => bound.some(Number.isFinite));
  }

  /** The planner left the last move in the middle, where it stops without warning: that is no motion to be judged. */
  isJudged(cycle: number): boolean {
    const last = this.moves.at(-1);
    return !last || last.path_error_mm !== null || cycle < last.first_cycle;
  }

  /** Needed over available torque of a motor in a cycle; 0 without limits. */
  motorLoad(motor: number, cycle: number): number {
    if (!this.isJudged(cycle)) return 0;
    return loadOf(this.judgedTorques[motor]?.[cycle], this.channels('ua_low')[motor]?.[cycle], this.channels('ua_high')[motor]?.[cycle]);
  }

  /** The largest motor load of each such cycle; empty if no motor has a limit. */
  get load(): Float32Array {
    if (this.loadCache) return this.loadCache;
    const motors = this.hasTorqueLimits ? this.judgedTorques : [];
    const load = new Float32Array(motors[0]?.length ?? 0);
    motors.forEach((needed, m) => {
      const low = this.channels('ua_low')[m];
      const high = this.channels('ua_high')[m];
      for (let k = 0; k < load.length && this.isJudged(k); ++k) load[k] = Math.max(load[k]!, loadOf(needed[k], low?.[k], high?.[k]));
    });
    return (this.loadCache = load);
  }
}

/** The robot of a run, and nothing of what became of a program. */
export function withoutVerdict(document: RunDocument, summary: string): RunDocument {
  const { notes: _, not_judged: __, left_out: ___, elastic_gears: ____, ...kept } = document;
  return {
    ...kept, summary, program: { name: '', file: '', lines: [] }, findings: [], achievable: false, asked_time_s: null, achieved_time_s: null,
    fault: null, moves: [], motor_torque_rms_N_m: [], cycles: 0, asked_cycles: 0, causes: [], signals: {},
  };
}

function loadOf(needed: number | undefined, low: number | undefined, high: number | undefined): number {
  if (needed === undefined) return 0;
  const bound = (needed < 0 ? low : high) ?? Infinity;
  return bound === 0 ? (needed === 0 ? 0 : Infinity) : Math.max(0, needed / bound);
}

/** Decoded when first looked at: a long run has signals that many readers never ask for. */
function lazily(name: string, encoded: EncodedSignal): Signal {
  let decoded: Signal | undefined;
  const { of, asked, units } = encoded;
  return {
    of, asked, units,
    get channels() {
      return (decoded ??= decodeSignal(name, encoded)).channels;
    },
  };
}

function decodeAll(signals: RunDocument['signals']): Map<string, Signal> {
  return new Map(Object.entries(signals).map(([name, s]) => [name, lazily(name, s)]));
}

function neutral(document: RunDocument): number[] {
  const q: number[] = [];
  for (const body of document.robot.bodies) q.push(...(body.kind === 'free' ? [1, 0, 0, 0, 0, 0, 0] : [0]));
  return q;
}
