// Torque over speed of a motor: what it can give, where the motion works, and what that is on average.
import type { Run } from '../run/run';
import { curveColor, isDark } from './style';
import { roundTicks } from './ticks';

const size = { width: 420, height: 300, left: 58, top: 26, right: 14, bottom: 38 };
const rpm = 30 / Math.PI;
const mostPoints = 1500;

interface Point {
  speed: number; // rpm
  torque: number; // N m
}

/** The motion that is judged: what is asked, else what was run. */
const signalOf = (run: Run, name: string): string => (run.signals.has(`${name}_asked`) ? `${name}_asked` : name);

export const hasDiagram = (run: Run): boolean =>
  run.document.motors.some((m) => !m.assumed) && run.signals.has(signalOf(run, 'ua')) && run.signals.has(signalOf(run, 'qda'));

function pointsOf(run: Run, motor: number): Point[] {
  const torque = run.channels(signalOf(run, 'ua'))[motor] ?? [];
  const speed = run.channels(signalOf(run, 'qda'))[motor] ?? [];
  return Array.from(torque, (u, k) => ({ speed: rpm * (speed[k] ?? NaN), torque: u })).filter((p) => Number.isFinite(p.speed) && Number.isFinite(p.torque));
}

/** Root mean square of the torque over the mean size of the speed: what heats and what turns. */
function average(points: Point[]): Point {
  const mean = (f: (p: Point) => number): number => points.reduce((sum, p) => sum + f(p), 0) / Math.max(1, points.length);
  return { speed: mean((p) => Math.abs(p.speed)), torque: Math.sqrt(mean((p) => p.torque * p.torque)) };
}

type Scale = (value: number) => number;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** From the lowest to the highest, zero among them, with some room. */
function reach(values: number[]): [number, number] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const room = 0.06 * (high - low) || 1;
  return [low - room, high + room];
}

export class Diagram {
  readonly element: HTMLElement;
  readonly svg: string;
  private readonly points: Point[];
  private readonly x: Scale;
  private readonly y: Scale;

  constructor(run: Run, motor: number) {
    const { name, envelope = [], torque_rated_N_m: rated } = run.document.motors[motor]!;
    const points = pointsOf(run, motor);
    this.points = points;
    const bounds = envelope.flatMap(([speed, low, high]) => [low, high].filter((u) => u !== null).map((u) => ({ speed: rpm * speed!, torque: u! })));
    const all = [...points, ...bounds];
    const [slow, fast] = reach(all.map((p) => p.speed));
    const [low, high] = reach(all.map((p) => p.torque));
    const { width, height, left, right, top, bottom } = size;
    this.x = (v) => left + ((v - slow) / (fast - slow)) * (width - left - right);
    this.y = (u) => height - bottom - ((u - low) / (high - low)) * (height - top - bottom);
    this.svg = this.draw(name, points, envelope as [number, number | null, number | null][], rated, [slow, fast], [low, high]);
    this.element = document.createElement('div');
    this.element.innerHTML = this.svg;
  }

  /** Marks where the motor works in a cycle. */
  setCycle(cycle: number): void {
    const point = this.points[Math.min(cycle, this.points.length - 1)];
    const mark = this.element.querySelector('.now');
    if (!point || !mark) return;
    mark.setAttribute('cx', this.x(point.speed).toFixed(1));
    mark.setAttribute('cy', this.y(point.torque).toFixed(1));
  }

  private draw(name: string, points: Point[], envelope: [number, number | null, number | null][], rated: number | null, [slow, fast]: [number, number], [low, high]: [number, number]): string {
    const { x, y } = this;
    const { width, height, left, right, top, bottom } = size;
    const [ink, soft, bad] = isDark() ? ['#e6edf3', '#3a4450', '#ff7b72'] : ['#1f2328', '#d8dee4', '#a40e26'];
    const color = curveColor(0);
    const text = (tx: number, ty: number, words: string, more = ''): string => `<text x="${tx.toFixed(1)}" y="${ty.toFixed(1)}" fill="${ink}" ${more}>${escaped(words)}</text>`;
    const grid = [
      ...roundTicks(slow, fast, 5).map((v) => `<path d="M${x(v).toFixed(1)} ${top}V${height - bottom}" stroke="${soft}"/>${text(x(v), height - bottom + 15, String(v), 'text-anchor="middle"')}`),
      ...roundTicks(low, high, 5).map((u) => `<path d="M${left} ${y(u).toFixed(1)}H${width - right}" stroke="${soft}"/>${text(left - 6, y(u) + 4, String(u), 'text-anchor="end"')}`),
    ].join('');
    const edge = (side: 1 | 2): string => {
      const corners = envelope.filter((e) => e[side] !== null).map((e) => `${x(rpm * e[0]).toFixed(1)} ${y(e[side]!).toFixed(1)}`);
      return corners.length > 0 ? `<path d="M${corners.join('L')}" fill="none" stroke="${bad}" stroke-width="1.6" stroke-dasharray="2 4"><title>what it can give</title></path>` : '';
    };
    const level = (u: number): string => `<path d="M${left} ${y(u).toFixed(1)}H${width - right}" stroke="${bad}" stroke-dasharray="8 5"><title>rated torque, for the mean</title></path>`;
    const step = Math.max(1, Math.ceil(points.length / mostPoints));
    const worst = points.reduce<Point | null>((best, p) => (best === null || Math.abs(p.torque) > Math.abs(best.torque) ? p : best), null);
    const dots = points.filter((_, k) => k % step === 0).map((p) => `M${x(p.speed).toFixed(1)} ${y(p.torque).toFixed(1)}h0`).join('');
    const mean = average(points);
    const sign = (p: Point, mark: string, words: string): string =>
      `<g><title>${escaped(words)}</title><text x="${x(p.speed).toFixed(1)}" y="${(y(p.torque) + 5).toFixed(1)}" text-anchor="middle" font-size="16" font-weight="700" fill="${ink}">${mark}</text></g>`;
    const told = (p: Point): string => `${p.torque.toPrecision(3)} N m at ${p.speed.toFixed(0)} rpm`;
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="11" role="img" aria-label="${escaped(`torque over speed of ${name}`)}">` +
      text(left, 14, `${name}: torque [N m] over speed [rpm]`, 'font-weight="600"') + grid + edge(1) + edge(2) +
      (rated === null ? '' : level(rated) + level(-rated)) +
      `<path d="${dots}" stroke="${color}" stroke-width="3" stroke-linecap="round" stroke-opacity="0.55" fill="none"/>` +
      (worst ? sign(worst, '×', `peak: ${told(worst)}`) : '') + sign(mean, '◆', `root mean square: ${told(mean)}`) +
      (worst ? text(left, height - 6, `× peak ${told(worst)}   ◆ root mean square ${told(mean)}`) : '') +
      `<circle class="now" r="5" cx="-9" cy="-9" fill="none" stroke="${ink}" stroke-width="2"/></svg>`;
  }
}

/** One picture, a diagram below the other. */
export function diagramsAsSvg(diagrams: Diagram[]): string {
  const inner = diagrams.map((d, i) => `<g transform="translate(0 ${i * size.height})">${d.svg}</g>`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${diagrams.length * size.height}"><rect width="100%" height="100%" fill="#fff"/>${inner}</svg>\n`;
}
