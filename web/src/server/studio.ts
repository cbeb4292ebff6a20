// Studio: choice of robot and program, parameters, verify, save as.
import { element } from '../app/dom';
import type { ProgramEditor } from '../program/editor';
import type { RunDocument } from '../run/document';
import type { Server } from './api';

/** No job yet: its first news may come before its number. */
const unknown = -1;

export class Studio {
  private readonly robot = element('select', { id: 'studio-robot' });
  private readonly program = element('select', { id: 'studio-program' });
  private readonly payload = element('input', { id: 'studio-payload', type: 'number', min: '0', step: 'any', placeholder: 'of the file' });
  private readonly tool = element('select', { id: 'studio-tool' });
  private readonly speed = element('input', { id: 'studio-speed', type: 'number', min: '1', max: '100', value: '100' });
  private readonly verifyButton = element('button', { type: 'submit', class: 'main' }, 'Verify');
  private readonly progress = element('progress', { max: '1', value: '0', hidden: true, 'aria-label': 'verification' });
  private readonly message = element('p', { class: 'message', role: 'status' });
  private job = unknown;

  constructor(
    host: HTMLElement,
    private readonly server: Server,
    private readonly editor: ProgramEditor,
  ) {
    const field = (label: string, input: HTMLElement): HTMLElement => element('label', { for: input.id }, label, input);
    const form = element('form', {
      class: 'studio-form',
      onsubmit: (e) => {
        e.preventDefault();
        void this.verify();
      },
    },
      field('Robot', this.robot), field('Program', this.program), field('Payload [kg]', this.payload),
      field('Tool', this.tool), field('Speed [%]', this.speed),
      element('div', { class: 'row' }, this.verifyButton, element('button', { type: 'button', onclick: () => void this.saveAs() }, 'Save as …'), this.progress),
      this.message);
    host.append(form);
    this.program.addEventListener('change', () => void this.open());
    void this.fill();
  }

  /** What the run was made with. */
  show(run: RunDocument): void {
    select(this.robot, run.robot.name);
    const tools = run.robot.frames.map((f) => f.name);
    this.tool.replaceChildren(element('option', { value: '' }, 'of the file'), ...tools.map((name) => element('option', { value: name }, name)));
    this.finish(run.summary);
  }

  setProgress(job: number, share: number): void {
    if (job === this.job || this.job === unknown) this.progress.value = share;
  }

  finish(message: string): void {
    this.progress.hidden = true;
    this.verifyButton.disabled = false;
    this.message.textContent = message;
  }

  async verify(): Promise<void> {
    this.verifyButton.disabled = true;
    this.progress.hidden = false;
    this.progress.value = 0;
    this.message.textContent = 'verifying …';
    this.job = unknown;
    const options: { payload_kg?: number; tool?: string; speed_scale?: number } = {};
    if (this.payload.value !== '') options.payload_kg = Number(this.payload.value);
    if (this.tool.value !== '') options.tool = this.tool.value;
    if (this.speed.value !== '100') options.speed_scale = Number(this.speed.value) / 100;
    await this.attempt(async () => {
      this.job = await this.server.verify({
        robot: this.robot.value, program_name: this.program.value, program_text: this.editor.text, options,
      });
    });
  }

  private async fill(): Promise<void> {
    await this.attempt(async () => {
      const wanted = this.robot.value;
      const robots = await this.server.robots();
      this.robot.replaceChildren(...robots.map((r) => element('option', { value: r.name }, `${r.name} – ${r.title}`)));
      if (wanted) select(this.robot, wanted);
      const programs = await this.server.programs();
      this.program.replaceChildren(...programs.map((p) => element('option', { value: p.name }, p.shipped ? `${p.name} (comes with erfd)` : p.name)));
      if (this.editor.text === '' && this.program.value !== '') await this.open();
    });
  }

  private async open(): Promise<void> {
    await this.attempt(async () => this.editor.setText(await this.server.program(this.program.value)));
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
      this.finish(error instanceof Error ? error.message : String(error));
    }
  }
}

/** Adds the value if the list does not have it. */
function select(list: HTMLSelectElement, value: string): void {
  if (![...list.options].some((o) => o.value === value)) list.append(element('option', { value }, value));
  list.value = value;
}
