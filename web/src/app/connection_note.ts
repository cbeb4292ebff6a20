// Says that the server cannot be reached, and for how long.
import { refusalOf, type SocketState } from '../server/api';
import { duration, element } from './dom';

export class ConnectionNote {
  private state: SocketState = 'connected';
  private lostAt = 0;
  /** Read out once; how long it has been so is not. */
  private readonly what = element('span', { role: 'status' });
  private readonly since = element('span');

  constructor(
    private readonly place: HTMLElement,
    private readonly token: string,
  ) {
    place.append(this.what, this.since);
    setInterval(() => this.tell(), 500);
  }

  set(state: SocketState): void {
    if (state === 'lost' && this.state !== 'lost') this.lostAt = performance.now();
    this.state = state;
    this.tell();
  }

  /** Why nothing can be asked of the server now; empty if it can. */
  get sentence(): string {
    const [what, since] = this.words();
    return what + since;
  }

  private words(): [what: string, since: string] {
    if (this.state === 'connected') return ['', ''];
    if (this.state === 'refused') return [refusalOf(this.token), ''];
    return ['no connection to the server', ` for ${duration(performance.now() - this.lostAt)}; trying again`];
  }

  private tell(): void {
    const [what, since] = this.words();
    if (this.what.textContent !== what) this.what.textContent = what;
    this.since.textContent = since;
    this.place.hidden = this.state === 'connected';
  }
}
