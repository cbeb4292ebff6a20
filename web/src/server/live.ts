// Live samples: a ring of the last minute, shown as a run that grows.
import type { Signal } from '../run/decode';
import type { RunDocument } from '../run/document';
import { Run } from '../run/run';
import { torqueOwners, type TorqueOwner } from '../run/torques';
import type { LiveSample } from './api';

const kept = ['q', 'qd', 'qdd', 'ua', 'ua_model', 'ua_difference', 'q_deviation', 'tool_deviation'] as const;
const seconds = 60;
const mostCycles = 10_000;
/** Samples that are farther apart than this many periods are not joined: the source was away. */
const gap = 3;

/** Between two samples, or null where the source was away. */
type Place = { a: LiveSample; b: LiveSample; share: number } | null;

function valueAt(place: Place, name: (typeof kept)[number], c: number): number {
  if (!place) return NaN;
  const { a, b, share } = place;
  const to = b[name]?.[c] ?? NaN;
  return share === 1 ? to : (1 - share) * (a[name]?.[c] ?? NaN) + share * to;
}

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
    const { period, places } = this.evenly();
    const signals = new Map<string, Signal>();
    for (const name of kept) {
      const width = this.latest?.[name]?.length ?? 0;
      if (width === 0) continue;
      const channels = Array.from({ length: width }, (_, c) => Float64Array.from(places, (place) => valueAt(place, name, c)));
      const torque = name.startsWith('ua');
      const units = torque ? this.owners.map((owner) => owner.unit) : [];
      signals.set(this.signalName(name), { of: torque ? 'motor' : 'joint', asked: name.endsWith('_model'), units, channels });
    }
    return new Run({ ...this.frame, period_s: period, cycles: places.length }, signals);
  }

  /** Sources say `ua` of all torques; in documents those of joints are `tau`. */
  private signalName(name: string): string {
    return this.frame.motors.length > 0 ? name : name.replace(/^ua/, 'tau');
  }

  /** Where each cycle of a run that ends with the latest sample stands among the samples. */
  private evenly(): { period: number; places: Place[] } {
    const { samples } = this;
    const end = this.latest?.t_s ?? 0;
    const length = end - (samples[0]?.t_s ?? end);
    const period = Math.max(this.typicalStep(), length / mostCycles);
    const cycles = samples.length === 0 ? 0 : 1 + Math.round(length / period);
    let after = 0;
    const places = Array.from({ length: cycles }, (_, k): Place => {
      const t = end - (cycles - 1 - k) * period;
      while (after < samples.length - 1 && samples[after]!.t_s < t) ++after;
      const b = samples[after]!;
      const a = samples[after - 1] ?? b;
      const step = b.t_s - a.t_s;
      if (step > gap * period) {
        const edge = [a, b].find((s) => Math.abs(s.t_s - t) < 0.5 * period);
        return edge ? { a: edge, b: edge, share: 1 } : null;
      }
      return { a, b, share: step > 0 ? Math.min(1, Math.max(0, (t - a.t_s) / step)) : 0 };
    });
    return { period, places };
  }

  /** The median of the latest steps: what a gap is long does not count. */
  private typicalStep(): number {
    const times = this.samples.slice(-100).map((s) => s.t_s);
    const steps = times.slice(1).map((t, i) => t - times[i]!).sort((a, b) => a - b);
    return steps[steps.length >> 1] || this.frame.period_s;
  }
}
