// The verdict in the words and numbers of the terminal.
import { element, fixed } from '../app/dom';
import type { Finding, Move, RunDocument } from '../run/document';
import type { Run } from '../run/run';
import { answersTable, thermalTable } from './answers';
import { bearingTable, comparisonTable, energySentence } from './bearings';

interface Column {
  head: string;
  unit?: string;
  right?: boolean;
}

const rowsPerGroup = 40;
/** Reasons above the table; the others are behind a click. */
const mostSeen = 4;

const columns: Column[] = [
  { head: '#', right: true }, { head: 'line', right: true }, { head: 'move' }, { head: '' }, { head: 'asked', unit: 's', right: true },
  { head: 'on path', unit: 's', right: true }, { head: 'axis' }, { head: 'nearest limit' }, { head: 'at', unit: 's', right: true },
  { head: 'needs', unit: '%', right: true }, { head: 'for', unit: 'cycles', right: true }, { head: 'off path', unit: 'mm', right: true },
];

/** A row of the table. */
export const cellsOf = (move: Move, index: number): string[] => [String(index + 1), String(move.line), `${move.word ?? move.kind} ${move.target}`, ...move.cells];

/** Sentences under a head; nothing without any. */
function sentences(head: string, list: string[] = []): HTMLElement[] {
  if (list.length === 0) return [];
  return [element('section', {}, element('h3', {}, head), element('ul', { class: 'why' }, ...list.map((text) => element('li', {}, text))))];
}

/** "error E0101 line 3, column 7: unknown word" */
function words(f: Finding): (HTMLElement | string)[] {
  return [element('b', {}, `${f.severity} ${f.code}`), ` line ${f.line}, column ${f.column}: ${f.message}`];
}

export class VerdictPanel {
  private rows: HTMLTableRowElement[] = [];
  private current = -1;
  private restTimer = 0;

  constructor(
    private readonly host: HTMLElement,
    private readonly jump: (move: number) => void,
  ) {}

  show(run: Run): void {
    const { document, moves } = run;
    this.rows = moves.map((move, i) => this.row(move, i));
    this.current = -1;
    this.host.replaceChildren();
    this.host.scrollTop = 0;
    if (document.fault) this.host.append(element('p', { class: 'fault' }, document.fault));
    this.host.append(...comparisonTable(document), ...this.reasons(document));
    if (document.notes) this.host.append(element('ul', { class: 'why' }, ...document.notes.map((note) => element('li', {}, note))));
    if (moves.length > 0) this.host.append(...answersTable(document), this.table(), ...this.jumps(document), ...thermalTable(document), ...energySentence(document), ...bearingTable(document), element('p', {}, document.worst_errors ?? ''));
    if (moves.length === 0) this.host.append(...bearingTable(document), ...energySentence(document));
    this.host.append(...sentences('Elastic gears', document.elastic_gears), ...sentences('Not judged', document.not_judged), ...sentences('Left out', document.left_out), ...sentences('What the verdict rests on', document.rests_on));
    if (document.findings.length > 0) this.host.append(this.findings(document.findings));
    if (this.host.childElementCount === 0) this.host.append(element('p', {}, 'No moves.'));
  }

  /** Why there is no verdict. */
  showProblems(sentence: string, findings: Finding[]): void {
    this.rows = [];
    this.current = -1;
    const items = findings.map((f) => element('li', {}, ...words(f)));
    this.host.replaceChildren(element('p', { class: 'fault' }, sentence), element('ul', { class: 'why' }, ...items));
  }

  setCurrent(move: number): void {
    if (move === this.current) return;
    const first = this.current < 0;
    this.rows[this.current]?.removeAttribute('aria-current');
    this.current = move;
    const row = this.rows[move];
    if (!row) return;
    row.setAttribute('aria-current', 'step');
    clearTimeout(this.restTimer);
    if (first) return; // the cause of a NO stands above
    this.restTimer = window.setTimeout(() => this.bringIntoSight(row), 200); // not while someone scrubs
  }

