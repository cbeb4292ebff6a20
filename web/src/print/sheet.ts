// The run on paper: headline, robot, verdict, plots, program. Made when it is printed and gone afterwards.
import { element } from '../app/dom';
import { Diagram } from '../plots/diagram';
import { channelOnPaper, legendOnPaper } from '../plots/export_svg';
import { groupsOf, type PlotGroup } from '../plots/groups';
import type { Run } from '../run/run';
import { VerdictPanel } from '../verdict/verdict';

/** What the screen shows just now. */
export interface Moment {
  title: string;
  subtitle: string;
  picture: HTMLCanvasElement | null;
  /** What the picture shows. */
  caption: string;
}

function svg(text: string): Node {
  return document.importNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, true);
}

/** A chart a channel, each with its limits: what differs in colour alone could not be told apart. */
function plots(run: Run, group: PlotGroup): HTMLElement {
  const shown = group.channels().map((channel, index) => ({ channel, index }));
  const whole = { from: 0, to: run.duration || run.period };
  return element('section', { class: 'paper-plots' },
    element('div', {}, element('h3', {}, group.title), ...(group.diagram ? [] : [svg(legendOnPaper(shown))])),
    ...shown.map((one) => svg(group.diagram ? new Diagram(run, one.index).svg : channelOnPaper(one, whole, run.period))));
}

function verdict(run: Run): HTMLElement {
  const host = element('section', { class: 'paper-verdict' });
  new VerdictPanel(host, () => {}).show(run);
  for (const details of host.querySelectorAll('details')) details.open = true;
  return host;
}

/** ✗ at the lines of moves that are not achievable. */
function program({ document: { program: { file, lines } }, moves }: Run): HTMLElement[] {
  if (lines.length === 0) return [];
  const bad = new Set(moves.filter((m) => !m.achievable).map((m) => m.line));
  const rows = lines.map((line, i) => element('tr', { class: bad.has(i + 1) ? 'bad' : '' },
    element('td', { class: 'n' }, String(i + 1)), element('td', {}, bad.has(i + 1) ? '✗' : ''), element('td', { class: 'source' }, line)));
  return [element('section', {}, element('h2', {}, `Program ${file.replace(/.*[\\/]/, '')}`), element('table', { class: 'listing' }, element('tbody', {}, ...rows)))];
}

export function sheetOf(run: Run, { title, subtitle, picture, caption }: Moment): HTMLElement {
  const groups = groupsOf(run);
  const sheet = element('article', { class: 'sheet' }, element('h1', {}, title), element('p', { class: 'subtitle' }, subtitle));
  if (picture) sheet.append(element('figure', {}, picture, element('figcaption', {}, caption)));
  sheet.append(verdict(run), ...program(run));
  if (groups.length > 0) sheet.append(element('h2', { class: 'new-page' }, 'Plots'), ...groups.map((group) => plots(run, group)));
  return sheet;
}

/** @param make null: there is nothing to print but the page as it is */
export function startPrinting(make: () => HTMLElement | null): void {
  let sheet: HTMLElement | null = null;
  const clear = (): void => {
    sheet?.remove();
    sheet = null;
  };
  addEventListener('beforeprint', () => {
    clear();
    sheet = make();
    if (sheet) document.body.append(sheet);
  });
  addEventListener('afterprint', clear);
}
