// One uPlot chart: traces of some channels over time, with the page's cursor on top of it.
import uPlot from 'uplot';
import type { PlotChannel, Values } from './groups';
import { stacked } from './stack';
import { curveColor, dashes, layerPattern, pageColor } from './style';
import { bucketsOf, thinned, thinnedCycles } from './thin';

export interface ShownChannel {
  channel: PlotChannel;
  /** Place in its group, which gives the colour. */
  index: number;
}

export interface ChartEvents {
  seek: (time: number) => void;
  zoom: (from: number, to: number) => void;
  wholeTime: () => void;
}

/** What a chart shows of a run. */
export interface ChartContent {
  shown: ShownChannel[];
  cycles: number;
  period: number;
}

/** Curves and the areas between them, in the order of the series behind the time. */
interface Curves {
  series: uPlot.Series[];
  values: Values[];
  bands: uPlot.Band[];
}

function curvesOf(shown: ShownChannel[]): Curves {
  const curves: Curves = { series: [{}], values: [], bands: [] };
  for (const one of shown) addChannel(one, shown.length === 1, curves);
  return curves;
}

export class Chart {
  readonly plot: uPlot;
  private readonly mark = document.createElement('div');
  private values: Values[];
  /** Of the curves, where there is room for them. */
  private readonly widths: number[];
  /** Cycles share a pixel. */
  private dense = false;
  private from = 0;
  private to: number;
  private time = 0;
  /** Before the latest click. */
  private timeBefore = 0;

  constructor(
    host: HTMLElement,
    private content: ChartContent,
    private readonly events: ChartEvents,
  ) {
    const curves = curvesOf(content.shown);
    this.values = curves.values;
    this.to = (content.cycles - 1) * content.period || 1;
    const size = { width: Math.max(160, host.clientWidth), height: Math.max(90, host.clientHeight) };
    this.widths = curves.series.map((s) => s.width ?? 0);
    this.plot = new uPlot(this.options(size, curves), this.data(size.width), host);
    this.setWidths(); // before it draws
    this.mark.className = 'time-mark';
    this.plot.over.append(this.mark);
  }

  setTime(time: number): void {
    this.time = time;
    this.placeMark();
  }

  /** New values for the same curves, as a live run has them; false if the curves are others. */
  update(content: ChartContent, from: number, to: number): boolean {
    const { series, values } = curvesOf(content.shown);
    const same = series.length === this.plot.series.length && series.every((s, i) => s.label === this.plot.series[i]!.label || i === 0);
    if (!same) return false;
    this.content = content;
    this.values = values;
    this.zoom(from, to);
    return true;
  }

  zoom(from: number, to: number): void {
    this.from = from;
    this.to = to;
    this.plot.batch(() => {
      this.plot.setData(this.data(this.plot.width), false);
      this.setWidths();
      this.plot.setScale('x', { min: from, max: to });
    });
  }

  resize(width: number, height: number): void {
    if (width === this.plot.width && height === this.plot.height) return;
    this.plot.setSize({ width, height });
    this.zoom(this.from, this.to);
  }

  /** Not before uPlot has its scales; it draws when it has. */
  private placeMark(): void {
    if (this.plot?.scales['x']?.max == null) return;
    const { time } = this;
    const x = this.plot.valToPos(time, 'x');
    this.mark.style.transform = `translateX(${x.toFixed(1)}px)`;
    this.mark.hidden = x < 0 || x > this.plot.bbox.width / devicePixelRatio;
    this.mark.dataset['time'] = time.toFixed(4);
  }

  /** What can be told apart at this width, one cycle beyond the edges included. */
  private data(width: number): uPlot.AlignedData {
    const { cycles, period } = this.content;
    const buckets = bucketsOf(this.from / period - 1, this.to / period + 1, cycles, 2 * width * devicePixelRatio);
    this.dense = buckets.size > 1;
    const time = thinnedCycles(buckets).map((k) => k * period);
    return [time, ...this.values.map((values) => thinned(values, buckets))];
  }

  /** Fine lines where many cycles share a pixel: easier to read, and three times as quick where software draws. */
  private setWidths(): void {
    this.plot.series.forEach((series, i) => (series.width = this.dense ? Math.min(1, this.widths[i]!) : this.widths[i]!));
  }

