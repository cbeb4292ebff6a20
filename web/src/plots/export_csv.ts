// What is plotted, as comma-separated values with the unit in every head.
import type { ShownChannel } from './chart';
import { finite } from './thin';

export function channelsAsCsv(shown: ShownChannel[], period: number, first: number, last: number): string {
  const columns = shown.flatMap(({ channel }) => [
    ...channel.traces.map((t) => ({ head: `${channel.name} ${t.name} [${channel.unit}]`, values: t.values })),
    ...(channel.layers ?? []).map((l) => ({ head: `${channel.name} ${l.name} [${channel.unit}]`, values: l.values })),
  ]);
  const quoted = (head: string): string => (/[",\n]/.test(head) ? `"${head.replaceAll('"', '""')}"` : head);
  const lines = [['t [s]', ...columns.map((c) => quoted(c.head))].join(',')];
  for (let k = first; k <= last; ++k)
    lines.push([+(k * period).toFixed(9), ...columns.map((c) => finite(c.values[k]) ?? '')].join(','));
  return lines.join('\n') + '\n';
}
