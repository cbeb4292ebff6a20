// Transport and time line: the moves as segments, a slider below them, the time.
import { button, element } from '../app/dom';
import type { Run } from '../run/run';
import { speeds, type Clock } from './clock';

export class Timeline {
  private readonly play: HTMLButtonElement;
  private readonly segments = element('div', { class: 'segments', role: 'group', 'aria-label': 'moves of the program' });
  private readonly slider = element('input', { type: 'range', min: '0', max: '0', value: '0', 'aria-label': 'time' });
  private readonly clockText = element('output', { class: 'clock' });
  private readonly speed = element('select', { 'aria-label': 'speed', title: 'Speed (+ and −)' });
  private run: Run | null = null;
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
    this.run = run;
    this.slider.max = String(run.cycles - 1);
    this.segments.replaceChildren(
      ...run.moves.map((move, i) => {
        const name = `${i + 1} ${move.kind}${move.target ? ` ${move.target}` : ''}`;
        const made = element('button', {
          type: 'button', class: move.achievable ? 'segment' : 'segment bad', 'data-move': String(i), tabindex: '-1',
          title: `${name}: ${move.reason}`, onclick: () => this.jump(i),
        }, move.achievable ? name : `✗ ${name}`);
        made.style.left = `${(100 * move.first_cycle) / run.cycles}%`;
        made.style.width = `${Math.max(0.4, (100 * (move.end_cycle - move.first_cycle)) / run.cycles)}%`;
        return made;
      }));
    this.current = -1;
    this.follow();
  }

  stepMove(by: number): void {
    const run = this.run;
    if (!run || run.moves.length === 0) return;
    this.clock.pause();
    const now = run.moveAt(this.clock.cycle);
    const inside = this.clock.cycle > (run.moves[now]?.first_cycle ?? 0);
    const next = by < 0 && inside ? now : now + by;
    this.clock.seek(run.moves[Math.min(run.moves.length - 1, Math.max(0, next))]!.first_cycle);
  }

  private follow(): void {
    const { clock, run } = this;
    this.slider.value = String(clock.cycle);
    this.speed.value = String(clock.speed);
    this.play.textContent = clock.playing ? '❚❚' : '▶';
    this.play.setAttribute('aria-pressed', String(clock.playing));
    this.clockText.textContent = `${clock.time.toFixed(3)} s · cycle ${clock.cycle} of ${clock.end}`;
    if (!run) return;
    const move = run.moveAt(clock.cycle);
    if (move === this.current) return;
    this.segments.children[this.current]?.removeAttribute('aria-current');
    this.segments.children[move]?.setAttribute('aria-current', 'step');
    this.current = move;
  }
}
