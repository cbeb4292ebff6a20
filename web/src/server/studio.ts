// Studio: choice of robot and program, parameters, verify, save as. What is chosen and edited belongs to the user: results
// change nothing of it.
import { element } from '../app/dom';
import type { KeyTable } from '../app/keys';
import type { ProgramEditor } from '../program/editor';
import { krl, rapid, wordsOf } from '../program/words';
import type { RunDocument } from '../run/document';
import { UnseenFile, type LatestRequest, type ProgramEntry, type RobotEntry, type Server, type VerifyRequest } from './api';

/** What came of it stands in the head of the page. */
const verified = 'verified';

export class Studio {
  private readonly robot = element('select', { id: 'studio-robot' });
  private readonly program = element('select', { id: 'studio-program' });
  private readonly payload = element('input', { id: 'studio-payload', type: 'number', min: '0', step: 'any', placeholder: 'of the file' });
  private readonly tool = element('select', { id: 'studio-tool' });
  private readonly speed = element('input', { id: 'studio-speed', type: 'number', min: '1', max: '1000', step: 'any', value: '100' });
  private readonly verifyButton = element('button', { type: 'submit', class: 'main', title: 'Verify (ctrl Enter)' }, 'Verify');
  private readonly progress = element('progress', { max: '1', value: '0', hidden: true, 'aria-label': 'verification' });
  private readonly message = element('p', { class: 'message', role: 'status' });
  private robots: RobotEntry[] = [];
  private programs: ProgramEntry[] = [];
  /** Versions of the files that were opened or saved here, by name: what a save may replace without a question. */
  private readonly seen = new Map<string, string>();
  /** The verification that is waited for. */
  private job: number | null = null;
  /** The program text that it verifies. */
  private sent = '';
  /** Ends with the answer that names the job; news of the job may come sooner. */
  private asking: Promise<void> = Promise.resolve();
  private filled = false;
  /** A verification was asked for without a connection. */
  private turnedAway = false;

  /** @param unreachable why the server cannot be asked now; empty if it can */
  constructor(
    host: HTMLElement,
    private readonly server: Server,
    private readonly editor: ProgramEditor,
    private readonly unreachable: () => string,
  ) {
    const field = (label: string, input: HTMLElement): HTMLElement => element('label', { for: input.id }, label, input);
    const form = element('form', {
      class: 'studio-form',
      onsubmit: (e) => {
        e.preventDefault();
        this.verify();
      },
    },
      field('Robot', this.robot), field('Program', this.program), field('Payload [kg]', this.payload),
      field('Tool', this.tool), field('Speed [%]', this.speed),
      this.verifyButton,
      element('button', { type: 'button', title: 'Save (ctrl s)', onclick: () => void this.save() }, 'Save'),
      element('button', { type: 'button', onclick: () => void this.saveAs() }, 'Save as …'),
      element('div', { class: 'outcome' }, this.progress, this.message));
    host.append(form);
    this.program.addEventListener('change', () => void this.open());
    this.robot.addEventListener('change', () => this.offerTools());
  }

  get keys(): KeyTable {
    return [
      ['ctrl Enter', 'verify the program', () => this.verify()],
      ['ctrl s', 'save the program', () => void this.save()],
    ];
  }

  /** A job's own result ends the wait for it, as that of a newer job does, which stopped it. */
  async show(run: RunDocument, job?: number): Promise<void> {
    await this.asking;
    const ended = this.job === null ? run.kind !== 'live' : job !== undefined && job >= this.job;
    if (ended) this.finish(verified);
  }

  /** Starts with what was verified last, also a program that cannot be used; null: nothing was. */
  async begin(): Promise<LatestRequest | null> {
    let latest: LatestRequest | null = null;
    this.asking = this.attempt(async () => {
      latest = await this.server.latestRequest();
      if (latest) this.restore(latest);
    });
    await this.asking;
    return latest;
  }

  private restore(latest: LatestRequest): void {
    const { payload_kg, tool, speed_scale = 1 } = latest.options;
    select(this.robot, latest.robot);
    select(this.program, latest.program_name);
    if (tool !== undefined) select(this.tool, tool);
    this.payload.value = payload_kg === undefined ? '' : String(payload_kg);
    this.speed.value = String(+(100 * speed_scale).toFixed(6));
    if (this.editor.text === '') this.editor.setText(latest.program_text);
    this.job = latest.job;
    this.sent = latest.program_text;
  }

  async setProgress(job: number, share: number): Promise<void> {
    await this.asking;
    if (job !== this.job) return;
    this.progress.hidden = false;
    this.progress.value = share;
  }

  /** A job ended without a run. `tell` is called if it was ours and its text is still here. */
  async ended(job: number, message: string, tell: () => void = () => {}): Promise<void> {
    await this.asking;
    if (this.job === null || job < this.job) return;
    const ours = job === this.job;
    this.finish(ours ? message : 'stopped, because another page had a program verified; verify again');
    if (ours && this.editor.holds(this.sent)) tell();
  }

  /** @param forGood another server is there now, which does not know the job */
  disconnected(forGood: boolean): void {
    if (this.job === null) return;
    if (forGood) this.finish(this.unreachable());
    else this.message.textContent = 'the connection was lost; the server goes on verifying';
  }

