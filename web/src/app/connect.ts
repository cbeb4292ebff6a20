// Studio and live view: the page on the server that it came from.
import type { Finding, RunDocument } from '../run/document';
import { Run } from '../run/run';
import { Server, Socket, takeToken, type ServerMessage } from '../server/api';
import { Studio } from '../server/studio';
import { ConnectionNote } from './connection_note';
import { LiveView } from './live_view';
import type { Page } from './page';

function problemsIn(findings: Finding[]): string {
  const errors = findings.filter((f) => f.severity === 'error');
  const first = errors[0] ? `; line ${errors[0].line}: ${errors[0].message}` : '';
  return `the program cannot be used: ${errors.length} ${errors.length === 1 ? 'problem' : 'problems'}${first}`;
}

export function connect(page: Page): void {
  const token = takeToken();
  const server = new Server(token);
  const connection = new ConnectionNote(page.layout.connection, token);
  const studio = new Studio(page.openStudio(), server, page.editor, () => connection.sentence);
  const display = (run: RunDocument): void => {
    page.show(new Run(run));
    live.show(run);
  };
  const live = new LiveView(page, display);
  /** Of the server; the page may have gone back to the live view meanwhile. */
  let latest: RunDocument | null = null;
  addEventListener('hashchange', () => location.reload()); // the new address of a restarted server differs in its token only
  page.layout.summary.textContent = 'connecting …';
  page.addKeys(studio.keys);

  const show = (run: RunDocument, job?: number): void => {
    latest = run;
    display(run);
    void studio.show(run, job);
  };

  /** What was missed without a connection. A document that was here already is not shown again: what was edited in it stays. */
  const refresh = async (): Promise<RunDocument | null> => {
    const before = latest;
    const run = await server.run();
    const missed = run && latest === before && JSON.stringify(run) !== JSON.stringify(latest) ? run : null;
    if (missed) show(missed);
    return missed;
  };

  /** While there is no run to name. */
  const headline = (text: string): void => {
    if (!page.run) page.layout.summary.textContent = text;
  };

  /** Nothing of an older verdict stays beside the problems of this one. A live view is left alone. */
  const failed = (job: number, sentence: string, findings: Finding[]): Promise<void> =>
    studio.ended(job, sentence, () => {
      if (page.run?.document.kind === 'live') page.editor.setFindings(findings);
      else page.showProblems(sentence, findings);
    });

  let begun = false;
  const welcomed = async (running: number | null): Promise<void> => {
    const first = !begun;
    begun = true;
    const request = first ? await studio.begin() : null;
    if (request && running !== null) headline(`verifying ${request.program_name} on ${request.robot} …`);
    await studio.reconnected(refresh(), running);
    if (!first || request || page.run) return;
    headline('Choose a robot and a program, then verify');
  };

  /** From another machine: nothing is asked for but what is shown. */
  const watching = async (): Promise<void> => {
    page.watchOnly();
    await refresh().catch(() => null);
    headline('waiting for the live robot, or for a verification');
  };

  const receive = (message: ServerMessage): void => {
    if (message.type === 'welcome') void (message.rights === 'watch' ? watching() : welcomed(message.job));
    else if (message.type === 'frame') live.offer(message.run);
    else if (message.type === 'run') show(message.run, message.job);
    else if (message.type === 'progress') void studio.setProgress(message.job, message.share);
    else if (message.type === 'problems') void failed(message.job, problemsIn(message.findings), message.findings);
    else if (message.type === 'failed') void failed(message.job, message.error, []);
    else if (message.type === 'source') live.setSource(message.connected, message.gone_s);
    else if (message.type === 'live') live.add(message);
  };

  new Socket(token, receive, (state) => {
    document.body.dataset['connected'] = String(state === 'connected');
    connection.set(state);
    if (state !== 'connected') studio.disconnected(state === 'refused');
    if (state === 'refused' && !page.run) page.layout.summary.textContent = connection.sentence;
  });
}
