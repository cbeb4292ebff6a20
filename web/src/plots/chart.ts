// One uPlot chart: traces of some channels over time, with the page's cursor on top of it.
import uPlot from 'uplot';
import type { PlotChannel, Role, Values } from './groups';
import { stacked } from './stack';
import { curveColor, layerPattern, pageColor } from './style';

export interface ShownChannel {
  channel: PlotChannel;
  /** Place in its group, which gives the colour. */
  index: number;
}

export interface ChartEvents {
  seek: (time: number) => void;
  zoom: (from: number, to: number) => void;
}

const dashes: Record<Role, number[]> = { achieved: [], asked: [7, 5], limit: [2, 4] };

export class Chart {
  readonly plot: uPlot;
  private readonly mark = document.createElement('div');
  private silent = false;
  private time = 0;

  constructor(
    host: HTMLElement,
    time: Float64Array,
    readonly shown: ShownChannel[],
    private readonly events: ChartEvents,
  ) {
    const series: uPlot.Series[] = [{}];
    const data: Values[] = [time];
    const bands: uPlot.Band[] = [];
    for (const one of shown) addChannel(one, shown.length === 1, series, data, bands);
    const size = { width: Math.max(160, host.clientWidth), height: Math.max(90, host.clientHeight) };
    this.plot = new uPlot(this.options(size, series, bands), data as uPlot.AlignedData, host);
    this.mark.className = 'time-mark';
    this.plot.over.append(this.mark);
  }

  setTime(time: number): void {
    this.time = time;
    this.placeMark();
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

  zoom(from: number, to: number): void {
    this.silent = true;
    this.plot.setScale('x', { min: from, max: to });
    this.silent = false;
  }

  resize(width: number, height: number): void {
    this.plot.setSize({ width, height });
  }

  private options(size: uPlot.BBox | { width: number; height: number }, series: uPlot.Series[], bands: uPlot.Band[]): uPlot.Options {
    const units = [...new Set(this.shown.map((s) => s.channel.unit))];
    const line = { stroke: () => pageColor('--ink-soft'), grid: { stroke: () => pageColor('--line-soft'), width: 1 }, ticks: { show: false } };
    const small = size.width < 420;
    const font = '11px system-ui, sans-serif';
    return {
      width: size.width,
      height: size.height,
      series,
      bands,
      legend: { show: false },
      padding: [8, 18, 0, 0],
      cursor: { y: false, drag: { x: true, y: false, dist: 4 }, points: { show: false } },
      scales: { x: { time: false } },
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
            if (key === 'x' && !this.silent && min != null && max != null) this.events.zoom(min, max);
          },
        ],
      },
    };
  }

  /** A click sets the time; a drag zooms (uPlot); a finger or a mouse with Alt drags the time. */
  private listen(u: uPlot): void {
    let pressedAt = 0;
    u.over.addEventListener('pointerdown', (e) => (pressedAt = e.clientX));
    u.over.addEventListener('pointerup', (e) => {
      if (Math.abs(e.clientX - pressedAt) < 4) this.events.seek(u.posToVal(e.offsetX, 'x'));
    });
    u.over.addEventListener('pointermove', (e) => {
      if (e.pointerType === 'touch' || (e.altKey && e.buttons === 1)) this.events.seek(u.posToVal(e.offsetX, 'x'));
    });
  }
}

function addChannel(
  { channel, index }: ShownChannel, alone: boolean, series: uPlot.Series[], data: Values[], bands: uPlot.Band[],
): void {
  if (channel.layers) addLayers(channel, series, data, bands);
  const color = channel.layers ? pageColor('--ink') : curveColor(index);
  const limits: number[] = [];
  for (const trace of channel.traces) {
    if (trace.role === 'limit' && !alone) continue;
    if (trace.role === 'limit') limits.push(series.length);
    data.push(trace.values);
    series.push({
      label: `${channel.name} ${trace.name}`,
      scale: channel.unit,
      stroke: trace.role === 'limit' ? pageColor('--bad') : color,
      width: trace.role === 'achieved' || channel.layers ? 1.8 : 1.3,
      dash: channel.layers && trace.role === 'asked' ? [] : dashes[trace.role],
      alpha: trace.role === 'asked' && !channel.layers ? 0.85 : 1,
      auto: trace.role !== 'limit' || limits.length > 0,
      points: { show: false },
    });
  }
  const [low, high] = limits;
  if (low !== undefined && high !== undefined) bands.push({ series: [high, low], fill: pageColor('--band') });
}

function addLayers(channel: PlotChannel, series: uPlot.Series[], data: Values[], bands: uPlot.Band[]): void {
  const { above, below } = stacked(channel.layers!);
  const base = series.length;
  const count = above.length;
  for (const edge of [...above, ...below]) {
    data.push(edge);
    series.push({ scale: channel.unit, width: 0, stroke: 'transparent', points: { show: false } });
  }
  for (let i = 1; i < count; ++i) {
    const fill = (u: uPlot): CanvasPattern | string => layerPattern(u.ctx, i - 1);
    bands.push({ series: [base + i, base + i - 1], fill });
    bands.push({ series: [base + count + i - 1, base + count + i], fill });
  }
}
