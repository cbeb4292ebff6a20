// The charts as SVG on white: one panel a unit, thinned to the smallest and largest value of each pixel. On paper: a small
// panel a channel, in black, under one legend.
import type { ShownChannel } from './chart';
import type { PlotChannel, Role, Trace, Values } from './groups';
import { stacked } from './stack';
import { curveColor, dashes, svgPattern } from './style';
import { bucketsOf, thinned, thinnedCycles } from './thin';
import { roundTicks } from './ticks';
import { wordOf } from './words';

/** How large a panel is, how many round numbers stand at its axes, and whether curves have colours. */
interface Form {
  width: number;
  plotHeight: number;
  ticks: [times: number, values: number];
  coloured: boolean;
}

const file: Form = { width: 900, plotHeight: 240, ticks: [8, 5], coloured: true };
const paper: Form = { width: 430, plotHeight: 160, ticks: [5, 4], coloured: false };
const box = { left: 70, top: 30, right: 20, bottom: 34 };
const legendRow = 17;
const black = '#1f2328';
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

const inkOf = ({ channel, index }: ShownChannel, { coloured }: Form): string => (channel.layers || !coloured ? black : curveColor(index, false));

function curvesOf(one: ShownChannel, alone: boolean, axes: Axes, form: Form): string {
  const { channel } = one;
  const own = inkOf(one, form);
  return layersOf(channel, axes) + drawnTraces(channel, alone).map((trace) => {
    const color = trace.role === 'limit' ? '#a40e26' : own;
    return `<path fill="none" stroke="${color}" stroke-width="1.4" stroke-dasharray="${dash(trace.role)}" d="${curve(trace.values, axes)}"><title>${escaped(`${channel.name} ${trace.name} [${channel.unit}]`)}</title></path>`;
  }).join('');
}

function grid(range: Range, [low, high]: [number, number], toX: Scale, y: Scale, { width, plotHeight, ticks }: Form): string {
  const bottom = plotHeight - box.bottom;
  const times = roundTicks(range.from, range.to, ticks[0]).map((t) =>
    `<path d="M${toX(t).toFixed(1)} ${box.top}V${bottom}" stroke="#e2e6ea"/>${text(toX(t), bottom + 18, `${t} s`, 'text-anchor="middle"')}`);
  const values = roundTicks(low, high, ticks[1]).map((v) =>
    `<path d="M${box.left} ${y(v).toFixed(1)}H${width - box.right}" stroke="#e2e6ea"/>${text(box.left - 8, y(v) + 4, String(v), 'text-anchor="end"')}`);
  return [...times, ...values].join('');
}

const lineSign = (color: string, pattern: string): string => `<path d="M0 -4H22" stroke="${color}" stroke-width="2" stroke-dasharray="${pattern}"/>`;
const entry = (sign: string, words: string): string => sign + text(28, 0, words);

/** Channels by colour. */
const channelEntries = (shown: ShownChannel[], form: Form): string[] => shown.map((one) => entry(lineSign(inkOf(one, form), ''), one.channel.name));

/** Kinds of curves by dash, layers by pattern. */
function kindEntries(shown: ShownChannel[], alone: boolean): string[] {
  const traces = shown.flatMap(({ channel }) => drawnTraces(channel, alone));
  const roles = [...new Set(traces.map((t) => t.role))].reverse();
  const layers = shown[0]?.channel.layers ?? [];
  return [
    ...roles.map((role) => entry(lineSign('#57606a', dash(role)), wordOf(role, traces))),
    ...layers.map((layer, i) => entry(`<rect y="-10" width="22" height="11" fill="url(#layer${i})"/>`, layer.name)),
  ];
}

function legend(entries: string[], { left, top, perRow, column }: { left: number; top: number; perRow: number; column: number }): { svg: string; height: number } {
  const svg = entries.map((one, i) => `<g transform="translate(${left + (i % perRow) * column} ${top + Math.floor(i / perRow) * legendRow})">${one}</g>`).join('');
  return { svg, height: Math.ceil(entries.length / perRow) * legendRow };
}

function panel(title: string, shown: ShownChannel[], range: Range, period: number, form: Form): string {
  const { width, plotHeight } = form;
  const rounding = 1e-6; // of a time that is a whole number of cycles
  const first = Math.max(0, Math.ceil(range.from / period - rounding));
  const last = Math.floor(range.to / period + rounding);
  const values = extent(shown, first, last);
  const [low, high] = values;
  const toX = (t: number): number => box.left + ((t - range.from) / (range.to - range.from)) * (width - box.left - box.right);
  const y = (v: number): number => plotHeight - box.bottom - ((v - low) / (high - low)) * (plotHeight - box.top - box.bottom);
  const axes: Axes = { first, last, x: (k) => toX(k * period), y };
  return text(box.left, 20, title, 'font-weight="600"') + grid(range, values, toX, y, form) +
    shown.map((one) => curvesOf(one, shown.length === 1, axes, form)).join('');
}

const byUnit = (shown: ShownChannel[]): ShownChannel[][] =>
  [...new Set(shown.map((s) => s.channel.unit))].map((unit) => shown.filter((s) => s.channel.unit === unit));

function picture(content: string, layers: number, width: number, height: number): string {
  const patterns = Array.from({ length: layers }, (_, i) => svgPattern(`layer${i}`, i)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="12"><defs>${patterns}</defs><rect width="100%" height="100%" fill="#fff"/>${content}</svg>\n`;
}

const layerCount = (shown: ShownChannel[]): number => Math.max(0, ...shown.map(({ channel }) => channel.layers?.length ?? 0));

export function chartsAsSvg(title: string, charts: ShownChannel[][], range: Range, period: number): string {
  const groups = charts.flatMap(byUnit);
  let height = 0;
  const panels = groups.map((shown) => {
    const entries = [...channelEntries(shown, file), ...kindEntries(shown, shown.length === 1)];
    const below = legend(entries, { left: box.left, top: file.plotHeight + 4, perRow: 4, column: 202 });
    const placed = `<g transform="translate(0 ${height})">${panel(`${title} [${shown[0]!.channel.unit}]`, shown, range, period, file)}${below.svg}</g>`;
    height += file.plotHeight + below.height + 14;
    return placed;
  });
  return picture(panels.join(''), layerCount(groups.flat()), file.width, height);
}

/** One channel on paper. */
export function channelOnPaper(one: ShownChannel, range: Range, period: number): string {
  const { name, unit } = one.channel;
  return picture(panel(`${name} [${unit}]`, [one], range, period, paper), layerCount([one]), paper.width, paper.plotHeight);
}

/** What the lines and layers of such channels are. */
export function legendOnPaper(shown: ShownChannel[]): string {
  const { svg, height } = legend(kindEntries(shown, true), { left: 0, top: 13, perRow: 3, column: 280 });
  return picture(svg, layerCount(shown), 2 * paper.width, height);
}
