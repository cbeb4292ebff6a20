// The command under test, and what it says.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pose, RunDocument } from '../src/run/document';

/** Path of the command; the build sets it. Tests that need it are left out without it. */
export const command = process.env['ERFD_COMMAND'] ?? '';

/** The document inside the report that a command writes. */
function documentBy(...words: string[]): RunDocument {
  const folder = mkdtempSync(join(tmpdir(), 'erfd-page-'));
  const report = join(folder, 'report.html');
  const done = spawnSync(command, [...words, '--report', report], { encoding: 'utf8' });
  if (done.status === 2 || done.status === null) throw new Error(done.stderr);
  const text = readFileSync(report, 'utf8');
  rmSync(folder, { recursive: true });
  const found = /<script type="application\/json" id="erfd-run">([^<]*)<\/script>/.exec(text);
  if (!found) throw new Error('the report holds no document: was the page built?');
  return JSON.parse(found[1]!) as RunDocument;
}

export const documentOf = (robot: string, program: string, ...options: string[]): RunDocument =>
  documentBy('verify', robot, program, ...options);
export const documentOfSimulation = (scenario: string): RunDocument => documentBy('simulate', scenario);

/** The cells of the table that `erfd verify` prints, row by row; a name that is too long ends with "…". */
export function printedTable(...words: string[]): string[][] {
  const text = spawnSync(command, ['verify', ...words], { encoding: 'utf8' }).stdout;
  const lines = text.split('\n');
  const rule = lines.findIndex((line) => /^-+(  -+)+$/.test(line));
  const widths = [...lines[rule]!.matchAll(/-+/g)].map((column) => [column.index, column.index + column[0].length] as const);
  const rows = lines.slice(rule + 1, lines.indexOf('', rule));
  return rows.map((row) => widths.map(([from, to]) => [...row].slice(from, to).join('').trim()));
}

/** Poses of all frames by `erfd fk --all`. */
export function framesOf(robot: string, q: number[]): Map<string, Pose> {
  const text = execFileSync(command, ['fk', robot, `--q=${q.join(',')}`, '--all', '--json'], { encoding: 'utf8' });
  const answer = JSON.parse(text) as { frames: { frame: string; position_m: number[]; rotation: number[][] }[] };
  return new Map(answer.frames.map((f) => [f.frame, { p: f.position_m, R: f.rotation.flat() }]));
}
