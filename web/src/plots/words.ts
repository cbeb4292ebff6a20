// What the traces of a chart are called.
import type { PlotChannel, Role, Trace } from './groups';

/** How all traces of a role are called; the role itself where they differ. */
export function wordOf(role: Role, list: Trace[]): string {
  const names = new Set(list.filter((t) => t.role === role).map((t) => t.name));
  return names.size === 1 ? [...names][0]! : role;
}

/** Names the values that the chip shows. */
export function chipTitle({ name, traces }: PlotChannel, index: number): string {
  const values = (['achieved', 'asked'] as const).flatMap((role) => traces.filter((t) => t.role === role).map((t) => t.name));
  return `${name}: ${values.join(' ⁄ ')}; on or off (${index + 1}), double click: alone`;
}
