// Studio: choice of robot and program, parameters, verify, save as.
import { element } from '../app/dom';
import type { ProgramEditor } from '../program/editor';
import type { RunDocument } from '../run/document';
import type { Server, StartProgram, VerifyRequest } from './api';

export class Studio {
  private readonly robot = element('select', { id: 'studio-robot' });
  private readonly program = element('select', { id: 'studio-program' });
  private readonly payload = element('input', { id: 'studio-payload', type: 'number', min: '0', step: 'any', placeholder: 'of the file' });
  private readonly tool = element('select', { id: 'studio-tool' });
  private readonly speed = element('input', { id: 'studio-speed', type: 'number', min: '1', max: '100', value: '100' });
  private readonly verifyButton = element('button', { type: 'submit', class: 'main' }, 'Verify');
  private readonly progress = element('progress', { max: '1', value: '0', hidden: true, 'aria-label': 'verification' });
  private readonly message = element('p', { class: 'message', role: 'status' });
  /** The verification that is waited for. */
  private job: number | null = null;
  /** Ends with the answer that names the job; news of the job may come sooner. */
  private asking: Promise<void> = Promise.resolve();
  private filled = false;
  /** The program of the command line is here. */
  begun = false;
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
      element('div', { class: 'row' }, this.verifyButton, element('button', { type: 'button', onclick: () => void this.saveAs() }, 'Save as …'), this.progress),
      this.message);
    host.append(form);
    this.program.addEventListener('change', () => void this.open());
  }

  /** What the run was made with. A job's own result ends the wait for it, as that of a newer job does, which stopped it. */
  async show(run: RunDocument, job?: number): Promise<void> {
    select(this.robot, run.robot.name);
    this.selectProgram(run.program.file);
    const tools = run.robot.frames.map((f) => f.name);
    this.tool.replaceChildren(element('option', { value: '' }, 'of the file'), ...tools.map((name) => element('option', { value: name }, name)));
    await this.asking;
    if (this.job === null || (job !== undefined && job >= this.job)) this.finish(run.summary);
  }

  /** Shows the program of the command line once, also one that cannot be used. @returns true the first time */
  begin({ robot, program_name, program_text, job }: StartProgram): boolean {
    if (this.begun) return false;
    this.begun = true;
    select(this.robot, robot);
    select(this.program, program_name);
    this.editor.setText(program_text);
    this.job = job;
    return true;
  }

  async setProgress(job: number, share: number): Promise<void> {
    await this.asking;
    if (job === this.job) this.progress.value = share;
  }

  /** A job ended without a run. `tell` is called if it was ours. */
  async ended(job: number, message: string, tell: () => void = () => {}): Promise<void> {
    await this.asking;
    if (this.job === null || job < this.job) return;
    const ours = job === this.job;
    this.finish(ours ? message : 'stopped, because another page had a program verified; verify again');
    if (ours) tell();
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
    else this.finish(missed?.summary ?? 'the result was lost with the connection; verify again');
  }

  verify(): void {
    this.message.textContent = this.unreachable();
    this.turnedAway = this.message.textContent !== '';
    if (this.turnedAway) return;
    this.message.textContent = 'verifying …';
    this.progress.hidden = false;
    this.progress.value = 0;
    this.verifyButton.disabled = true;
    const request = { robot: this.robot.value, program_name: this.program.value, program_text: this.editor.text, options: this.options() };
    this.asking = this.server.verify(request)
      .then((job) => void (this.job = job), (error: unknown) => this.finish(sentenceOf(error)))
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
    if (this.speed.value !== '100') options.speed_scale = Number(this.speed.value) / 100;
    return options;
  }

  private async fill(): Promise<void> {
    await this.attempt(async () => {
      const wanted = this.robot.value;
      const chosen = this.program.value;
      const robots = await this.server.robots();
      this.robot.replaceChildren(...robots.map((r) => element('option', { value: r.name }, `${r.name} – ${r.title}`)));
      if (wanted) select(this.robot, wanted);
      const programs = await this.server.programs();
      this.program.replaceChildren(...programs.map((p) => element('option', { value: p.name }, p.shipped ? `${p.name} (comes with erfd)` : p.name)));
      this.filled = true;
      if (chosen) this.selectProgram(chosen);
      else if (this.editor.text === '' && this.program.value !== '') await this.open();
    });
  }

  private async open(): Promise<void> {
    const name = this.program.value;
    await this.attempt(async () => {
      const text = await this.server.program(name);
      if (name === this.program.value) this.editor.setText(text); // another may be chosen by now
    });
  }

  /** Programs that come with erfd have names without ending. */
  private selectProgram(file: string): void {
    const name = file.replace(/.*[\\/]/, '');
    const shipped = name.replace(/\.irl$/, '');
    if (name) select(this.program, [...this.program.options].some((o) => o.value === shipped) ? shipped : name);
  }

  private async saveAs(): Promise<void> {
    const name = prompt('Save the program as', this.program.value);
    if (!name) return;
    await this.attempt(async () => {
      await this.server.save(name, this.editor.text);
      await this.fill();
      select(this.program, name);
      this.message.textContent = `saved as ${name}`;
    });
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.message.textContent = sentenceOf(error);
    }
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Adds the value if the list does not have it. */
function select(list: HTMLSelectElement, value: string): void {
  if (![...list.options].some((o) => o.value === value)) list.append(element('option', { value }, value));
  list.value = value;
}
