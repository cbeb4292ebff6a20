// Live samples: a ring of the last minute, shown as a run that grows.
import type { Signal } from '../run/decode';
import type { RunDocument } from '../run/document';
import { Run } from '../run/run';
import type { LiveSample } from './api';

const kept = ['q', 'qd', 'qdd', 'ua', 'q_model', 'ua_model'] as const;
const seconds = 60;

export class LiveRing {
  private samples: LiveSample[] = [];

  constructor(private readonly frame: RunDocument) {}

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

  run(): Run {
    const n = this.samples.length;
    const first = this.samples[0]?.t_s ?? 0;
    const period = n > 1 ? (this.latest!.t_s - first) / (n - 1) || this.frame.period_s : this.frame.period_s;
    const signals = new Map<string, Signal>();
    for (const name of kept) {
      const width = this.latest?.[name]?.length ?? 0;
      if (width === 0) continue;
      const channels = Array.from({ length: width }, (_, c) => Float64Array.from(this.samples, (s) => s[name]?.[c] ?? NaN));
      signals.set(name, { of: name.startsWith('ua') ? 'motor' : 'joint', asked: name.endsWith('_model'), units: [], channels });
    }
    return new Run({ ...this.frame, period_s: period, cycles: n }, signals);
  }
}
