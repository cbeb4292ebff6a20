// The charts as SVG, thinned to the smallest and largest value of each pixel.
import type { ShownChannel } from './chart';
import type { Role, Values } from './groups';
import { curveColor } from './style';
import { bucketsOf, thinned, thinnedCycles } from './thin';
import { roundTicks } from './ticks';

const width = 900;
const height = 300;
const box = { left: 70, top: 34, right: 20, bottom: 34 };
const dash: Record<Role, string> = { achieved: '', asked: '6 4', limit: '2 3' };

export interface Range {
  from: number;
  to: number;
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

function extent(shown: ShownChannel[], first: number, last: number): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const { channel } of shown)
    for (const trace of channel.traces)
      for (let k = first; k <= last; ++k) {
        const value = trace.values[k]!;
        if (!Number.isFinite(value) || (trace.role === 'limit' && shown.length > 1)) continue;
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
  return low < high ? [low, high] : [low - 1 || -1, high + 1 || 1];
}

/** Corners of a polyline: two a pixel at most. */
export function polyline(values: Values, first: number, last: number, x: (k: number) => number, y: (v: number) => number): string {
  const buckets = bucketsOf(first, last, values.length, 2 * Math.max(1, Math.round(x(last) - x(first))));
  const heights = thinned(values, buckets);
  return thinnedCycles(buckets).map((k, i) => (heights[i] === null ? '' : `${x(k).toFixed(1)},${y(heights[i]!).toFixed(1)}`)).filter(Boolean).join(' ');
}

function panel(title: string, shown: ShownChannel[], range: Range, period: number, top: number): string {
  const first = Math.max(0, Math.ceil(range.from / period));
  const last = Math.floor(range.to / period);
  const [low, high] = extent(shown, first, last);
  const x = (t: number): number => box.left + ((t - range.from) / (range.to - range.from)) * (width - box.left - box.right);
  const y = (v: number): number => height - box.bottom - ((v - low) / (high - low)) * (height - box.top - box.bottom);
  const parts = [`<g transform="translate(0 ${top})"><text x="${box.left}" y="20" font-weight="600">${escaped(title)}</text>`];
  for (const t of roundTicks(range.from, range.to, 8))
    parts.push(`<path d="M${x(t).toFixed(1)} ${box.top}V${height - box.bottom}" stroke="#e2e6ea"/><text x="${x(t).toFixed(1)}" y="${height - 14}" text-anchor="middle">${t} s</text>`);
  for (const v of roundTicks(low, high, 5))
    parts.push(`<path d="M${box.left} ${y(v).toFixed(1)}H${width - box.right}" stroke="#e2e6ea"/><text x="${box.left - 8}" y="${(y(v) + 4).toFixed(1)}" text-anchor="end">${v}</text>`);
  for (const { channel, index } of shown)
    for (const trace of channel.traces) {
      if (trace.role === 'limit' && shown.length > 1) continue;
      const points = polyline(trace.values, first, last, (k) => x(k * period), y);
      const color = trace.role === 'limit' ? '#a40e26' : curveColor(index);
      parts.push(`<polyline fill="none" stroke="${color}" stroke-width="1.4" stroke-dasharray="${dash[trace.role]}" points="${points}"><title>${escaped(`${channel.name} ${trace.name} [${channel.unit}]`)}</title></polyline>`);
    }
  const legend = shown.map(({ channel, index }, i) =>
    `<text x="${width - box.right - (shown.length - 1 - i) * 90}" y="20" text-anchor="end" fill="${curveColor(index)}">${escaped(channel.name)}</text>`);
  return parts.join('') + legend.join('') + '</g>';
}

export function chartsAsSvg(title: string, charts: ShownChannel[][], range: Range, period: number): string {
  const panels = charts.map((shown, i) => {
    const units = [...new Set(shown.map((s) => s.channel.unit))].join(', ');
    const name = charts.length > 1 ? `${title}, ${shown.map((s) => s.channel.name).join(', ')}` : title;
    return panel(`${name} [${units}]`, shown, range, period, i * height);
  });
  const total = height * charts.length;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${total}" width="${width}" height="${total}" font-family="system-ui, sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>${panels.join('')}</svg>\n`;
}