  /**
   * @param refreshed gives the run that was missed, if there was one
   * @param running the job that the server works on
   */
  async reconnected(refreshed: Promise<RunDocument | null>, running: number | null): Promise<void> {
    const waited = this.job;
    const missed = await refreshed.catch((error: unknown) => {
      this.message.textContent = sentenceOf(error);
      return null;
    });
    if (!this.filled) await this.fill();
    if (this.turnedAway) this.message.textContent = 'connected again: verify now';
    this.turnedAway = false;
    if (this.job === null || this.job !== waited) return;
    if (this.job === running) this.message.textContent = 'verifying …';
    else this.finish(missed ? verified : 'the result was lost with the connection; verify again');
  }

  verify(): void {
    if (this.verifyButton.disabled) return;
    this.message.textContent = this.unreachable();
    this.turnedAway = this.message.textContent !== '';
    if (this.turnedAway) return;
    this.message.textContent = 'verifying …';
    this.progress.hidden = false;
    this.progress.value = 0;
    this.verifyButton.disabled = true;
    const request = { robot: this.robot.value, program_name: this.program.value, program_text: this.editor.text, options: this.options() };
    this.asking = this.server.verify(request)
      .then((job) => {
        this.job = job;
        this.sent = request.program_text;
      }, (error: unknown) => this.finish(sentenceOf(error)))
      .finally(() => (this.verifyButton.disabled = false));
  }

  private finish(message: string): void {
    this.job = null;
    this.progress.hidden = true;
    this.message.textContent = message;
  }

  private options(): VerifyRequest['options'] {
    const options: VerifyRequest['options'] = {};
    if (this.payload.value !== '') options.payload_kg = Number(this.payload.value);
    if (this.tool.value !== '') options.tool = this.tool.value;
    if (this.speed.value !== '' && this.speed.value !== '100') options.speed_scale = Number(this.speed.value) / 100;
    return options;
  }

  private async fill(): Promise<void> {
    await this.attempt(async () => {
      [this.robots, this.programs] = await Promise.all([this.server.robots(), this.server.programs()]);
      offer(this.robot, this.robots.map((r) => [r.name, `${r.name} – ${r.title}`]));
      offer(this.program, this.programs.map((p) => [p.name, p.shipped ? `${p.name} (comes with erfd)` : p.name]));
      this.offerTools();
      this.filled = true;
      if (this.editor.text === '' && this.program.value !== '') await this.open();
    });
  }

  /** Those of the robot that is chosen. */
  private offerTools(): void {
    const tools = this.robots.find((r) => r.name === this.robot.value)?.tools ?? [];
    const chosen = this.tool.value;
    this.tool.replaceChildren();
    offer(this.tool, [['', tools[0] ? `of the file (${tools[0]})` : 'of the file'], ...tools.map((name): [string, string] => [name, name])]);
    this.tool.value = tools.includes(chosen) ? chosen : '';
  }

  private async open(): Promise<void> {
    const name = this.program.value;
    const before = this.editor.text;
    await this.attempt(async () => {
      const program = await this.server.program(name);
      if (name !== this.program.value || this.editor.text !== before) return; // another may be chosen or typed by now
      this.editor.setText(program.text);
      this.seen.set(program.name, program.version);
    });
  }

  /** Under its name if it is a file of the user; what comes with erfd stays as it is and asks for another name. */
  private async save(): Promise<void> {
    const name = this.program.value;
    const own = this.programs.find((p) => p.name === name)?.shipped === false;
    await (own ? this.saveTo(name) : this.saveAs());
  }

  private async saveAs(): Promise<void> {
    const wanted = prompt('Save the program as', this.program.value);
    if (wanted) await this.saveTo(/\.(irl|mod|src)$/i.test(wanted) ? wanted : `${wanted}${extensionOf(this.editor.text)}`);
  }

  private async saveTo(file: string): Promise<void> {
    await this.attempt(async () => {
      // Only the file whose text is in the editor may be replaced without a question.
      const known = file === this.program.value ? this.seen.get(file) : undefined;
      const name = await this.saveOver(file, known);
      if (name === null) return;
      await this.fill();
      select(this.program, name);
      this.message.textContent = `saved as ${name}`;
    });
  }

  /** @returns null if the user does not want to replace what is there */
  private async saveOver(file: string, seen: string | undefined): Promise<string | null> {
    try {
      const { name, version } = await this.server.save(file, this.editor.text, seen);
      this.seen.set(name, version);
      return name;
    } catch (error) {
      if (!(error instanceof UnseenFile)) throw error;
      return confirm(`${error.message}. Replace it?`) ? await this.saveOver(file, error.version) : null;
    }
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.message.textContent = sentenceOf(error);
    }
  }
}

/** Of a file of the language that a text is written in. */
function extensionOf(text: string): string {
  const words = wordsOf(text);
  return words === rapid ? '.mod' : words === krl ? '.src' : '.irl';
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Other entries, value and text; what is chosen stays chosen. */
function offer(list: HTMLSelectElement, entries: [value: string, text: string][]): void {
  const chosen = list.value;
  list.replaceChildren(...entries.map(([value, text]) => element('option', { value }, text)));
  if (chosen) select(list, chosen);
}

/** Adds the value if the list does not have it. */
function select(list: HTMLSelectElement, value: string): void {
  if (![...list.options].some((o) => o.value === value)) list.append(element('option', { value }, value));
  list.value = value;
}
