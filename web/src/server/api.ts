// The server that the page came from. docs/design/2026-11-16-page-contract.md is the contract.
import type { Finding, RunDocument } from '../run/document';

export interface RobotEntry {
  name: string;
  title: string;
  axes: number;
  /** Those that a request may name; the first one is used without. */
  tools: string[];
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
  ua_model?: number[];
  /** ua − ua_model */
  ua_difference?: number[];
  /** Of the program that runs: its time, how much later the source's clock is, move and line, off the plan. */
  program_t_s?: number;
  program_offset_s?: number;
  move?: number;
  line?: number;
  /** measured − planned, joint by joint */
  q_deviation?: number[];
  /** of the tool: distance [m], turn [rad] */
  tool_deviation?: number[];
}

/** What was verified last, or is, by whatever page or the command line. */
export interface LatestRequest extends VerifyRequest {
  job: number;
}

export type ServerMessage =
  | { type: 'welcome'; version: string; live: boolean; rights: 'all' | 'watch'; job: number | null }
  | { type: 'progress'; job: number; share: number }
  | { type: 'run'; job?: number; run: RunDocument }
  | { type: 'problems'; job: number; findings: Finding[] }
  | { type: 'failed'; job: number; error: string }
  | { type: 'frame'; run: RunDocument }
  | { type: 'source'; connected: boolean; gone_s?: number }
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

/** Every start of the server has a token of its own. */
export function refusalOf(token: string): string {
  return token === ''
    ? 'this address has no token: open the one that erfd serve printed'
    : 'the server was restarted: open its new address, which erfd serve printed';
}

/** A program as the server has it. */
export interface StoredProgram {
  name: string;
  text: string;
  /** Tells texts apart: what is saved over it names it. */
  version: string;
}

/** The file that would be replaced is not the one that was seen here; `version` is that of the file. */
export class UnseenFile extends Error {
  constructor(sentence: string, readonly version: string) {
    super(sentence);
  }
}

export class Server {
  constructor(private readonly token: string) {}

  /** Null when there is none yet. */
  async run(): Promise<RunDocument | null> {
    return (await this.ask('GET', 'run')) as RunDocument | null;
  }
  /** Null when there was none yet. */
  async latestRequest(): Promise<LatestRequest | null> {
    return (await this.ask('GET', 'request')) as LatestRequest | null;
  }
  async robots(): Promise<RobotEntry[]> {
    return (await this.ask('GET', 'robots')) as RobotEntry[];
  }
  async programs(): Promise<ProgramEntry[]> {
    return (await this.ask('GET', 'programs')) as ProgramEntry[];
  }
  async program(name: string): Promise<StoredProgram> {
    return (await this.ask('GET', `program?name=${encodeURIComponent(name)}`)) as StoredProgram;
  }
  /**
   * @param seen the version that the user knows and replaces, if any
   * @returns the name that the file has got, and its version
   * @throws UnseenFile
   */
  async save(name: string, text: string, seen: string | undefined): Promise<{ name: string; version: string }> {
    const body = seen === undefined ? { text } : { text, seen };
    return (await this.ask('PUT', `program?name=${encodeURIComponent(name)}`, body)) as { name: string; version: string };
  }
  async verify(request: VerifyRequest): Promise<number> {
    return ((await this.ask('POST', 'verify', request)) as { job: number }).job;
  }

  private async ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const headers: Record<string, string> = { 'X-Erfd-Token': this.token };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    const request: RequestInit = { method, headers };
    if (body !== undefined) request.body = JSON.stringify(body);
    const response = await fetch(`/api/${path}`, request).catch(() => {
      throw new Error('the server does not answer');
    });
    if (response.status === 204) return null;
    if (response.status === 401) throw new Error(refusalOf(this.token));
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok) return answer;
    const refused = answer as { error?: string; version?: string } | null;
    if (response.status === 409 && refused?.version !== undefined) throw new UnseenFile(refused.error ?? '', refused.version);
    throw new Error(refused?.error ?? `the server answers ${response.status}`);
  }
}

/** `refused`: the server does not know the token, and no later attempt would change that. */
export type SocketState = 'connected' | 'lost' | 'refused';

const policyViolation = 1008; // close code of a refused message, here the hello

/** A socket that connects again by itself: after 0.5 s, then doubling to 8 s. */
export class Socket {
  private wait = 500;

  constructor(
    private readonly token: string,
    private readonly onMessage: (message: ServerMessage) => void,
    private readonly onState: (state: SocketState) => void,
  ) {
    this.connect();
  }

  private connect(): void {
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
    let welcome = false;
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', token: this.token }));
    socket.onmessage = (event) => {
      const message = JSON.parse(String(event.data)) as ServerMessage;
      if (message.type === 'welcome') {
        welcome = true;
        this.wait = 500;
        this.onState('connected');
      }
      this.onMessage(message);
    };
    socket.onclose = ({ code }) => {
      if (code === policyViolation && !welcome) return this.onState('refused');
      this.onState('lost');
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(8000, 2 * this.wait);
    };
  }
}
