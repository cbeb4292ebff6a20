// The plots of the page: choice of the group, axes on and off with their values at the cursor, charts, export.
import { button, download, element, walkTabs } from '../app/dom';
import type { Run } from '../run/run';
import type { Clock } from '../time/clock';
import { Chart, type ChartContent, type ShownChannel } from './chart';
import { channelsAsCsv } from './export_csv';
import { chartsAsPicture } from './export_png';
import { chartsAsSvg, type Range } from './export_svg';
import { Diagram, diagramsAsSvg } from './diagram';
import { differencesOf, groupsOf, otherRoles, type PlotChannel, type PlotGroup } from './groups';
import { curveColor, layerPattern } from './style';
import { finite } from './thin';
import { chipTitle, wordOf } from './words';

export class PlotPanel {
  private readonly tabs = element('div', { class: 'tabs', role: 'tablist', 'aria-label': 'signal group' });
  private readonly more = element('select', { class: 'more', 'aria-label': 'further signals', onchange: () => this.select(this.groups.find((g) => g.id === this.more.value) ?? null) });
  private readonly chips = element('div', { class: 'chips' });
  private readonly legend = element('div', { class: 'legend' });
  private readonly area = element('div', { class: 'charts' });
  private readonly apartButton: HTMLButtonElement;
  private readonly differenceButton: HTMLButtonElement;
  private run: Run | null = null;
  private groups: PlotGroup[] = [];
  private group: PlotGroup | null = null;
  private channels: PlotChannel[] = [];
  private charts: Chart[] = [];
  private diagrams: Diagram[] = [];
  private readonly offOf = new Map<string, Set<number>>();
  private apart = false;
  private differs = false;
  private range: Range | null = null;

  constructor(
    host: HTMLElement,
    private readonly clock: Clock,
  ) {
    this.apartButton = button('▦', 'One chart an axis', 'a', () => this.toggleApart());
    this.differenceButton = button('Δ', 'Differences of the runs', 'd', () => this.toggleDifferences());
    const tools = element(
      'div', { class: 'tools' }, this.differenceButton, this.apartButton,
      button('+', 'Zoom in at the cursor', '>', () => this.magnify(2)),
      button('−', 'Zoom out', '<', () => this.magnify(0.5)),
      button('⤢', 'Whole time', 'double click', () => this.resetZoom()),
      button('SVG', 'Save charts as SVG', '', () => this.saveSvg()),
      button('PNG', 'Save charts as PNG', '', () => this.savePng()),
      button('CSV', 'Save values as CSV', '', () => this.saveCsv()),
    );
    host.append(element('div', { class: 'plot-head' }, this.tabs, this.more, tools), this.chips, this.legend, this.area);
    clock.onChange(() => this.follow());
    new ResizeObserver(() => this.resize()).observe(this.area);
  }

  show(run: Run): void {
    this.run = run;
    this.groups = groupsOf(run);
    this.range = null;
    this.differs &&= run.others.length > 0;
    this.select(this.groupThatOpens() ?? this.groupLikeBefore());
  }

  /** The same run, longer: the charts stay and get new values. */
  extend(run: Run): void {
    const tabs = this.groups.length;
    this.run = run;
    this.groups = groupsOf(run);
    const group = this.groupLikeBefore();
    const same = group?.id === this.group?.id && this.groups.length === tabs;
    this.group = group;
    this.channels = this.channelsOf(group);
    const parts = this.arrangement();
    const { from, to } = this.visibleRange();
    const kept = same && parts.length === this.charts.length && this.charts.every((c, i) => c.update(contentOf(run, parts[i]!), from, to));
    if (kept) this.follow();
    else this.select(group);
  }

  /** Shows an axis alone, as a verdict asks for it. */
  focus(groupId: string, channel: number): void {
    const group = this.groups.find((g) => g.id === groupId);
    if (!group) return;
    this.offOf.set(group.id, new Set(group.channels().map((_, i) => i).filter((i) => i !== channel)));
    this.select(group);
  }

