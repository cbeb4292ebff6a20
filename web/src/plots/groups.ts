// What can be plotted: groups of channels (one an axis), each with its traces, in the units that people read.
import type { Channel } from '../run/decode';
import type { JointKind, RunDocument } from '../run/document';
import type { Run } from '../run/run';

/** A value that is not finite is none: no limit, or nothing measured. */
export type Values = Channel;
export type Role = 'achieved' | 'asked' | 'limit';

export interface Trace {
  name: string;
  role: Role;
  values: Values;
}

/** A layer of a stack: what one cause adds. */
export interface Layer {
  name: string;
  values: Float32Array;
}

export interface PlotChannel {
  name: string;
  unit: string;
  traces: Trace[];
  layers?: Layer[];
}

export interface PlotGroup {
  id: string;
  title: string;
  channels: () => PlotChannel[];
}

interface Scale {
  unit: string;
  factor: number;
}

const degrees: Scale = { unit: 'deg', factor: 180 / Math.PI };
const millimetres: Scale = { unit: 'mm', factor: 1000 };
const scaleOf = (kind: JointKind): Scale => (kind === 'prismatic' ? millimetres : degrees);

/** In the reader's unit, as long as the run; NaN where there is no value. */
function scaled(channel: Channel | undefined, factor: number, length: number): Values {
  if (!channel) return new Float64Array();
  if (channel.length === length && factor === 1) return channel;
  const out = new Float64Array(length).fill(NaN);
  for (let k = Math.min(length, channel.length) - 1; k >= 0; --k) out[k] = channel[k]! * factor;
  return out;
}

function level(value: number | null, factor: number, length: number): Values {
  return value === null ? new Float64Array() : new Float64Array(length).fill(value * factor);
}

const traces = (...list: Trace[]): Trace[] => list.filter((t) => t.values.length > 0);

interface JointQuantity {
  id: string;
  title: string;
  signal: string;
  suffix: string;
  limits: (limits: RunDocument['robot']['bodies'][number]['limits']) => [number | null, number | null];
}

const jointQuantities: JointQuantity[] = [
  { id: 'position', title: 'Position', signal: 'q', suffix: '', limits: (l) => [l.lower, l.upper] },
  { id: 'speed', title: 'Speed', signal: 'qd', suffix: '/s', limits: (l) => [l.speed === null ? null : -l.speed, l.speed] },
  { id: 'acceleration', title: 'Acceleration', signal: 'qdd', suffix: '/s²', limits: () => [null, null] },
];

function askedName(run: Run, signal: string): string {
  return run.signals.has(`${signal}_asked`) ? `${signal}_asked` : `${signal}_model`;
}

function jointChannels(run: Run, quantity: JointQuantity): PlotChannel[] {
  const n = run.cycles;
  return run.document.robot.bodies
    .filter((body) => body.kind !== 'free')
    .map((body, i) => {
      const { unit, factor } = scaleOf(body.kind);
      const [low, high] = quantity.limits(body.limits);
      return {
        name: body.joint,
        unit: unit + quantity.suffix,
        traces: traces(
          { name: 'lower limit', role: 'limit', values: level(low, factor, n) },
          { name: 'upper limit', role: 'limit', values: level(high, factor, n) },
          { name: 'asked', role: 'asked', values: scaled(run.channels(askedName(run, quantity.signal))[i], factor, n) },
          { name: 'achieved', role: 'achieved', values: scaled(run.channels(quantity.signal)[i], factor, n) },
        ),
      };
    });
}

function torqueChannels(run: Run): PlotChannel[] {
  const n = run.cycles;
  return run.document.motors.map((motor, i) => ({
    name: motor.name,
    unit: 'N m',
    traces: traces(
      { name: 'lower limit', role: 'limit', values: scaled(run.channels('ua_low')[i], 1, n) },
      { name: 'upper limit', role: 'limit', values: scaled(run.channels('ua_high')[i], 1, n) },
      { name: 'asked', role: 'asked', values: scaled(run.channels(askedName(run, 'ua'))[i], 1, n) },
      { name: 'achieved', role: 'achieved', values: scaled(run.channels('ua')[i], 1, n) },
    ),
  }));
}

