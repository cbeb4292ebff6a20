// The server that the page came from. docs/design/2026-11-16-page-contract.md is the contract.
import type { Finding, RunDocument } from '../run/document';

export interface RobotEntry {
  name: string;
  title: string;
  axes: number;
}

export interface ProgramEntry {
  name: string;
  shipped: boolean;
}

export interface VerifyRequest {
  robot: string;
  program_name: string;
  program_text: string;
  options: { payload_kg?: number; tool?: string; speed_scale?: number };
}

export interface LiveSample {
  type: 'live';
  t_s: number;
  q: number[];
  qd?: number[];
  qdd?: number[];
  ua?: number[];
  q_model?: number[];
  ua_model?: number[];
}

export type ServerMessage =
  | { type: 'welcome'; version: string; live: boolean }
  | { type: 'progress'; job: number; share: number }
  | { type: 'run'; job?: number; run: RunDocument }
  | { type: 'problems'; job: number; findings: Finding[] }
  | { type: 'failed'; job: number; error: string }
  | { type: 'source'; connected: boolean }
  | LiveSample;

/** The token of the address line, which is then cleared; kept for the tab. */
export function takeToken(): string {
  const found = /[#&]token=([^&]+)/.exec(location.hash)?.[1];
  if (found) {
    sessionStorage.setItem('erfd-token', decodeURIComponent(found));
    history.replaceState(null, '', location.pathname + location.search);
  }
  return sessionStorage.getItem('erfd-token') ?? '';
}

export class Server {
  constructor(private readonly token: string) {}

  /** Null when there is none yet. */
  async run(): Promise<RunDocument | null> {
    return (await this.ask('GET', 'run')) as RunDocument | null;
  }
  async robots(): Promise<RobotEntry[]> {
    return (await this.ask('GET', 'robots')) as RobotEntry[];
  }
  async programs(): Promise<ProgramEntry[]> {
    return (await this.ask('GET', 'programs')) as ProgramEntry[];
  }
  async program(name: string): Promise<string> {
    return ((await this.ask('GET', `program?name=${encodeURIComponent(name)}`)) as { text: string }).text;
  }
  async save(name: string, text: string): Promise<void> {
    await this.ask('PUT', `program?name=${encodeURIComponent(name)}`, { text });
  }
  async verify(request: VerifyRequest): Promise<number> {
    return ((await this.ask('POST', 'verify', request)) as { job: number }).job;
  }

  private async ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const headers: Record<string, string> = { 'X-Erfd-Token': this.token };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    const request: RequestInit = { method, headers };
    if (body !== undefined) request.body = JSON.stringify(body);
    const response = await fetch(`/api/${path}`, request);
    if (response.status === 204) return null;
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok) return answer;
    throw new Error((answer as { error?: string } | null)?.error ?? `the server answers ${response.status}`);
  }
}

/** A socket that connects again by itself: after 0.5 s, then doubling to 8 s. */
export class Socket {
  private wait = 500;

  constructor(
    private readonly token: string,
    private readonly onMessage: (message: ServerMessage) => void,
    private readonly onState: (connected: boolean) => void,
  ) {
    this.connect();
  }

  private connect(): void {
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', token: this.token }));
    socket.onmessage = (event) => {
      const message = JSON.parse(String(event.data)) as ServerMessage;
      if (message.type === 'welcome') {
        this.wait = 500;
        this.onState(true);
      }
      this.onMessage(message);
    };
    socket.onclose = () => {
      this.onState(false);
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(8000, 2 * this.wait);
    };
  }
}
