// The program: source, problems at their places, the current move, marks of the moves in the margin.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, RangeSetBuilder, StateEffect, StateField, type Extension, type Text } from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, gutter, keymap, lineNumbers, tooltips, type DecorationSet } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { element } from '../app/dom';
import type { Finding, Move } from '../run/document';
import { languageOf } from './language';
import { lirl, wordsOf } from './words';

/** A line of the verified text that has moves, and where it stands in the text as it is edited. */
interface MoveLine {
  line: number;
  at: number;
  fine: boolean;
}

/** Position of a line; null: none. */
const setCurrent = StateEffect.define<number | null>();
const setMoveLines = StateEffect.define<MoveLine[]>();

const currentLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, change) {
    for (const effect of change.effects)
      if (effect.is(setCurrent))
        return effect.value === null ? Decoration.none : Decoration.set([Decoration.line({ class: 'cm-current-move' }).range(effect.value)]);
    return marks.map(change.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

class MoveMark extends GutterMarker {
  constructor(private readonly fine: boolean) {
    super();
  }
  override eq(other: MoveMark): boolean {
    return this.fine === other.fine;
  }
  override toDOM(): Node {
    const mark = document.createElement('span');
    mark.textContent = this.fine ? '▸' : '✗';
    mark.className = this.fine ? 'move-mark' : 'move-mark bad';
    mark.title = this.fine ? 'achievable: jump to this move' : 'not achievable: jump to its worst instant';
    return mark;
  }
}

/** In the order of the text, one a line. */
const moveLines = StateField.define<MoveLine[]>({
  create: () => [],
  update(lines, change) {
    for (const effect of change.effects) if (effect.is(setMoveLines)) return effect.value;
    if (!change.docChanged) return lines;
    const moved = lines.map((l) => ({ ...l, at: change.state.doc.lineAt(change.changes.mapPos(l.at, 1)).from }));
    return moved.filter((l, i) => l.at !== moved[i - 1]?.at);
  },
});

function linesOf(moves: Move[], doc: Text): MoveLine[] {
  const fine = new Map<number, boolean>();
  for (const move of moves) fine.set(move.line, (fine.get(move.line) ?? true) && move.achievable);
  return [...fine].filter(([line]) => line >= 1 && line <= doc.lines).sort(([a], [b]) => a - b)
    .map(([line, fine]) => ({ line, at: doc.line(line).from, fine }));
}

function moveMarks(state: EditorState) {
  const marks = new RangeSetBuilder<GutterMarker>();
  for (const { at, fine } of state.field(moveLines)) marks.add(at, at, new MoveMark(fine));
  return marks.finish();
}

const withoutEnd = (text: string): string => text.replace(/\n+$/, '');

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--code-word)', fontWeight: '600' },
  { tag: tags.typeName, color: 'var(--code-type)' },
  { tag: tags.number, color: 'var(--code-number)' },
  { tag: tags.string, color: 'var(--code-string)' },
  { tag: tags.atom, color: 'var(--code-type)' },
  { tag: tags.comment, color: 'var(--ink-soft)', fontStyle: 'italic' },
]);

function place(doc: Text, line: number, column: number): number {
  if (line < 1 || line > doc.lines) return 0;
  const at = doc.line(line);
  return Math.min(at.to, at.from + Math.max(0, column - 1));
}

function diagnosticOf(doc: Text, finding: Finding): Diagnostic {
  const from = place(doc, finding.line, finding.column);
  const rest = /^\w+/.exec(doc.sliceString(from, Math.min(doc.length, from + 60)))?.[0].length ?? 1;
  return {
    from,
    to: Math.min(doc.length, from + Math.max(1, rest)),
    severity: finding.severity === 'note' ? 'info' : finding.severity,
    message: `${finding.code}: ${finding.message}`,
  };
}

/** Not editable either: keys that a field would take are those of the page then. */
const readOnly = (on: boolean): Extension => [EditorState.readOnly.of(on), EditorView.editable.of(!on)];

export class ProgramEditor {
  private readonly view: EditorView;
  private readonly editing = new Compartment();
  private readonly language = new Compartment();
  private words = lirl;
  /** Line of the verified text. */
  private current = 0;
  /** The text that was verified; null: none was. */
  private verified: string | null = null;
  private readonly differs = element('p', { class: 'differs', role: 'status', hidden: true }, 'Not verified: what is shown belongs to another text. ',
    element('button', { type: 'button', class: 'tool', onclick: () => this.setText(this.verified ?? '') }, 'Show that text'));

