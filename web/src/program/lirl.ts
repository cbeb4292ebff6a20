// Colours of the language L-IRL.
import { StreamLanguage } from '@codemirror/language';

const words = new Set(
  `and begin case const div do downto else elsif end endcase endconst endfor endfunct endif endloop endproc endprogram
  endseq endvar endwhile exit ext_force false for function grip halt if loop mod move move_inc not of or pause procedure
  program release repeat return sec seq step stop then timeout to true until use_base use_robot use_tool var wait when
  while xor ptp lin circle`.split(/\s+/));
const types = new Set(
  'int real bool string position orientation pose frame robtarget robtarg joint mainjoint load tool wrench'.split(' '));

export const lirl = StreamLanguage.define<{ comment: boolean }>({
  name: 'L-IRL',
  startState: () => ({ comment: false }),
  token(stream, state) {
    if (state.comment || stream.eat('{')) {
      state.comment = !stream.skipTo('}');
      if (state.comment) stream.skipToEnd();
      else stream.next();
      return 'comment';
    }
    if (stream.eatSpace()) return null;
    if (stream.match(/^"[^"]*"?/)) return 'string';
    if (stream.match(/^\d+(\.\d+)?([eE][-+]?\d+)?/)) return 'number';
    if (stream.match(/^[A-Za-z_]\w*/)) {
      const word = stream.current().toLowerCase();
      if (words.has(word)) return 'keyword';
      return types.has(word) ? 'typeName' : 'variableName';
    }
    stream.next();
    return null;
  },
});
