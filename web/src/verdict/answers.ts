// The two answers of a verdict: the controller that keeps time leaves the path, the one that keeps the path needs longer.
import { element, fixed, seconds } from '../app/dom';
import type { KeptPath, RunDocument } from '../run/document';

const mostListed = 8;

/** "line 27 at 64 %, …": what is slowed, or what no slowing cures. */
export function keptPathWords(kept: KeptPath, asked: number | null): [time: string, how: string] {
  const { jumps } = kept;
  if (kept.obstacles.length > 0) return ['–', `no slowing keeps it: ${kept.obstacles.map((o) => `line ${o.line}: ${o.reason}`).join('; ')}`];
  const slowed = kept.slowed.slice(0, mostListed).map((m) => `line ${m.line} at ${Math.round(100 * m.speed)} %`);
  const more = kept.slowed.length > mostListed ? `, and ${kept.slowed.length - mostListed} more moves` : '';
  const longer = asked !== null && kept.time_s !== null && kept.time_s > asked ? `instead of ${seconds(asked)} s: ` : '';
  const hindered = jumps > 0 ? `, but for ${jumps} ${jumps === 1 ? 'jump' : 'jumps'} of speed, which no slowing cures` : '';
  return [seconds(kept.time_s), (slowed.length === 0 ? 'no move is slowed' : `${longer}${slowed.join(', ')}${more}`) + hindered];
}

/** Rows of name, time [s] and what comes of it. */
export function answerRows(document: RunDocument): [string, string, string][] {
  const { answers, moves, asked_time_s: asked } = document;
  if (!answers || document.achievable !== false || moves.length === 0) return [];
  const most = (values: (number | null)[]): number => Math.max(0, ...values.map((v) => v ?? 0));
  const off = `${fixed(most(moves.map((m) => m.path_error_mm)), 2)} mm and ${fixed(most(moves.map((m) => m.turn_error_deg)), 2)} deg off the path at most`;
  const late = asked !== null && document.achieved_time_s !== null ? document.achieved_time_s - asked : 0;
  const arrives = document.achieved_time_s === null ? '; never arrives' : late > document.period_s / 2 ? `; arrives ${seconds(late)} s late` : '';
  const rows: [string, string, string][] = [['keeps time', seconds(asked), off + arrives]];
  if (answers.kept_path) rows.push(['keeps the path', ...keptPathWords(answers.kept_path, asked)]);
  const { smoothed } = answers;
  if (smoothed?.kept_path) {
    const [time, how] = keptPathWords(smoothed.kept_path, asked);
    rows.push(['smoothed (--smoothed), keeps the path', time, `${smoothed.moves_beyond} of ${moves.length} moves beyond a limit before; ${how}`]);
  }
  return rows;
}

/** Nothing of a program that is achievable, or could not be planned anew. */
export function answersTable(document: RunDocument): HTMLElement[] {
  const rows = answerRows(document);
  if (rows.length === 0) return [];
  const cells = rows.map(([name, time, what]) =>
    element('tr', {}, element('th', { scope: 'row' }, name), element('td', { class: 'n' }, time), element('td', {}, what)));
  return [element('section', { class: 'answers' }, element('table', { class: 'plain' },
    element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, 'a controller that'), unitHead('takes', 's'), element('th', { scope: 'col' }, 'gives'))),
    element('tbody', {}, ...cells)))];
}

/** Each motor's root mean square against its rated torque. */
export function thermalTable({ thermal_load: motors = [] }: RunDocument): HTMLElement[] {
  if (motors.length === 0) return [];
  const number = (value: number | null, digits: number): string => (value === null ? '–' : String(+value.toPrecision(digits)));
  const rows = motors.map((m) => element('tr', { class: m.share !== null && m.share > 1 ? 'bad' : '' }, element('th', { scope: 'row' }, m.motor),
    element('td', { class: 'n' }, number(m.torque_rms_N_m, 3)),
    element('td', { class: 'n' }, m.torque_rated_N_m === null ? 'not known' : number(m.torque_rated_N_m, 3)),
    element('td', { class: 'n' }, m.share === null ? '–' : fixed(100 * m.share, 0))));
  const head = element('tr', {}, element('th', { scope: 'col' }, 'motor'), unitHead('torque RMS', 'N m'), unitHead('rated', 'N m'), unitHead('of it', '%'));
  return [element('section', { class: 'thermal' }, element('h3', {}, 'Thermal load, root mean square over the program'),
    element('table', { class: 'plain' }, element('thead', {}, head), element('tbody', {}, ...rows)))];
}

const unitHead = (name: string, unit: string): HTMLElement =>
  element('th', { class: 'n', scope: 'col' }, `${name} `, element('span', { class: 'unit' }, `[${unit}]`));
