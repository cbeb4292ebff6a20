// The program: source, problems at their places, the current move, marks of the moves in the margin.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, RangeSetBuilder, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, gutter, keymap, lineNumbers, type DecorationSet } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Finding, Move } from '../run/document';
import { lirl } from './lirl';

const setCurrent = StateEffect.define<number>();
const setMoves = StateEffect.define<Move[]>();

const currentLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, change) {
    for (const effect of change.effects)
      if (effect.is(setCurrent))
        return effect.value < 1 || effect.value > change.state.doc.lines
          ? Decoration.none
          : Decoration.set([Decoration.line({ class: 'cm-current-move' }).range(change.state.doc.line(effect.value).from)]);
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

const moveLines = StateField.define<Move[]>({
  create: () => [],
  update: (moves, change) => change.effects.find((e) => e.is(setMoves))?.value as Move[] | undefined ?? moves,
});

function moveMarks(state: EditorState) {
  const byLine = new Map<number, boolean>();
  for (const move of state.field(moveLines)) byLine.set(move.line, (byLine.get(move.line) ?? true) && move.achievable);
  const marks = new RangeSetBuilder<GutterMarker>();
  for (const [line, fine] of [...byLine].sort(([a], [b]) => a - b))
    if (line >= 1 && line <= state.doc.lines) marks.add(state.doc.line(line).from, state.doc.line(line).from, new MoveMark(fine));
  return marks.finish();
}

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--code-word)', fontWeight: '600' },
  { tag: tags.typeName, color: 'var(--code-type)' },
  { tag: tags.number, color: 'var(--code-number)' },
  { tag: tags.string, color: 'var(--code-string)' },
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

export class ProgramEditor {
  private readonly view: EditorView;
  private readonly editing = new Compartment();
  private current = 0;

  constructor(host: HTMLElement, jumpToLine: (line: number) => void) {
    const lineOf = (view: EditorView, position: number): number => view.state.doc.lineAt(position).number;
    const jump = (view: EditorView, block: { from: number }): boolean => (jumpToLine(lineOf(view, block.from)), true);
    this.view = new EditorView({
      parent: host,
      extensions: [
        lineNumbers({ domEventHandlers: { click: jump } }), lintGutter(), moveLines, currentLine,
        gutter({ class: 'cm-moves', markers: (view) => moveMarks(view.state), domEventHandlers: { click: jump } }),
        history(), search(), keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
        lirl, syntaxHighlighting(colours), this.editing.of(EditorState.readOnly.of(true)),
        EditorView.contentAttributes.of({ 'aria-label': 'program' }),
        EditorView.domEventHandlers({
          click: (event, view) => {
            const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
            if (at !== null && view.state.readOnly) jumpToLine(lineOf(view, at));
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
    this.view.dispatch({ effects: this.editing.reconfigure(EditorState.readOnly.of(!on)) });
  }

  /** The same text stays as it is, with its cursor and history. */
  setText(text: string): void {
    if (text === this.text) return;
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
    this.current = 0;
  }

  setMoves(moves: Move[]): void {
    this.view.dispatch({ effects: setMoves.of(moves) });
  }

  setFindings(findings: Finding[]): void {
    const doc = this.view.state.doc;
    this.view.dispatch(setDiagnostics(this.view.state, findings.map((f) => diagnosticOf(doc, f))));
  }

  /** Marks the line of the current move and, unless someone types, brings it into sight. */
  setCurrentLine(line: number): void {
    if (line === this.current) return;
    this.current = line;
    const effects: StateEffect<unknown>[] = [setCurrent.of(line)];
    if (line >= 1 && line <= this.view.state.doc.lines && !(this.view.hasFocus && !this.view.state.readOnly))
      effects.push(EditorView.scrollIntoView(this.view.state.doc.line(line).from, { y: 'nearest', yMargin: 40 }));
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
