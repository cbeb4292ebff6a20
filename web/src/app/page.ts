// The page: one run, one clock, and the parts that show them.
import { PlotPanel } from '../plots/panel';
import { isDark } from '../plots/style';
import { sheetOf, startPrinting } from '../print/sheet';
import { ProgramEditor } from '../program/editor';
import type { Finding } from '../run/document';
import { Run, withoutVerdict } from '../run/run';
import { Stage, type View } from '../scene/stage';
import { Clock } from '../time/clock';
import { Timeline } from '../time/timeline';
import { VerdictPanel } from '../verdict/verdict';
import { button, download, fixed, oncePerFrame, percent } from './dom';
import { listenEverywhere, listenToKeys, showHelp, type KeyTable } from './keys';
import { buildLayout, openStudio, type Layout } from './layout';
import { startTheme } from './theme';

const turnStep = Math.PI / 24; // of a key

export class Page {
  readonly layout: Layout = buildLayout();
  readonly clock = new Clock();
  readonly stage: Stage;
  readonly editor: ProgramEditor;
  run: Run | null = null;
  private readonly plots: PlotPanel;
  private readonly timeline: Timeline;
  private readonly verdict: VerdictPanel;
  private readonly toggles = new Map<string, HTMLButtonElement>();
  private readonly keys: KeyTable = [];

  constructor() {
    const { layout, clock } = this;
    this.verdict = new VerdictPanel(layout.side.add('verdict', 'Verdict'), (i) => this.jump(i));
    this.editor = new ProgramEditor(layout.side.add('program', 'Program'), (line) => this.jumpToLine(line));
    layout.side.onShow = () => this.editor.refresh();
    this.stage = new Stage(layout.stage);
    this.timeline = new Timeline(layout.time, clock, (i) => this.jump(i));
    this.plots = new PlotPanel(layout.plots, clock);
    const switchTheme = startTheme(() => this.dress());
    this.addTools(switchTheme);
    startPrinting(() => this.sheet());
    clock.onChange(oncePerFrame(() => this.follow()));
  }

  /** The program can be edited, beside its verdict. Returns the place for what is asked for. */
  openStudio(): HTMLElement {
    this.editor.setEditable(true);
    return openStudio(this.layout);
  }

  /** Keys with ctrl, which work where someone types, too. */
  addKeys(keys: KeyTable): void {
    this.keys.unshift(...keys);
    listenEverywhere(keys);
  }

  /** Others may not edit: the studio goes, the program can be read. */
  watchOnly(): void {
    this.editor.setEditable(false);
    window.document.body.dataset['rights'] = 'watch';
  }

  /** The line of the move that a live robot runs, where its program is the one that is shown; 0: none. */
  followLive(line: number): void {
    const lines = this.run?.document.program.lines ?? [];
    if (lines.length > 0 && this.editor.holds(lines.join('\n'))) this.editor.setCurrentLine(line);
  }

  show(run: Run): void {
    const edited = this.editor.text !== ''; // a source that comes must not take away what is being edited
    if (run.document.kind !== 'live' || (!edited && run.document.program.lines.length > 0)) this.showProgram(run);
    this.display(run);
  }

  private display(run: Run): void {
    const again = this.run?.document.kind === run.document.kind; // a live view has a time of its own
    this.run = run;
    this.title();
    this.stage.show(run);
    this.verdict.show(run);
    this.timeline.show(run);
    this.plots.show(run);
    this.clock.reset(run.cycles, run.period, again);
    this.follow();
  }

  private showProgram({ document, moves }: Run): void {
    this.editor.showVerified(document.program.lines.join('\n'), moves, document.findings);
  }

  /** A live run: plots follow its end. */
  showLive(run: Run): void {
    this.run = run;
    this.clock.reset(run.cycles, run.period);
    this.plots.extend(run);
    this.timeline.extend(run);
    this.clock.seek(this.clock.end);
  }

  /** A verification failed: its problems in words, and nothing of the verdict before. The robot stays, at rest. */
  showProblems(sentence: string, findings: Finding[]): void {
    if (this.run) this.display(new Run(withoutVerdict(this.run.document, sentence)));
    const { badge, summary } = this.layout;
    badge.textContent = '✗';
    badge.className = 'badge bad';
    summary.textContent = summary.title = window.document.title = sentence;
    this.layout.side.offer('verdict', true);
    this.verdict.showProblems(sentence, findings);
    this.editor.showUnverified(findings);
  }

  jump(move: number): void {
    if (!this.run) return;
    this.clock.pause();
    this.clock.seek(this.run.cycleOfInterest(move));
  }

  /** The next move of that line behind the cursor, or its first: a loop runs a line many times. */
  jumpToLine(line: number): void {
    const moves = this.run?.moves ?? [];
    const here = moves.map((m, i) => ({ m, i })).filter(({ m }) => m.line === line);
    const next = here.find(({ m }) => m.first_cycle > this.clock.cycle) ?? here[0];
    if (next) this.jump(next.i);
  }

  private title(): void {
    const document = this.run!.document;
    const { badge, summary, subtitle } = this.layout;
    const known = document.achievable !== null;
    badge.textContent = !known ? '●' : document.achievable ? '✓' : '✗';
    badge.className = `badge ${!known ? '' : document.achievable ? 'good' : 'bad'}`;
    summary.textContent = summary.title = document.summary;
    subtitle.textContent = [document.robot.title, document.program.file.replace(/.*[\\/]/, ''), document.generator].filter(Boolean).join(' · ');
    window.document.title = document.summary;
    window.document.body.dataset['kind'] = document.kind;
    this.layout.side.rename('verdict', document.kind === 'verify' ? 'Verdict' : document.kind === 'torque' ? 'Loads' : 'Audit');
    this.layout.side.offer('verdict', document.kind !== 'live');
    this.layout.side.offer('program', document.program.lines.length > 0);
  }

