// Says that the server cannot be reached, and for how long.
import { refusalOf, type SocketState } from '../server/api';
import { duration } from './dom';

export class ConnectionNote {
  private state: SocketState = 'connected';
  private lostAt = 0;

  constructor(
    private readonly place: HTMLElement,
    private readonly token: string,
  ) {
    setInterval(() => this.tell(), 500);
  }

  set(state: SocketState): void {
    if (state === 'lost' && this.state !== 'lost') this.lostAt = performance.now();
    this.state = state;
    this.tell();
  }

  /** Why nothing can be asked of the server now; empty if it can. */
  get sentence(): string {
    if (this.state === 'connected') return '';
    if (this.state === 'refused') return refusalOf(this.token);
    return `no connection to the server for ${duration(performance.now() - this.lostAt)}; trying again`;
  }

  private tell(): void {
    this.place.textContent = this.sentence;
    this.place.hidden = this.state === 'connected';
  }
}