  toggleChannel(index: number): void {
    if (index >= this.channels.length) return;
    if (!this.off.delete(index)) this.off.add(index);
    this.rebuild();
  }

  allChannels(): void {
    this.off.clear();
    this.rebuild();
  }

  toggleDifferences(): void {
    if (!this.run?.others.length) return;
    this.differs = !this.differs;
    this.select(this.group);
  }

  toggleApart(): void {
    this.apart = !this.apart;
    this.rebuild();
  }

  /** Around the cursor: it stays where it is on the screen, or comes to the middle if it was out of sight. */
  magnify(factor: number): void {
    const whole = this.run?.duration || 1;
    const { from, to } = this.visibleRange();
    const length = Math.max((to - from) / factor, 4 * (this.run?.period ?? 0));
    if (length > whole * (1 - 1e-9)) return this.resetZoom();
    const { time } = this.clock;
    const share = time >= from && time <= to ? (time - from) / (to - from) : 0.5;
    const start = Math.min(whole - length, Math.max(0, time - share * length));
    this.zoomed(start, start + length);
  }

  resetZoom(): void {
    this.range = null;
    this.zoomCharts(this.visibleRange());
  }

  /** Once more with the colours of the theme. */
  rebuild(): void {
    const run = this.run;
    this.drawTabs();
    this.drawChips();
    this.drawLegend();
    for (const chart of this.charts) chart.plot.destroy();
    this.area.replaceChildren();
    this.charts = [];
    this.diagrams = [];
    if (!run) return;
    if (this.group?.diagram) return this.drawDiagrams(run);
    if (this.groups.length === 0) this.area.append(element('p', { class: 'nothing' }, 'Nothing moved: there is nothing to plot.'));
    const places = this.arrangement().map((shown) => ({ shown, canvas: this.addPlace(shown) })); // all, so that each has its size
    for (const { shown, canvas } of places)
      this.charts.push(new Chart(canvas, contentOf(run, shown), {
        seek: (t) => this.clock.seek(t / run.period),
        zoom: (from, to) => this.zoomed(from, to),
        wholeTime: () => this.resetZoom(),
      }));
    this.resize();
    if (this.range) this.zoomCharts(this.range);
    this.follow();
  }

  /** Channels of the group that are switched off. A split starts with the motor that is strained most. */
  private get off(): Set<number> {
    const id = this.group?.id ?? '';
    let off = this.offOf.get(id);
    if (!off) {
      const worst = this.run && id === 'split' ? mostStrained(this.run, this.clock.cycle) : -1;
      off = new Set(worst < 0 ? [] : this.channels.map((_, i) => i).filter((i) => i !== worst));
      this.offOf.set(id, off);
    }
    return off;
  }

  private drawDiagrams(run: Run): void {
    for (const { index } of this.shownChannels()) {
      const diagram = new Diagram(run, index);
      this.diagrams.push(diagram);
      this.area.append(element('div', { class: 'chart diagram' }, diagram.element));
    }
    this.follow();
  }

  private addPlace(shown: ShownChannel[]): HTMLElement {
    const cell = element('div', { class: 'chart' });
    if (this.isApart()) cell.append(element('h4', {}, shown.map((s) => `${s.channel.name} [${s.channel.unit}]`).join(', ')));
    const canvas = element('div', { class: 'canvas' });
    cell.append(canvas);
    this.area.append(cell);
    return canvas;
  }

  private channelsOf(group: PlotGroup | null): PlotChannel[] {
    const channels = group?.channels() ?? [];
    return this.differs && !group?.diagram ? differencesOf(channels) : channels;
  }

  private groupThatOpens(): PlotGroup | undefined {
    return this.group ? undefined : this.groups.find((g) => g.id === this.run?.document.opens_with);
  }

  private select(group: PlotGroup | null): void {
    this.group = group;
    this.channels = this.channelsOf(group);
    if (this.channels.every((_, i) => this.off.has(i))) this.off.clear();
    this.rebuild();
  }