  /**
   * Columns of one width in all rows, groups of rows that lay out alone: a browser skips those that are out of sight, and a
   * program of a thousand moves costs no more than one of forty.
   */
  private table(): HTMLElement {
    const heads = columns.map((c) => {
      const cell = element('th', { class: c.right ? 'n' : '', scope: 'col', role: 'columnheader' }, c.head);
      if (c.unit) cell.append(element('span', { class: 'unit' }, `[${c.unit}]`));
      return cell;
    });
    const table = element('table', { class: 'verdict', role: 'table' },
      element('thead', { role: 'rowgroup' }, element('tr', { role: 'row' }, ...heads)), ...this.rowGroups());
    table.style.setProperty('--columns', this.widths().map((w) => `minmax(calc(${w}ch + 8px), ${w}fr)`).join(' '));
    return element('div', { class: 'table-fit' }, table);
  }

  private rowGroups(): HTMLElement[] {
    const groups: HTMLElement[] = [];
    for (let first = 0; first < this.rows.length; first += rowsPerGroup) {
      const rows = this.rows.slice(first, first + rowsPerGroup);
      const group = element('tbody', { role: 'rowgroup' }, ...rows);
      group.style.setProperty('--rows', String(rows.length));
      groups.push(group);
    }
    return groups;
  }

  /** Characters of the widest cell of each column. */
  private widths(): number[] {
    return columns.map((column, c) => {
      const texts = [column.head, column.unit ?? '', ...this.rows.map((row) => row.cells[c]!.textContent ?? '')];
      const characters = Math.min(16, Math.max(column.right ? 4 : 6, ...texts.map((text) => text.length)));
      return column.right ? characters : 0.85 * characters; // letters are narrower than figures
    });
  }

  private row(move: Move, index: number): HTMLTableRowElement {
    const cells = cellsOf(move, index).map((text, c) => element('td', { class: columns[c]!.right ? 'n' : '', role: 'cell' }, text));
    const go = (): void => this.jump(index);
    return element('tr', {
      class: !move.achievable ? 'bad' : move.late ? 'late' : '', role: 'row', 'data-move': String(index), tabindex: '0', title: move.reason,
      onclick: go, onkeydown: (e) => (e as KeyboardEvent).key === 'Enter' && go(),
    }, ...cells);
  }

  /** A row out of sight comes into it. */
  private bringIntoSight(row: HTMLElement): void {
    if (this.host.hidden) return;
    const [seen, at] = [this.host.getBoundingClientRect(), row.getBoundingClientRect()];
    const head = 2 * at.height; // stays on top
    if (at.top < seen.top + head) this.host.scrollTop += at.top - seen.top - head - at.height;
    if (at.bottom > seen.bottom) this.host.scrollTop += at.bottom - seen.bottom + at.height;
  }

  /** What several moves have in common is told once, as on the terminal. */
  private reasons({ why = [] }: RunDocument): HTMLElement[] {
    if (why.length === 0) return [];
    const items = why.map(({ place, move, reason, others }) => {
      const link = element('a', { href: '#', onclick: (e) => (e.preventDefault(), this.jump(move - 1)) }, place);
      const item = element('li', {}, link, `: ${reason}`);
      if (others) item.append(element('div', { class: 'soft' }, others));
      return item;
    });
    const [first, more] = [items.slice(0, mostSeen), items.slice(mostSeen)];
    const section = element('section', {}, element('h3', {}, 'Why'), element('ul', { class: 'why' }, ...first));
    if (more.length > 0) section.append(element('details', {}, element('summary', {}, `${more.length} more`), element('ul', { class: 'why' }, ...more)));
    return [section];
  }

  private jumps({ jumps = [] }: RunDocument): HTMLElement[] {
    if (jumps.length === 0) return [];
    const items = jumps.map((j) => {
      const link = element('a', { href: '#', onclick: (e) => (e.preventDefault(), this.jump(j.from_move - 1)) }, `lines ${j.from_line} and ${j.to_line}`);
      return element('li', {}, link, `: ${j.text}, at ${fixed(j.time_s, 2)} s`);
    });
    return [element('details', {}, element('summary', {}, `${jumps.length} ${jumps.length === 1 ? 'jump' : 'jumps'} of speed: no motor follows a jump`), element('ul', { class: 'why' }, ...items))];
  }

  private findings(findings: Finding[]): HTMLElement {
    const items = findings.map((f) => element('li', {}, ...words(f)));
    return element('details', {}, element('summary', {}, `${findings.length} ${findings.length === 1 ? 'remark' : 'remarks'} of language and planner`), element('ul', { class: 'why' }, ...items));
  }
}
