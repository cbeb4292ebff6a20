// The one cursor of the page: a cycle of the run. 3D view, plots, time line and program follow it.

export const speeds = [0.05, 0.1, 0.25, 0.5, 1, 2, 4];

export class Clock {
  cycle = 0;
  playing = false;
  speed = 1;
  private cycles = 1;
  private period = 0.01;
  private exact = 0;
  private last = 0;
  private readonly listeners: (() => void)[] = [];

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Another run: back to its start, or to the same time. */
  reset(cycles: number, period: number, keepTime = false): void {
    const time = keepTime ? this.time : 0;
    this.cycles = cycles;
    this.period = period;
    this.seek(Math.round(time / period));
  }

  get time(): number {
    return this.cycle * this.period;
  }

  get end(): number {
    return this.cycles - 1;
  }

  seek(cycle: number): void {
    this.cycle = Math.min(this.end, Math.max(0, Math.round(cycle)));
    this.exact = this.cycle;
    this.tell();
  }

  step(by: number): void {
    this.pause();
    this.seek(this.cycle + by);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  play(): void {
    if (this.playing || this.end === 0) return;
    if (this.cycle === this.end) this.seek(0);
    this.playing = true;
    this.last = performance.now();
    requestAnimationFrame((now) => this.advance(now));
    this.tell();
  }

  pause(): void {
    if (!this.playing) return;
    this.playing = false;
    this.tell();
  }

  /** To the next quicker (+1) or slower (−1) speed. */
  changeSpeed(by: number): void {
    const at = Math.min(speeds.length - 1, Math.max(0, speeds.indexOf(this.speed) + by));
    this.setSpeed(speeds[at]!);
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.tell();
  }

  private advance(now: number): void {
    if (!this.playing) return;
    const seconds = Math.min(0.25, Math.max(0, (now - this.last) / 1000));
    this.last = now;
    this.exact = Math.min(this.end, this.exact + (seconds * this.speed) / this.period);
    this.cycle = Math.floor(this.exact);
    if (this.cycle >= this.end) this.playing = false;
    else requestAnimationFrame((next) => this.advance(next));
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