  private shownChannels(): ShownChannel[] {
    return this.channels.map((channel, index) => ({ channel, index })).filter(({ index }) => !this.off.has(index));
  }

  private isApart(): boolean {
    return this.apart || this.group?.id === 'split';
  }

  private arrangement(): ShownChannel[][] {
    const shown = this.shownChannels();
    if (shown.length === 0) return [];
    return this.isApart() ? shown.map((one) => [one]) : [shown];
  }

  private zoomed(from: number, to: number): void {
    this.range = { from, to };
    this.zoomCharts(this.range);
  }

  private zoomCharts({ from, to }: Range): void {
    for (const chart of this.charts) chart.zoom(from, to);
    this.follow();
  }

  private groupLikeBefore(): PlotGroup | null {
    const found = [this.group?.id, 'torque', 'joint-torque'].map((id) => this.groups.find((g) => g.id === id)).find(Boolean);
    return found ?? this.groups[0] ?? null;
  }

  private drawTabs(): void {
    this.apartButton.setAttribute('aria-pressed', String(this.isApart()));
    this.differenceButton.setAttribute('aria-pressed', String(this.differs));
    this.differenceButton.hidden = !this.run?.others.length;
    redraw(this.tabs,
      ...this.groups.filter((group) => !group.more).map((group) =>
        element('button', {
          type: 'button', role: 'tab', 'data-group': group.id, 'aria-selected': String(group === this.group),
          tabindex: group === this.group ? '0' : '-1', onkeydown: (e) => walkTabs(e as KeyboardEvent, this.tabs),
          onclick: () => this.select(this.groups.find((g) => g.id === group.id) ?? null), // a run that grows has other groups by then
        }, group.title)));
    this.drawMore();
  }

  private drawMore(): void {
    const further = this.groups.filter((group) => group.more);
    const chosen = this.group?.more ? this.group.id : '';
    this.more.hidden = further.length === 0;
    this.more.classList.toggle('chosen', chosen !== '');
    const option = (value: string, title: string): HTMLOptionElement => element('option', { value }, title);
    this.more.replaceChildren(...(chosen ? [] : [option('', 'More …')]), ...further.map((group) => option(group.id, group.title)));
    this.more.value = chosen;
  }

  private drawChips(): void {
    redraw(this.chips,
      ...this.channels.map((channel, i) => {
        const swatch = element('i', { class: 'swatch' });
        swatch.style.background = curveColor(i);
        return element('button', {
          type: 'button', class: 'chip', 'aria-pressed': String(!this.off.has(i)), title: chipTitle(channel, i),
          onclick: () => this.toggleChannel(i), ondblclick: () => this.group && this.focus(this.group.id, i),
        }, swatch, element('b', {}, channel.name), element('span', { class: 'value' }));
      }));
  }

  private drawLegend(): void {
    if (this.group?.diagram) return this.legend.replaceChildren();
    const layers = this.shownChannels()[0]?.channel.layers;
    const entry = (sign: HTMLElement, text: string): HTMLElement =>
      element('span', { class: 'entry' }, sign, element('span', {}, text), element('span', { class: 'value' }));
    if (!layers) {
      const drawn = this.shownChannels().flatMap((s) => s.channel.traces);
      const roles = new Set(drawn.map((t) => t.role));
      if (this.shownChannels().length > 1 && !this.isApart()) roles.delete('limit');
      this.legend.replaceChildren(...[...roles].reverse().map((role) => entry(element('i', { class: `line ${role}` }), wordOf(role, drawn))));
      return;
    }
    this.legend.replaceChildren(
      ...layers.map((layer, i) => {
        const swatch = element('canvas', { class: 'swatch', width: '18', height: '12' });
        const pen = swatch.getContext('2d')!;
        pen.fillStyle = layerPattern(pen, i);
        pen.fillRect(0, 0, 18, 12);
        return entry(swatch, layer.name);
      }),
      entry(element('i', { class: 'line total' }), 'asked torque'));
  }

