// Live samples: a ring of the last minute, shown as a run that grows.
import type { Signal } from '../run/decode';
import type { RunDocument } from '../run/document';
import { Run } from '../run/run';
import { torqueOwners, type TorqueOwner } from '../run/torques';
import type { LiveSample } from './api';

const kept = ['q', 'qd', 'qdd', 'ua', 'ua_model', 'ua_difference'] as const;
const seconds = 60;
const mostCycles = 10_000;
/** Farther from a sample than this many periods there is none: the source was away. */
const gap = 1.5;

export class LiveRing {
  private samples: LiveSample[] = [];
  private readonly owners: TorqueOwner[];

  constructor(private readonly frame: RunDocument) {
    this.owners = torqueOwners(frame);
  }

  get latest(): LiveSample | undefined {
    return this.samples[this.samples.length - 1];
  }

  add(sample: LiveSample): void {
    const last = this.latest;
    if (last && sample.t_s < last.t_s) this.samples = [];
    this.samples.push(sample);
    while (this.samples.length > 0 && this.samples[0]!.t_s < sample.t_s - seconds) this.samples.shift();
  }

  /** Samples per second of the last second. */
  get rate(): number {
    const end = this.latest?.t_s ?? 0;
    return this.samples.filter((s) => s.t_s > end - 1).length;
  }

  /** The torque that is farthest from the model's in the latest sample; null if the source sends none. */
  get largestDifference(): (TorqueOwner & { value: number }) | null {
    const differences = this.latest?.ua_difference ?? [];
    const sizes = differences.map(Math.abs);
    const worst = sizes.indexOf(Math.max(...sizes));
    const owner = this.owners[worst];
    return owner ? { ...owner, value: differences[worst]! } : null;
  }

  run(): Run {
    const { period, chosen } = this.evenly();
    const signals = new Map<string, Signal>();
    for (const name of kept) {
      const width = this.latest?.[name]?.length ?? 0;
      if (width === 0) continue;
      const channels = Array.from({ length: width }, (_, c) => Float64Array.from(chosen, (s) => s?.[name]?.[c] ?? NaN));
      const torque = name.startsWith('ua');
      const units = torque ? this.owners.map((owner) => owner.unit) : [];
      signals.set(this.signalName(name), { of: torque ? 'motor' : 'joint', asked: name.endsWith('_model'), units, channels });
    }
    return new Run({ ...this.frame, period_s: period, cycles: chosen.length }, signals);
  }

  /** Sources say `ua` of all torques; in documents those of joints are `tau`. */
  private signalName(name: string): string {
    return this.frame.motors.length > 0 ? name : name.replace(/^ua/, 'tau');
  }

  /** The sample of each cycle of a run that ends with the latest one; null where the source was away. */
  private evenly(): { period: number; chosen: (LiveSample | null)[] } {
    const { samples } = this;
    const end = this.latest?.t_s ?? 0;
    const length = end - (samples[0]?.t_s ?? end);
    const period = Math.max(this.typicalStep(), length / mostCycles);
    const cycles = samples.length === 0 ? 0 : 1 + Math.round(length / period);
    let near = 0;
    const chosen = Array.from({ length: cycles }, (_, k) => {
      const t = end - (cycles - 1 - k) * period;
      const away = (i: number): number => Math.abs((samples[i]?.t_s ?? Infinity) - t);
      while (away(near + 1) <= away(near)) ++near;
      return away(near) <= gap * period ? samples[near]! : null;
    });
    return { period, chosen };
  }

  /** The median of the latest steps: what a gap is long does not count. */
  private typicalStep(): number {
    const times = this.samples.slice(-100).map((s) => s.t_s);
    const steps = times.slice(1).map((t, i) => t - times[i]!).sort((a, b) => a - b);
    return steps[steps.length >> 1] || this.frame.period_s;
  }
}
