// The charts as SVG on white: one panel a unit, thinned to the smallest and largest value of each pixel.
import type { ShownChannel } from './chart';
import type { PlotChannel, Role, Trace, Values } from './groups';
import { stacked } from './stack';
import { curveColor, dashes, svgPattern } from './style';
import { bucketsOf, thinned, thinnedCycles } from './thin';
import { roundTicks } from './ticks';
import { wordOf } from './words';

const width = 900;
const plotHeight = 240;
const box = { left: 70, top: 30, right: 20, bottom: 34 };
const legendColumn = 202;
const legendRow = 17;
const perRow = Math.floor((width - box.left - box.right) / legendColumn);
const dash = (role: Role): string => dashes[role].join(' ');

export interface Range {
  from: number;
  to: number;
}

type Scale = (value: number) => number;

interface Axes {
  first: number;
  last: number;
  x: Scale;
  y: Scale;
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const text = (x: number, y: number, words: string, more = ''): string => `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${escaped(words)}</text>`;

/** What of a channel is drawn: limits only of one that stands alone. */
const drawnTraces = (channel: PlotChannel, alone: boolean): Trace[] => channel.traces.filter((t) => alone || t.role !== 'limit');

function edgesOf(channel: PlotChannel): Values[] {
  if (!channel.layers) return [];
  const { above, below } = stacked(channel.layers);
  return [...above, ...below];
}

function extent(shown: ShownChannel[], first: number, last: number): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  const curves = shown.flatMap(({ channel }) => [...drawnTraces(channel, shown.length === 1).map((t) => t.values), ...edgesOf(channel)]);
  for (const values of curves)
    for (let k = first; k <= last; ++k) {
      const value = values[k]!;
      if (!Number.isFinite(value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  if (low > high) return [-1, 1];
  return low < high ? [low, high] : [low - 1, high + 1];
}

/** Corners of a curve, two a pixel at most; a gap where there is no value. */
export function curve(values: Values, { first, last, x, y }: Axes): string {
  const buckets = bucketsOf(first, last, values.length, 2 * Math.max(1, Math.round(x(last) - x(first))));
  const heights = thinned(values, buckets);
  let pen = 'M';
  return thinnedCycles(buckets).map((k, i) => {
    const height = heights[i];
    if (height == null) return (pen = 'M'), '';
    const corner = `${pen}${x(k).toFixed(1)} ${y(height).toFixed(1)}`;
    pen = 'L';
    return corner;
  }).join('');
}

/** The area between two edges. */
function area(upper: Values, lower: Values, axes: Axes): string {
  const reversed = curve(lower, axes).split(/[ML]/).filter(Boolean).reverse().join('L');
  return `${curve(upper, axes)}L${reversed}Z`;
}

function layersOf(channel: PlotChannel, axes: Axes): string {
  if (!channel.layers) return '';
  const { above, below } = stacked(channel.layers);
  return channel.layers.map((layer, i) =>
    `<path fill="url(#layer${i})" d="${area(above[i + 1]!, above[i]!, axes)}${area(below[i]!, below[i + 1]!, axes)}"><title>${escaped(layer.name)}</title></path>`).join('');
}

function curvesOf({ channel, index }: ShownChannel, alone: boolean, axes: Axes): string {
  const own = channel.layers ? '#1f2328' : curveColor(index, false);
  return layersOf(channel, axes) + drawnTraces(channel, alone).map((trace) => {
    const color = trace.role === 'limit' ? '#a40e26' : own;
    return `<path fill="none" stroke="${color}" stroke-width="1.4" stroke-dasharray="${dash(trace.role)}" d="${curve(trace.values, axes)}"><title>${escaped(`${channel.name} ${trace.name} [${channel.unit}]`)}</title></path>`;
  }).join('');
}

function grid(range: Range, [low, high]: [number, number], toX: Scale, y: Scale): string {
  const bottom = plotHeight - box.bottom;
  const times = roundTicks(range.from, range.to, 8).map((t) =>
    `<path d="M${toX(t).toFixed(1)} ${box.top}V${bottom}" stroke="#e2e6ea"/>${text(toX(t), bottom + 18, `${t} s`, 'text-anchor="middle"')}`);
  const values = roundTicks(low, high, 5).map((v) =>
    `<path d="M${box.left} ${y(v).toFixed(1)}H${width - box.right}" stroke="#e2e6ea"/>${text(box.left - 8, y(v) + 4, String(v), 'text-anchor="end"')}`);
  return [...times, ...values].join('');
}

/** Signs with words: channels by colour, kinds of curves by dash, layers by pattern. */
function legendEntries(shown: ShownChannel[]): string[] {
  const alone = shown.length === 1;
  const line = (color: string, pattern: string): string => `<path d="M0 -4H22" stroke="${color}" stroke-width="2" stroke-dasharray="${pattern}"/>`;
  const entry = (sign: string, words: string): string => sign + text(28, 0, words);
  const traces = shown.flatMap(({ channel }) => drawnTraces(channel, alone));
  const roles = [...new Set(traces.map((t) => t.role))].reverse();
  const layers = shown[0]?.channel.layers ?? [];
  return [
    ...shown.map(({ channel, index }) => entry(line(channel.layers ? '#1f2328' : curveColor(index, false), ''), channel.name)),
    ...roles.map((role) => entry(line('#57606a', dash(role)), wordOf(role, traces))),
    ...layers.map((layer, i) => entry(`<rect y="-10" width="22" height="11" fill="url(#layer${i})"/>`, layer.name)),
  ];
}

function legend(shown: ShownChannel[]): { svg: string; height: number } {
  const entries = legendEntries(shown);
  const svg = entries.map((entry, i) =>
    `<g transform="translate(${box.left + (i % perRow) * legendColumn} ${plotHeight + 4 + Math.floor(i / perRow) * legendRow})">${entry}</g>`).join('');
  return { svg, height: Math.ceil(entries.length / perRow) * legendRow };
}

function panel(title: string, shown: ShownChannel[], range: Range, period: number): { svg: string; height: number } {
  const rounding = 1e-6; // of a time that is a whole number of cycles
  const first = Math.max(0, Math.ceil(range.from / period - rounding));
  const last = Math.floor(range.to / period + rounding);
  const values = extent(shown, first, last);
  const [low, high] = values;
  const toX = (t: number): number => box.left + ((t - range.from) / (range.to - range.from)) * (width - box.left - box.right);
  const y = (v: number): number => plotHeight - box.bottom - ((v - low) / (high - low)) * (plotHeight - box.top - box.bottom);
  const axes: Axes = { first, last, x: (k) => toX(k * period), y };
  const below = legend(shown);
  const svg = text(box.left, 20, title, 'font-weight="600"') + grid(range, values, toX, y) +
    shown.map((one) => curvesOf(one, shown.length === 1, axes)).join('') + below.svg;
  return { svg, height: plotHeight + below.height + 14 };
}

const byUnit = (shown: ShownChannel[]): ShownChannel[][] =>
  [...new Set(shown.map((s) => s.channel.unit))].map((unit) => shown.filter((s) => s.channel.unit === unit));

export function chartsAsSvg(title: string, charts: ShownChannel[][], range: Range, period: number): string {
  const groups = charts.flatMap(byUnit);
  let height = 0;
  const panels = groups.map((shown) => {
    const made = panel(`${title} [${shown[0]!.channel.unit}]`, shown, range, period);
    const placed = `<g transform="translate(0 ${height})">${made.svg}</g>`;
    height += made.height;
    return placed;
  });
  const layers = Math.max(0, ...groups.flat().map(({ channel }) => channel.layers?.length ?? 0));
  const patterns = Array.from({ length: layers }, (_, i) => svgPattern(`layer${i}`, i)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="12"><defs>${patterns}</defs><rect width="100%" height="100%" fill="#fff"/>${panels.join('')}</svg>\n`;
}
