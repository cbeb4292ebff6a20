// Colours and completion of a program, in the language that it is written in.
import { autocompletion, completionKeymap, type Completion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { StreamLanguage } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { declaredIn, krl, lirl, rapid, type Words } from './words';

function coloursOf(words: Words): Extension {
  const known = new Set([...words.known].map((word) => word.toLowerCase()));
  return StreamLanguage.define<{ comment: boolean }>({
    name: words.name,
    startState: () => ({ comment: false }),
    token(stream, state) {
      const block = words.blockComment;
      if (block && (state.comment || stream.eat(block.begin))) {
        state.comment = !stream.skipTo(block.end);
        if (state.comment) stream.skipToEnd();
        else stream.next();
        return 'comment';
      }
      if (stream.eatSpace()) return null;
      if (stream.match(words.lineComment)) return 'comment';
      if (stream.match(/^"[^"]*"?/)) return 'string';
      if (stream.match(words.number)) return 'number';
      if (stream.match(words.word)) {
        const word = stream.current().toLowerCase();
        if (words.keywords.has(word)) return 'keyword';
        if (words.types.has(word)) return 'typeName';
        return known.has(word) ? 'atom' : 'variableName';
      }
      stream.next();
      return null;
    },
  });
}

/** Names of the text first, then what the language knows. */
function offersOf(words: Words) {
  const fixed: Completion[] = [
    ...[...words.known].map((label) => ({ label, type: 'constant' })),
    ...[...words.types].map((label) => ({ label, type: 'type' })),
    ...[...words.keywords].map((label) => ({ label: words === krl ? label.toUpperCase() : label, type: 'keyword' })),
  ];
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[#$\w\u0080-\uffff]+/);
    if (!word || (word.from === word.to && !context.explicit) || /^\d/.test(word.text)) return null;
    const own = declaredIn(context.state.doc.toString(), words).map((label) => ({ label, type: 'variable', boost: 1 }));
    return { from: word.from, options: [...own, ...fixed], validFor: /^[#$\w\u0080-\uffff]*$/ };
  };
}

const extensions = new Map([lirl, rapid, krl].map((words): [Words, Extension] => [words,
  [coloursOf(words), autocompletion({ override: [offersOf(words)], icons: false }), keymap.of(completionKeymap)]]));

export const languageOf = (words: Words): Extension => extensions.get(words) ?? [];