  private options(size: { width: number; height: number }, { series, bands }: Curves): uPlot.Options {
    const units = [...new Set(this.content.shown.map((s) => s.channel.unit))];
    const line = { stroke: () => pageColor('--ink-soft'), grid: { stroke: () => pageColor('--line-soft'), width: 1 }, ticks: { show: false } };
    const small = size.width < 420;
    const font = '11px system-ui, sans-serif';
    return {
      width: size.width,
      height: size.height,
      series,
      bands,
      legend: { show: false },
      pxAlign: 0, // curves go through their values, not through the nearest pixels
      padding: [8, 18, 0, 0],
      cursor: {
        y: false, drag: { x: true, y: false, dist: 4 }, points: { show: false },
        bind: { dblclick: () => () => (this.unzoom(), null) },
      },
      scales: { x: { time: false, min: this.from, max: this.to } },
      axes: [
        { ...line, font, size: 26, values: (_, ticks) => ticks.map((t) => `${+t.toFixed(4)} s`) },
        ...units.map((unit, i) => ({
          ...line, font, scale: unit, side: (i === 0 ? 3 : 1) as uPlot.Axis.Side, size: small ? 38 : 48,
          ...(small ? {} : { label: `[${unit}]`, labelFont: font, labelSize: 16 }), grid: { ...line.grid, show: i === 0 },
        })),
      ],
      hooks: {
        ready: [(u) => this.listen(u)],
        draw: [() => this.placeMark()],
        setScale: [
          (u, key) => {
            const { min, max } = u.scales['x']!;
            if (key === 'x' && min != null && max != null && (min !== this.from || max !== this.to)) this.events.zoom(min, max);
          },
        ],
      },
    };
  }

  /** A click sets the time; a drag zooms (uPlot); a finger or a mouse with Alt drags the time. */
  private listen(u: uPlot): void {
    let pressedAt = 0;
    u.over.addEventListener('pointerdown', (e) => (pressedAt = e.clientX));
    u.over.addEventListener('click', (e) => {
      if (Math.abs(e.clientX - pressedAt) >= 4 || e.detail > 1) return;
      this.timeBefore = this.time;
      this.events.seek(u.posToVal(e.offsetX, 'x'));
    });
    u.over.addEventListener('pointermove', (e) => {
      if (e.pointerType === 'touch' || (e.altKey && e.buttons === 1)) this.events.seek(u.posToVal(e.offsetX, 'x'));
    });
  }

  /** Its first click was no wish for another time. */
  private unzoom(): void {
    this.events.seek(this.timeBefore);
    this.events.wholeTime();
  }
}

function addChannel({ channel, index }: ShownChannel, alone: boolean, { series, values, bands }: Curves): void {
  if (channel.layers) addLayers(channel, { series, values, bands });
  const color = channel.layers ? pageColor('--ink') : curveColor(index);
  const limits: number[] = [];
  for (const trace of channel.traces) {
    if (trace.role === 'limit' && !alone) continue;
    if (trace.role === 'limit') limits.push(series.length);
    values.push(trace.values);
    series.push({
      label: `${channel.name} ${trace.name}`,
      scale: channel.unit,
      stroke: trace.role === 'limit' ? pageColor('--bad') : color,
      width: trace.role === 'asked' || trace.role === 'limit' ? (channel.layers ? 1.8 : 1.3) : 1.8,
      dash: channel.layers && trace.role === 'asked' ? [] : dashes[trace.role],
      alpha: trace.role === 'asked' && !channel.layers ? 0.85 : 1,
      auto: trace.role !== 'limit' || limits.length > 0,
      points: { show: false },
    });
  }
  const [low, high] = limits;
  if (low !== undefined && high !== undefined) bands.push({ series: [high, low], fill: pageColor('--band') });
}

function addLayers(channel: PlotChannel, { series, values, bands }: Curves): void {
  const { above, below } = stacked(channel.layers!);
  const base = series.length;
  const count = above.length;
  for (const edge of [...above, ...below]) {
    values.push(edge);
    series.push({ label: channel.name, scale: channel.unit, width: 0, stroke: 'transparent', points: { show: false } });
  }
  for (let i = 1; i < count; ++i) {
    const fill = (u: uPlot): CanvasPattern | string => layerPattern(u.ctx, i - 1);
    bands.push({ series: [base + i, base + i - 1], fill });
    bands.push({ series: [base + count + i - 1, base + count + i], fill });
  }
}