  constructor(
    private readonly host: HTMLElement,
    jumpToLine: (line: number) => void,
  ) {
    const jump = (view: EditorView, { from }: { from: number }): boolean => {
      const here = view.state.field(moveLines).find((l) => l.at === view.state.doc.lineAt(from).from);
      if (here) jumpToLine(here.line);
      return true;
    };
    host.append(this.differs);
    this.view = new EditorView({
      parent: host,
      extensions: [
        lineNumbers({ domEventHandlers: { click: jump } }), lintGutter(), moveLines, currentLine,
        gutter({ class: 'cm-moves', markers: (view) => moveMarks(view.state), domEventHandlers: { click: jump } }),
        history(), search(), keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
        this.language.of(languageOf(lirl)), syntaxHighlighting(colours), tooltips({ parent: document.body }), this.editing.of(readOnly(true)),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          this.speak();
          this.tellDifference();
        }),
        EditorView.contentAttributes.of({ 'aria-label': 'program' }),
        EditorView.domEventHandlers({
          click: (event, view) => {
            const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
            if (at !== null && view.state.readOnly) jump(view, { from: at });
            return false;
          },
        }),
      ],
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  get editable(): boolean {
    return !this.view.state.readOnly;
  }

  setEditable(on: boolean): void {
    this.view.dispatch({ effects: this.editing.reconfigure(readOnly(!on)) });
  }

  /** Empty lines at the end do not count. */
  holds(text: string): boolean {
    return withoutEnd(text) === withoutEnd(this.text);
  }

  /** The same text stays as it is, with its cursor and history. */
  setText(text: string): void {
    if (!this.holds(text)) this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  /** Marks a program and its moves. A text that someone edited meanwhile stays, without marks, and the page says so. */
  showVerified(text: string, moves: Move[], findings: Finding[]): void {
    if (!this.editable || this.text === '' || (this.verified !== null && this.holds(this.verified))) this.setText(text);
    this.verified = text;
    const same = this.holds(text);
    this.current = 0;
    this.view.dispatch({ effects: [setMoveLines.of(same ? linesOf(moves, this.view.state.doc) : []), setCurrent.of(null)] });
    this.setFindings(same ? findings : []);
    this.tellDifference();
  }

  /** Marks the problems of the text, and no moves: there is no verdict on it. */
  showUnverified(findings: Finding[]): void {
    this.verified = null;
    this.current = 0;
    this.view.dispatch({ effects: [setMoveLines.of([]), setCurrent.of(null)] });
    this.setFindings(findings);
    this.tellDifference();
  }

  /** Colours and offers of the language that the text is written in. */
  private speak(): void {
    const words = wordsOf(this.view.state.doc.sliceString(0, 20_000));
    if (words === this.words) return;
    this.words = words;
    this.view.dispatch({ effects: this.language.reconfigure(languageOf(words)) });
  }

  private tellDifference(): void {
    this.differs.hidden = this.verified === null || this.holds(this.verified);
  }

  setFindings(findings: Finding[]): void {
    const doc = this.view.state.doc;
    this.view.dispatch(setDiagnostics(this.view.state, findings.map((f) => diagnosticOf(doc, f))));
  }

  /** Marks the line of the current move and, unless someone types, brings it into sight. */
  setCurrentLine(line: number): void {
    if (line === this.current) return;
    this.current = line;
    if (this.host.hidden) return; // refresh() follows when it is seen
    const at = this.view.state.field(moveLines).find((l) => l.line === line)?.at ?? null;
    const effects: StateEffect<unknown>[] = [setCurrent.of(at)];
    if (at !== null && !(this.view.hasFocus && this.editable)) effects.push(EditorView.scrollIntoView(at, { y: 'nearest', yMargin: 40 }));
    this.view.dispatch({ effects });
  }

  /** After it was hidden: nothing could be brought into sight. */
  refresh(): void {
    this.view.requestMeasure();
    const line = this.current;
    this.current = 0;
    this.setCurrentLine(line);
  }
}