/** What the joints transmit, without rotors and friction. */
function jointTorqueChannels(run: Run): PlotChannel[] {
  return run.document.robot.bodies.filter((body) => body.kind !== 'free').map((body, i) => ({
    name: body.joint,
    unit: run.signals.get('tau')?.units[i] ?? '',
    traces: traces(
      { name: 'asked', role: 'asked', values: scaled(run.channels(askedName(run, 'tau'))[i], 1, run.cycles) },
      { name: 'achieved', role: 'achieved', values: scaled(run.channels('tau')[i], 1, run.cycles) },
    ),
  }));
}

/** The words of the verdict; several causes of the split make one of them. */
export const causeWords: [string, string[]][] = [
  ['acceleration', ['inertia', 'rotors']],
  ['gravity', ['gravity']],
  ['Coriolis and centrifugal force', ['coriolis']],
  ['payload', ['payload']],
  ['external force', ['external']],
  ['friction', ['viscous', 'coulomb', 'load_friction']],
];

function layersOf(run: Run, motor: number): Layer[] {
  const { causes, cycles } = { causes: run.document.causes, cycles: run.cycles };
  const split = run.channels('ua_split');
  return causeWords.filter(([, members]) => members.some((m) => causes.includes(m))).map(([name, members]) => {
    const values = new Float32Array(cycles);
    for (const member of members) {
      const cause = causes.indexOf(member);
      const channel = cause < 0 ? undefined : split[motor * causes.length + cause];
      if (channel) for (let k = 0; k < channel.length; ++k) values[k] = values[k]! + channel[k]!;
    }
    return { name, values };
  });
}

function splitChannels(run: Run): PlotChannel[] {
  return torqueChannels(run).map((channel, i) => ({
    ...channel,
    traces: channel.traces.filter((t) => t.role !== 'achieved'),
    layers: layersOf(run, i),
  }));
}

function errorChannels(run: Run): PlotChannel[] {
  const make = (name: string, signal: string, scale: Scale): PlotChannel => ({
    name,
    unit: scale.unit,
    traces: traces({ name, role: 'achieved', values: scaled(run.channels(signal)[0], scale.factor, run.cycles) }),
  });
  return [make('off path', 'path_error', millimetres), make('turned off', 'turn_error', degrees)];
}

function toolChannels(run: Run): PlotChannel[] {
  return ['x', 'y', 'z'].map((name, i) => ({
    name,
    unit: 'mm',
    traces: traces(
      { name: 'asked', role: 'asked', values: scaled(run.channels('tcp_asked')[i], 1000, run.cycles) },
      { name: 'achieved', role: 'achieved', values: scaled(run.channels('tcp')[i], 1000, run.cycles) },
    ),
  }));
}

/** Groups that the run has signals for. */
export function groupsOf(run: Run): PlotGroup[] {
  const groups: (PlotGroup & { needs: string })[] = [
    ...jointQuantities.map((quantity) => ({
      id: quantity.id, title: quantity.title, needs: quantity.signal, channels: () => jointChannels(run, quantity),
    })),
    { id: 'torque', title: 'Motor torque', needs: 'ua', channels: () => torqueChannels(run) },
    { id: 'joint-torque', title: 'Joint torque', needs: 'tau', channels: () => jointTorqueChannels(run) },
    { id: 'split', title: 'Torque split', needs: 'ua_split', channels: () => splitChannels(run) },
    { id: 'tool', title: 'Tool', needs: 'tcp', channels: () => toolChannels(run) },
    { id: 'error', title: 'Tool error', needs: 'path_error', channels: () => errorChannels(run) },
  ];
  return groups.filter((group) => run.signals.has(group.needs));
}
