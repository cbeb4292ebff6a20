// Long signals for narrow charts: of each bucket of cycles the smallest and the largest value, in the order in which they
// come. What a chart shows does not change, and its cost depends on its width alone.
import type { Channel } from '../run/decode';

/** The cycles that a chart shows, some of them to a bucket. */
export interface Buckets {
  first: number;
  /** One behind the last cycle. */
  end: number;
  /** Cycles of a bucket; 1: every cycle is drawn. */
  size: number;
}

/** Buckets lie at multiples of their size, so that they stay where they are when a chart is shifted. */
export function bucketsOf(first: number, last: number, cycles: number, points: number): Buckets {
  const from = Math.max(0, Math.floor(first));
  const end = Math.min(cycles, Math.ceil(last) + 1);
  const size = Math.max(1, Math.ceil((2 * (end - from)) / Math.max(2, points)));
  return size <= 2 ? { first: from, end, size: 1 } : { first: from - (from % size), end, size };
}

/** Cycles at which the thinned values stand: two a bucket. */
export function thinnedCycles({ first, end, size }: Buckets): number[] {
  const cycles: number[] = [];
  for (let k = first; k < end; k += size) {
    cycles.push(k);
    if (size > 1) cycles.push(k + size / 2);
  }
  return cycles;
}

/** Null where there is no finite value. */
export function thinned(values: Channel, { first, end, size }: Buckets): (number | null)[] {
  const out: (number | null)[] = [];
  for (let start = first; start < end; start += size) {
    let low = -1;
    let high = -1;
    const stop = Math.min(start + size, end);
    for (let k = start; k < stop; ++k) {
      const value = values[k]!;
      if (!Number.isFinite(value)) continue;
      if (low < 0 || value < values[low]!) low = k;
      if (high < 0 || value > values[high]!) high = k;
    }
    out.push(finite(values[Math.min(low, high)]));
    if (size > 1) out.push(finite(values[Math.max(low, high)]));
  }
  return out;
}

/** A value that can be drawn, or null. */
export function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}
