// The live view: robot, plots and note follow the samples of a source, and say when none come.
import type { RunDocument } from '../run/document';
import type { LiveSample } from '../server/api';
import { LiveRing } from '../server/live';
import { atMostEvery, button, duration, oncePerFrame } from './dom';
import type { Page } from './page';

const plotInterval = 150; // ms; the robot itself moves with every frame
const silence = 1000; // ms without a sample that are worth a word

type SourceState = 'none' | 'gone' | 'connected' | 'silent' | 'live';

export class LiveView {
  private ring: LiveRing | null = null;
  /** Document of the robot that is or was shown live. */
  private frame: RunDocument | null = null;
  private readonly back = button('● live', 'Back to the live view', '', () => this.frame && this.display(this.frame));
  /** Null: the server has no live view. */
  private connected: boolean | null = null;
  /** When the source went, on the clock of the page; null: there was none. */
  private goneAt: number | null = null;
  /** When the latest sample came; null: none since the source connected. */
  private heardAt: number | null = null;
  private readonly move = oncePerFrame(() => {
    const sample = this.ring?.latest;
    if (sample) this.page.stage.poseTo(sample.q, null);
  });
  private readonly plot = atMostEvery(plotInterval, () => {
    if (this.ring?.latest) {
      this.page.showLive(this.ring.run());
      this.page.followLive(this.ring.latest.line ?? 0);
    }
    this.tell();
  });

  constructor(
    private readonly page: Page,
    private readonly display: (run: RunDocument) => void,
  ) {
    this.back.hidden = true;
    page.layout.stageTools.append(this.back);
    setInterval(() => this.tell(), 500);
  }

  /** The frame of a live robot; any other document covers the view until the user comes back. */
  show(document: RunDocument): void {
    const live = document.kind === 'live';
    if (live) this.frame = document;
    this.ring = live ? new LiveRing(document) : null;
    this.back.hidden = live || this.frame === null;
    this.heardAt = null;
    delete this.page.layout.stageNote.dataset['source'];
    this.tell();
  }

  /** The frame of a robot that is or was live, while another document is shown. */
  offer(frame: RunDocument): void {
    this.frame ??= frame;
    this.back.hidden = this.ring !== null || this.page.run === null;
  }

  /** @param gone how long ago the source went [s] */
  setSource(connected: boolean, gone: number | undefined): void {
    this.connected = connected;
    this.goneAt = connected || gone === undefined ? null : performance.now() - 1000 * gone;
    if (connected) this.heardAt = null;
    this.tell();
  }

  add(sample: LiveSample): void {
    if (!this.ring) return;
    const first = this.ring.latest === undefined;
    this.ring.add(sample);
    this.heardAt = performance.now();
    if (first) this.lookAt(sample);
    this.move();
    this.plot();
  }

  /** Nobody knew where the robot stands. */
  private lookAt(sample: LiveSample): void {
    this.page.stage.poseTo(sample.q, null);
    this.page.stage.fit();
  }

  private get state(): SourceState {
    if (!this.connected) return this.goneAt === null ? 'none' : 'gone';
    if (this.heardAt === null) return 'connected';
    return performance.now() - this.heardAt > silence ? 'silent' : 'live';
  }

  private tell(): void {
    if (this.connected === null || (!this.ring && this.page.run)) return;
    const note = this.page.layout.stageNote;
    note.dataset['source'] = this.state;
    note.textContent = [this.sourceWords(), this.lastWords()].filter(Boolean).join(' · ');
  }

  private sourceWords(): string {
    const since = (start: number | null): string => duration(performance.now() - (start ?? 0));
    const words: Record<SourceState, () => string> = {
      none: () => 'waiting for the live source',
      gone: () => `the live source has been gone for ${since(this.goneAt)}`,
      connected: () => 'live source connected, no sample yet',
      silent: () => `the live source has been silent for ${since(this.heardAt)}`,
      live: () => `live, ${this.ring!.rate} samples a second`,
    };
    return words[this.state]();
  }

  /** The latest sample, however old it is. */
  private lastWords(): string {
    const sample = this.ring?.latest;
    if (!sample) return '';
    const worst = this.ring!.largestDifference;
    const off = sample.tool_deviation && ` · line ${sample.line}: ${(1000 * sample.tool_deviation[0]!).toFixed(2)} mm off plan`
      + `, program at ${sample.program_t_s!.toFixed(2)} s (clock ${sample.program_offset_s! < 0 ? '−' : '+'}${Math.abs(sample.program_offset_s!).toFixed(2)} s)`;
    const difference = worst && ` · largest difference: ${worst.name} ${worst.value.toFixed(3)} ${worst.unit}`;
    return `at ${sample.t_s.toFixed(2)} s${off ?? ''}${difference ?? ''}`;
  }
}
