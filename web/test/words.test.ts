import { expect, test } from 'vitest';
import { declaredIn, krl, lirl, rapid, wordsOf } from '../src/program/words';

test('a program is coloured in the language that it is written in', () => {
  expect(wordsOf('%%%\n  VERSION:1\n%%%\nMODULE m(SYSMODULE)\n')).toBe(rapid);
  expect(wordsOf('! a comment\nmodule m\n')).toBe(rapid);
  expect(wordsOf('&ACCESS RVP\n;comment\nDEF x( )\n')).toBe(krl);
  expect(wordsOf('DEFDAT x PUBLIC\n')).toBe(krl);
  expect(wordsOf('{ a comment }\nprogram x;\n')).toBe(lirl);
  expect(wordsOf('')).toBe(lirl);
});

test('the names of a text are those that it declares', () => {
  expect(declaredIn('  LOCAL PERS robtarget p20:=[];\n  VAR num n;\n  PROC pick_it()\n  FUNC num twice(num a)\n', rapid))
    .toEqual(['p20', 'n', 'pick_it', 'twice']);
  expect(declaredIn('DEF job( )\nDECL E6POS XP1={X 1}\nGLOBAL DEFFCT REAL f(x:IN)\nSIGNAL vacuum $IN[3]\n', krl))
    .toEqual(['XP1', 'job', 'f', 'vacuum']);
  expect(declaredIn('var\n  robtarget: s0 = 1;\n  int: k;\nprocedure above(robtarget: t)\n', lirl)).toEqual(['s0', 'k', 'above']);
});