  private follow(): void {
    const { run, clock } = this;
    if (!run || run.document.kind === 'live') return;
    this.stage.pose(clock.cycle);
    const index = run.moveAt(clock.cycle);
    const move = run.moves[index];
    this.verdict.setCurrent(index);
    this.editor.setCurrentLine(move?.line ?? 0);
    const judged = run.isJudged(clock.cycle);
    const load = judged ? run.load[clock.cycle] : undefined;
    const error = judged ? run.channels('path_error')[0]?.[clock.cycle] : undefined;
    this.layout.stageNote.textContent = [
      move ? `move ${index + 1}: ${move.word ?? move.kind} ${move.target}${move.achievable ? '' : ' ✗ not achievable'}` : '',
      load === undefined ? '' : `worst motor torque ${percent(load)} %`,
      error === undefined ? '' : `off path ${fixed(1000 * error, 2)} mm`,
    ].filter(Boolean).join('   ');
  }

  private sheet(): HTMLElement | null {
    const { run, clock, layout, stage } = this;
    if (!run) return null;
    const caption = [`${clock.time.toFixed(3)} s`, layout.stageNote.textContent].filter(Boolean).join('   ');
    return sheetOf(run, { title: layout.summary.textContent ?? '', subtitle: layout.subtitle.textContent ?? '', picture: stage.pictureForPaper(), caption });
  }

  private dress(): void {
    this.stage?.dress(isDark());
    this.plots?.rebuild();
  }

  private toggle(what: 'ghost' | 'paths' | 'frames'): void {
    const on = this.stage.toggle(what);
    this.toggles.get(what)?.setAttribute('aria-pressed', String(on));
    this.follow();
  }

  private addTools(switchTheme: () => void): void {
    const { clock, stage, plots, timeline } = this;
    const view = (name: View) => (): void => stage.view(name);
    const keys: KeyTable = [
      ['space', 'play or pause', () => clock.toggle()],
      ['ArrowLeft', 'one cycle back', () => clock.step(-1)],
      ['ArrowRight', 'one cycle on', () => clock.step(1)],
      ['shift ArrowLeft', 'move before', () => timeline.stepMove(-1)],
      ['shift ArrowRight', 'next move', () => timeline.stepMove(1)],
      ['Home', 'start', () => clock.seek(0)],
      ['End', 'end', () => clock.seek(clock.end)],
      ['+', 'quicker', () => clock.changeSpeed(1)],
      ['-', 'slower', () => clock.changeSpeed(-1)],
      ['f', 'fit the 3D view', () => stage.fit()],
      ['i', 'view at an angle', view('iso')],
      ['x', 'view from the front', view('front')],
      ['y', 'view from the side', view('side')],
      ['z', 'view from above', view('top')],
      ['ctrl ArrowLeft', 'turn the 3D view (with ← → ↑ ↓)', () => stage.turn(-turnStep, 0)],
      ['ctrl ArrowRight', '', () => stage.turn(turnStep, 0)],
      ['ctrl ArrowUp', '', () => stage.turn(0, turnStep)],
      ['ctrl ArrowDown', '', () => stage.turn(0, -turnStep)],
      ['PageUp', 'nearer in the 3D view', () => stage.approach(1.2)],
      ['PageDown', 'farther in the 3D view', () => stage.approach(1 / 1.2)],
      ['>', 'zoom the charts in, at the cursor', () => plots.magnify(2)],
      ['<', 'zoom the charts out', () => plots.magnify(0.5)],
      ['g', 'ghost of the asked pose on or off', () => this.toggle('ghost')],
      ['p', 'paths of the tool on or off', () => this.toggle('paths')],
      ['r', 'frames on or off', () => this.toggle('frames')],
      ['a', 'one chart an axis, or all in one', () => plots.toggleApart()],
      ['d', 'differences of the runs', () => plots.toggleDifferences()],
      ['0', 'all axes', () => plots.allChannels()],
      ...Array.from({ length: 9 }, (_, i) => [`${i + 1}`, i === 0 ? 'to 9: axis on or off' : '', () => plots.toggleChannel(i)] as KeyTable[number]),
      ['t', 'light or dark', switchTheme],
    ];
    const help = (): void => showHelp(this.keys);
    this.keys.push(...keys, ['?', 'this help', help]);
    listenToKeys(this.keys);
    this.layout.tools.append(
      button('Print', 'Print a report on A4', 'ctrl p', () => print()), button('◐', 'Light or dark', 't', switchTheme), button('?', 'Help', '?', help));
    const toggleButton = (what: 'ghost' | 'paths' | 'frames', sign: string, name: string, key: string, on: boolean): HTMLButtonElement => {
      const made = button(sign, name, key, () => this.toggle(what));
      made.setAttribute('aria-pressed', String(on));
      this.toggles.set(what, made);
      return made;
    };
    this.layout.stageTools.append(
      button('fit', 'Fit', 'f', () => stage.fit()), button('iso', 'View at an angle', 'i', view('iso')),
      button('front', 'View from the front', 'x', view('front')), button('side', 'View from the side', 'y', view('side')),
      button('top', 'View from above', 'z', view('top')),
      toggleButton('ghost', 'ghost', 'Ghost of the asked pose', 'g', true),
      toggleButton('paths', 'paths', 'Paths of the tool', 'p', true),
      toggleButton('frames', 'frames', 'Frames', 'r', false),
      button('PNG', 'Save the view as PNG', '', () => stage.picture()?.toBlob((b) => b && download('robot.png', b))));
  }
}
