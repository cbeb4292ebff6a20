// Transport and time line: the moves as segments, a slider below them, the time.
import { button, element } from '../app/dom';
import type { Run } from '../run/run';
import { speeds, type Clock } from './clock';

/** Share of the time line below which moves are drawn together with the next ones: they could not be told apart. */
const narrow = 0.006;

/** Moves that follow each other and share a segment. */
export interface Piece {
  first: number;
  /** One behind the last. */
  end: number;
  /** Those that are not achievable. */
  bad: number[];
}

export function piecesOf(run: Run): Piece[] {
  const pieces: Piece[] = [];
  let wide = true;
  run.moves.forEach((move, i) => {
    if (wide) pieces.push({ first: i, end: i, bad: [] });
    const piece = pieces[pieces.length - 1]!;
    piece.end = i + 1;
    if (!move.achievable) piece.bad.push(i);
    wide = move.end_cycle - run.moves[piece.first]!.first_cycle >= narrow * run.cycles;
  });
  return pieces;
}

const clockText = (time: number, cycle: number, end: number): string => `${time.toFixed(3)} s · cycle ${cycle} of ${end}`;

export class Timeline {
  private readonly play: HTMLButtonElement;
  private readonly segments = element('div', { class: 'segments', role: 'group', 'aria-label': 'moves of the program' });
  private readonly slider = element('input', { type: 'range', min: '0', max: '0', value: '0', 'aria-label': 'time' });
  private readonly clockText = element('output', { class: 'clock', 'aria-live': 'off' });
  private readonly speed = element('select', { 'aria-label': 'speed', title: 'Speed (+ and −)' });
  private run: Run | null = null;
  private pieces: Piece[] = [];
  private current = -1;

  constructor(
    host: HTMLElement,
    private readonly clock: Clock,
    private readonly jump: (move: number) => void,
  ) {
    this.play = button('▶', 'Play or pause', 'space', () => clock.toggle());
    this.play.classList.add('play');
    for (const value of speeds) this.speed.append(element('option', { value: String(value) }, `${value} ×`));
    this.speed.addEventListener('change', () => clock.setSpeed(Number(this.speed.value)));
    this.slider.addEventListener('input', () => clock.seek(Number(this.slider.value)));
    host.append(
      element('div', { class: 'transport' },
        button('|◂', 'Move before', 'shift ←', () => this.stepMove(-1)),
        button('◂', 'Cycle before', '←', () => clock.step(-1)),
        this.play,
        button('▸', 'Next cycle', '→', () => clock.step(1)),
        button('▸|', 'Next move', 'shift →', () => this.stepMove(1)),
        this.speed, this.clockText),
      element('div', { class: 'track' }, this.segments, this.slider));
    clock.onChange(() => this.follow());
    this.follow();
  }

  show(run: Run): void {
    this.extend(run);
    this.pieces = piecesOf(run);
    this.segments.replaceChildren(...this.pieces.map((piece) => this.segment(run, piece)));
    this.current = -1;
    this.follow();
  }

  /** The same run, longer. */
  extend(run: Run): void {
    this.run = run;
    const end = run.cycles - 1;
    this.slider.max = String(end);
    this.clockText.style.minWidth = `${0.82 * clockText(run.duration, end * run.every, end * run.every).length}ch`; // the track beside it stays where it is
  }

  stepMove(by: number): void {
    const run = this.run;
    if (!run || run.moves.length === 0) return;
    this.clock.pause();
    const now = run.moveAt(this.clock.cycle);
    const inside = this.clock.cycle > (run.moves[now]?.first_cycle ?? 0);
    const next = by < 0 && inside ? now : now + by;
    this.clock.seek(run.moves[Math.max(0, next)]?.first_cycle ?? this.clock.end);
  }

  private segment(run: Run, piece: Piece): HTMLElement {
    const { first, end, bad } = piece;
    const move = run.moves[first]!;
    const many = end - first > 1;
    const name = many ? `${first + 1} – ${end}` : `${first + 1} ${move.word ?? move.kind}${move.target ? ` ${move.target}` : ''}`;
    const title = many ? `moves ${first + 1} to ${end}: ${bad.length || 'none'} not achievable` : `${name}: ${move.reason}`;
    const made = element('button', {
      type: 'button', class: bad.length === 0 ? 'segment' : 'segment bad', 'data-move': String(first), tabindex: '-1', title,
      onclick: () => this.jump(bad[0] ?? first),
    }, bad.length === 0 ? name : `✗ ${name}`);
    const start = run.moves[first]!.first_cycle;
    if (start >= run.cycles) made.classList.add('nowhere'); // never planned: it stands at the end
    made.style.left = `${(100 * start) / run.cycles}%`;
    made.style.width = `${(100 * (run.moves[end - 1]!.end_cycle - start)) / run.cycles}%`;
    return made;
  }

  private follow(): void {
    const { clock, run } = this;
    this.slider.value = String(clock.cycle);
    this.speed.value = String(clock.speed);
    this.play.textContent = clock.playing ? '❚❚' : '▶';
    this.play.setAttribute('aria-pressed', String(clock.playing));
    const every = run?.every ?? 1;
    this.clockText.textContent = clockText(clock.time, clock.cycle * every, clock.end * every);
    if (!run) return;
    const move = run.moveAt(clock.cycle);
    const piece = this.pieces.findIndex(({ first, end }) => first <= move && move < end);
    if (piece === this.current) return;
    this.segments.children[this.current]?.removeAttribute('aria-current');
    this.segments.children[piece]?.setAttribute('aria-current', 'step');
    this.current = piece;
  }
}
