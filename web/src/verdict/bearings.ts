// What the bearings of the joints carry, at most, and what the program costs.
import { element, fixed } from '../app/dom';
import type { Bearing, RunDocument } from '../run/document';

/** Asked behind the achieved one where they differ. */
function figure(bearing: Bearing, size: 'radial_N' | 'axial_N' | 'tilting_N_m', at: 'radial_at_s' | 'axial_at_s' | 'tilting_at_s'): HTMLElement[] {
  const [achieved, asked] = [bearing.achieved[size], bearing.asked[size]].map((value) => fixed(value, 0));
  const both = achieved === asked ? achieved! : `${achieved} ⁄ ${asked}`;
  return [element('td', { class: 'n' }, both), element('td', { class: 'n soft' }, fixed(bearing.achieved[at], 2))];
}

const head = (name: string, unit: string): HTMLElement =>
  element('th', { class: 'n', scope: 'col' }, `${name} `, element('span', { class: 'unit' }, `[${unit}]`));

const carries = ({ asked, achieved }: Bearing): boolean =>
  [asked, achieved].some((peak) => peak.radial_N >= 0.5 || peak.axial_N >= 0.5 || peak.tilting_N_m >= 0.5);

export function bearingTable({ kind, bearings: all = [] }: RunDocument): HTMLElement[] {
  const bearings = all.filter(carries);
  if (bearings.length === 0) return [];
  const rows = bearings.map((b) => element('tr', {}, element('th', { scope: 'row' }, b.joint),
    ...figure(b, 'radial_N', 'radial_at_s'), ...figure(b, 'axial_N', 'axial_at_s'), ...figure(b, 'tilting_N_m', 'tilting_at_s')));
  const heads = [['radial', 'N'], ['axial', 'N'], ['tilting', 'N m']].flatMap(([name, unit]) => [head(name!, unit!), head('at', 's')]);
  return [element('section', { class: 'bearings' }, element('h3', {}, `Largest loads of the joints${kind === 'verify' ? ', achieved ⁄ asked' : ''}`),
    element('table', { class: 'plain' }, element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, 'joint'), ...heads)), element('tbody', {}, ...rows)))];
}

export function energySentence({ energy_text: text }: RunDocument): HTMLElement[] {
  return text ? [element('p', { class: 'energy' }, text)] : [];
}

/** Figures of all runs that are laid over each other. */
export function comparisonTable({ comparison }: RunDocument): HTMLElement[] {
  if (!comparison) return [];
  const cell = (tag: 'td' | 'th', text: string, i: number): HTMLElement => element(tag, i === 0 ? {} : { class: 'n' }, text);
  return [element('section', { class: 'comparison' }, element('h3', {}, 'The runs beside each other'),
    element('table', { class: 'plain' }, element('thead', {}, element('tr', {}, ...comparison.heads.map((h, i) => cell('th', h, i)))),
      element('tbody', {}, ...comparison.rows.map((row) => element('tr', {}, ...row.map((text, i) => cell('td', text, i)))))))];
}
