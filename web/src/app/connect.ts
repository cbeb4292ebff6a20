// Studio and live view: the page on the server that it came from.
import { Run } from '../run/run';
import { Server, Socket, takeToken, type ServerMessage } from '../server/api';
import { LiveRing } from '../server/live';
import { Studio } from '../server/studio';
import { oncePerFrame } from './dom';
import type { Page } from './page';

const plotInterval = 150; // ms; the robot itself moves with every frame

export async function connect(page: Page): Promise<void> {
  const token = takeToken();
  const server = new Server(token);
  page.layout.summary.textContent = 'connecting …';
  const studio = new Studio(page.layout.side.add('studio', 'Studio'), server, page.editor);
  page.editor.setEditable(true);
  let ring: LiveRing | null = null;
  let plotted = 0;

  const moveLive = oncePerFrame(() => {
    const sample = ring?.latest;
    if (!sample || !ring) return;
    page.stage.poseTo(sample.q, null);
    if (performance.now() - plotted < plotInterval) return;
    plotted = performance.now();
    page.showLive(ring.run(), `live ${sample.t_s.toFixed(2)} s · ${ring.rate} samples a second`);
  });

  const receive = (message: ServerMessage): void => {
    if (message.type === 'run') {
      page.show(new Run(message.run));
      ring = message.run.kind === 'live' ? new LiveRing(message.run) : null;
      studio.show(message.run);
    } else if (message.type === 'progress') studio.setProgress(message.job, message.share);
    else if (message.type === 'problems') {
      page.showFindings(message.findings);
      studio.finish(`${message.findings.length} problems: the program cannot be used`);
    } else if (message.type === 'failed') studio.finish(message.error);
    else if (message.type === 'source') page.layout.stageNote.textContent = message.connected ? 'live source connected' : 'waiting for the live source';
    else if (message.type === 'live') {
      ring?.add(message);
      moveLive();
    }
  };

  new Socket(token, receive, (connected) => {
    document.body.dataset['connected'] = String(connected);
    if (!connected && !page.run) page.layout.summary.textContent = 'not connected; trying again';
  });
  try {
    const first = await server.run();
    if (first) receive({ type: 'run', run: first });
    else if (!page.run) page.layout.summary.textContent = 'Choose a robot and a program, then verify';
  } catch (error) {
    page.layout.summary.textContent = error instanceof Error ? error.message : String(error);
  }
  if (!page.run) page.layout.side.show('studio');
}