  /** Cursor and readout. */
  private follow(): void {
    const cycle = this.clock.cycle;
    for (const chart of this.charts) chart.setTime(this.clock.time);
    for (const diagram of this.diagrams) diagram.setCycle(cycle);
    this.channels.forEach((channel, i) => {
      const place = this.chips.children[i]?.querySelector('.value');
      if (place) place.textContent = readout(channel, cycle);
    });
    const first = this.shownChannels()[0]?.channel;
    first?.layers?.forEach((layer, i) => {
      const place = this.legend.children[i]?.querySelector('.value');
      if (place) place.textContent = `${short(layer.values[cycle] ?? null)} N m`;
    });
  }

  private resize(): void {
    for (const chart of this.charts) {
      const host = chart.plot.root.parentElement;
      if (host && host.clientWidth > 0) chart.resize(host.clientWidth, Math.max(80, host.clientHeight));
    }
    this.follow();
  }

  private visibleRange(): Range {
    return this.range ?? { from: 0, to: this.run?.duration || 1 };
  }

  private fileName(extension: string): string {
    return `${this.run?.document.program.name || this.run?.document.robot.name}-${this.group?.id}.${extension}`;
  }

  private saveSvg(): void {
    if (!this.run || !this.group) return;
    const svg = this.diagrams.length > 0 ? diagramsAsSvg(this.diagrams) : chartsAsSvg(this.group.title, this.arrangement(), this.visibleRange(), this.run.period);
    download(this.fileName('svg'), new Blob([svg], { type: 'image/svg+xml' }));
  }

  private savePng(): void {
    if (this.diagrams.length > 0) return this.saveSvg();
    if (!this.group) return;
    const sheet = chartsAsPicture(this.group.title, this.charts.map((c) => c.plot.ctx.canvas), this.arrangement());
    sheet.toBlob((blob) => blob && download(this.fileName('png'), blob));
  }

  private saveCsv(): void {
    if (!this.run) return;
    const { from, to } = this.visibleRange();
    const csv = channelsAsCsv(this.shownChannels(), this.run.period, this.run.cycleAt(from), this.run.cycleAt(to));
    download(this.fileName('csv'), new Blob([csv], { type: 'text/csv' }));
  }
}

/** Buttons made anew; the focus stays in its place. */
function redraw(row: HTMLElement, ...buttons: HTMLElement[]): void {
  const focused = [...row.children].indexOf(document.activeElement!);
  row.replaceChildren(...buttons);
  if (focused >= 0) buttons[focused]?.focus();
}

function contentOf(run: Run, shown: ShownChannel[]): ChartContent {
  return { shown, cycles: run.cycles, period: run.period };
}

/** The motor with the largest share of its torque in a cycle. */
function mostStrained(run: Run, cycle: number): number {
  const loads = run.document.motors.map((_, i) => run.motorLoad(i, cycle));
  return loads.indexOf(Math.max(...loads));
}

function short(value: number | null): string {
  if (value === null) return '–';
  if (Math.abs(value) < 5e-4) return '0.000';
  return Math.abs(value) >= 1000 ? value.toFixed(0) : value.toFixed(Math.abs(value) < 10 ? 3 : 2);
}

function readout(channel: PlotChannel, cycle: number): string {
  const at = (role: string): number | null => finite(channel.traces.find((t) => t.role === role)?.values[cycle]);
  const achieved = at('achieved');
  const asked = at('asked');
  const others = otherRoles.filter((role) => channel.traces.some((t) => t.role === role)).map(at);
  if (others.length > 0) return `${(achieved === null ? others : [achieved, ...others]).map(short).join(' ⁄ ')} ${channel.unit}`;
  const values = channel.traces.some((t) => t.role === 'achieved') ? [achieved, asked] : [asked];
  const same = values.length > 1 && (asked === null || Math.abs((achieved ?? 0) - asked) < 5e-4);
  return `${(same ? values.slice(0, 1) : values).map(short).join(' ⁄ ')} ${channel.unit}`;
}
