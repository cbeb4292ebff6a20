// What can be plotted: groups of channels (one an axis), each with its traces, in the units that people read.
import { isLength } from '../robot/joint';
import type { Channel } from '../run/decode';
import type { JointKind, RunDocument } from '../run/document';
import type { Run } from '../run/run';
import { torqueOwners } from '../run/torques';
import { hasDiagram } from './diagram';

/** A value that is not finite is none: no limit, or nothing measured. */
export type Values = Channel;
export const otherRoles = ['other1', 'other2', 'other3'] as const;
export type Role = 'achieved' | 'asked' | 'limit' | (typeof otherRoles)[number];

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
  /** Offered behind the others, so that their row stays short. */
  more?: boolean;
  channels: () => PlotChannel[];
  /** Torque over speed: no curves over time. */
  diagram?: boolean;
}

interface Scale {
  unit: string;
  factor: number;
}

const plain = (unit: string): Scale => ({ unit, factor: 1 });
const turnsAMinute: Scale = { unit: 'rpm', factor: 30 / Math.PI };
const degrees: Scale = { unit: 'deg', factor: 180 / Math.PI };
const millimetres: Scale = { unit: 'mm', factor: 1000 };
const scaleOf = (kind: JointKind): Scale => (isLength(kind) ? millimetres : degrees);

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

/** Those with something to draw: a motor may have no limit. */
const traces = (...list: Trace[]): Trace[] => list.filter((t) => t.values.some(Number.isFinite));

interface JointQuantity {
  id: string;
  title: string;
  signal: string;
  suffix: string;
  limits: (limits: RunDocument['robot']['bodies'][number]['limits']) => [number | null, number | null];
}

const jointQuantities: JointQuantity[] = [
  { id: 'position', title: 'Position', signal: 'q', suffix: '', limits: (l) => [l.lower, l.upper] },
  { id: 'speed', title: 'Speed', signal: 'qd', suffix: '/s', limits: (l) => [minus(l.speed), l.speed] },
  { id: 'acceleration', title: 'Acceleration', signal: 'qdd', suffix: '/s²', limits: () => [null, null] },
];

/** What was asked and what was achieved; of a live robot what the model needs and what was measured. */
function pair(run: Run, signal: string, i: number, factor: number): Trace[] {
  const live = run.document.kind === 'live';
  const asked = run.channels(live ? `${signal}_model` : `${signal}_asked`)[i];
  return [
    { name: live ? 'model' : 'asked', role: 'asked', values: scaled(asked, factor, run.cycles) },
    { name: live ? 'measured' : (run.document.run_name ?? 'achieved'), role: 'achieved', values: scaled(run.channels(signal)[i], factor, run.cycles) },
    ...run.others.slice(0, otherRoles.length).map((other, n) => (
      { name: other.name, role: otherRoles[n]!, values: scaled(run.otherChannel(other, signal, i), factor, run.cycles) })),
  ];
}

/** How far the run is from each of the others, with its sign. */
export function differencesOf(channels: PlotChannel[]): PlotChannel[] {
  return channels.map(({ name, unit, traces: drawn }) => {
    const own = drawn.find((t) => t.role === 'achieved');
    const others = drawn.filter((t) => own && (otherRoles as readonly Role[]).includes(t.role));
    return { name, unit, traces: others.map((t) => ({ ...t, name: `${own!.name} − ${t.name}`, values: Float64Array.from(t.values, (v, k) => own!.values[k]! - v) })) };
  });
}

function limits(low: Values, high: Values): Trace[] {
  return [{ name: 'lower limit', role: 'limit', values: low }, { name: 'upper limit', role: 'limit', values: high }];
}

function levels(low: number | null, high: number | null, factor: number, length: number): Trace[] {
  return limits(level(low, factor, length), level(high, factor, length));
}

const minus = (value: number | null): number | null => (value === null ? null : -value);

function jointChannels(run: Run, quantity: JointQuantity): PlotChannel[] {
  return run.document.robot.bodies
    .filter((body) => body.kind !== 'free')
    .map((body, i) => {
      const { unit, factor } = scaleOf(body.kind);
      const [low, high] = quantity.limits(body.limits);
      return {
        name: body.joint,
        unit: unit + quantity.suffix,
        traces: traces(...levels(low, high, factor, run.cycles), ...pair(run, quantity.signal, i, factor)),
      };
    });
}

/** What a motor can give in each cycle; live, where its speed is not judged, its peak torque. */
function motorLimits(run: Run, i: number): Trace[] {
  const n = run.cycles;
  const peak = run.document.motors[i]?.torque_peak_N_m ?? null;
  if (run.document.kind === 'live') return levels(minus(peak), peak, 1, n);
  return limits(scaled(run.channels('ua_low')[i], 1, n), scaled(run.channels('ua_high')[i], 1, n));
}

function torqueChannels(run: Run): PlotChannel[] {
  const { units = [] } = run.signals.get('ua') ?? {};
  return run.document.motors.map(({ name, assumed }, i) => ({
    name: assumed ? `${name} (no drive)` : name,
    unit: units[i] ?? 'N m',
    traces: traces(...motorLimits(run, i), ...pair(run, 'ua', i, 1)),
  }));
}

/** What the joints transmit, without rotors and friction. */
function jointTorqueChannels(run: Run): PlotChannel[] {
  const { units = [] } = run.signals.get('tau') ?? run.signals.get('tau_model') ?? {};
  return run.document.robot.bodies.filter((body) => body.kind !== 'free').map(({ joint, limits: { effort } }, i) => ({
    name: joint,
    unit: units[i] ?? '',
    traces: traces(...levels(minus(effort), effort, 1, run.cycles), ...pair(run, 'tau', i, 1)),
  }));
}

function differenceChannels(run: Run, signal: string): PlotChannel[] {
  return torqueOwners(run.document).map((owner, i) => ({
    ...owner,
    traces: traces({ name: 'measured − model', role: 'achieved', values: scaled(run.channels(signal)[i], 1, run.cycles) }),
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
    traces: channel.traces.filter((t) => t.role !== 'achieved' || !run.signals.has('ua_asked')),
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
    traces: traces(...pair(run, 'tcp', i, 1000)),
  }));
}

/** Live: measured − planned, of the joints and the tool. */
function planChannels(run: Run): PlotChannel[] {
  const name = 'measured − planned';
  const of = (values: Channel | undefined, { factor }: Scale): Trace[] =>
    traces({ name, role: 'achieved', values: scaled(values, factor, run.cycles) });
  const joints = run.document.robot.bodies.filter((body) => body.kind !== 'free').map((body, i) => {
    const scale = scaleOf(body.kind);
    return { name: body.joint, unit: scale.unit, traces: of(run.channels('q_deviation')[i], scale) };
  });
  const tool = [['tool', millimetres], ['tool turn', degrees]] as const;
  return [...joints, ...tool.map(([label, scale], i) => ({ name: label, unit: scale.unit, traces: of(run.channels('tool_deviation')[i], scale) }))];
}

/** What the sensors of the robot feel, with their limits. */
function feltChannels(run: Run): PlotChannel[] {
  const channels = (run.document.robot.sensors ?? []).flatMap(({ name, channels }) => channels.map((c) => ({ sensor: name, ...c })));
  return channels.map(({ sensor, name, unit, lower, upper }, i) => ({
    name: `${sensor} ${name}`,
    unit,
    traces: traces(...levels(lower, upper, 1, run.cycles), ...pair(run, 'felt', i, 1)),
  }));
}

/** A quantity of all motors. A joint without a drive is its own motor, which may slide. */
function motorChannels(run: Run, signal: string, scaleOf: (unit: string) => Scale, limit?: (motor: RunDocument['motors'][number]) => number | null): PlotChannel[] {
  const { units = [] } = run.signals.get(signal) ?? {};
  return run.document.motors.map((motor, i) => {
    const { unit, factor } = scaleOf(units[i] ?? '');
    const most = limit?.(motor) ?? null;
    return { name: motor.name, unit, traces: traces(...levels(minus(most), most, factor, run.cycles), ...pair(run, signal, i, factor)) };
  });
}

const angleScale = (unit: string): Scale => (unit === 'm' ? millimetres : degrees);
const speedScale = (unit: string): Scale => (unit === 'm/s' ? { unit: 'mm/s', factor: 1000 } : turnsAMinute);

/** A signal whose channels have names of their own. */
function namedChannels(run: Run, signal: string, names: string[], scaleOf: (unit: string) => Scale = plain): PlotChannel[] {
  const { units = [] } = run.signals.get(signal) ?? {};
  return names.map((name, i) => {
    const { unit, factor } = scaleOf(units[i] ?? '');
    return { name, unit, traces: traces(...pair(run, signal, i, factor)) };
  }).filter((channel) => channel.traces.length > 0);
}

const toolScale = (unit: string): Scale => (unit.startsWith('rad') ? { ...degrees, unit: unit.replace('rad', 'deg') } : plain(unit));

function bearingChannels(run: Run, signal: string): PlotChannel[] {
  return namedChannels(run, signal, run.document.robot.bodies.filter((body) => body.kind !== 'free').map(({ joint }) => joint));
}

/** What there is to see besides positions, torques and errors. */
const furtherGroups: [id: string, title: string, signal: string, channels: (run: Run, signal: string) => PlotChannel[]][] = [
  ['motor-angle', 'Motor angle', 'qa', (run, signal) => motorChannels(run, signal, angleScale)],
  ['motor-speed', 'Motor speed', 'qda', (run, signal) => motorChannels(run, signal, speedScale, (motor) => motor.speed_max_rad_s)],
  ['current', 'Motor current', 'current', (run, signal) => motorChannels(run, signal, plain)],
  ['voltage', 'Motor voltage', 'voltage', (run, signal) => motorChannels(run, signal, plain)],
  ['tool-speed', 'Tool speed', 'tool_speed', (run, signal) => namedChannels(run, signal, ['speed', 'turning speed'], toolScale)],
  ['tool-acceleration', 'Tool acceleration', 'tool_acceleration', (run, signal) => namedChannels(run, signal, ['acceleration', 'turning acceleration'], toolScale)],
  ['bearing-radial', 'Bearing force, radial', 'bearing_radial', bearingChannels],
  ['bearing-axial', 'Bearing force, axial', 'bearing_axial', bearingChannels],
  ['bearing-tilting', 'Bearing moment, tilting', 'bearing_tilting', bearingChannels],
  ['power', 'Power', 'power', (run, signal) => namedChannels(run, signal, ['motor shafts', 'electrical'])],
  ['energy', 'Energy', 'energy', (run, signal) => namedChannels(run, signal, ['kinetic', 'potential', 'drawn so far'])],
];

/** Groups that the run has signals for; those of the model alone if the source sends none. */
export function groupsOf(run: Run): PlotGroup[] {
  const groups: (PlotGroup & { needs: string })[] = [
    ...jointQuantities.map((quantity) => ({
      id: quantity.id, title: quantity.title, needs: quantity.signal, channels: () => jointChannels(run, quantity),
    })),
    { id: 'torque', title: 'Motor torque', needs: 'ua', channels: () => torqueChannels(run) },
    { id: 'joint-torque', title: 'Joint torque', needs: 'tau', channels: () => jointTorqueChannels(run) },
    ...['ua_difference', 'tau_difference'].map((signal) => ({
      id: 'difference', title: 'Difference', needs: signal, channels: () => differenceChannels(run, signal),
    })),
    { id: 'split', title: 'Torque split', needs: 'ua_split', channels: () => splitChannels(run) },
    { id: 'tool', title: 'Tool', needs: 'tcp', channels: () => toolChannels(run) },
    { id: 'plan', title: 'Off plan', needs: 'q_deviation', channels: () => planChannels(run) },
    { id: 'felt', title: 'Felt', needs: 'felt', channels: () => feltChannels(run) },
    { id: 'error', title: 'Tool error', needs: 'path_error', channels: () => errorChannels(run) },
    ...furtherGroups.map(([id, title, needs, channels]) => ({ id, title, needs, more: true, channels: () => channels(run, needs) })),
  ];
  if (hasDiagram(run)) groups.push({ id: 'torque-speed', title: 'Torque over speed', needs: 'ua', more: true, diagram: true, channels: () => torqueChannels(run) });
  return groups.filter(({ needs }) => run.signals.has(needs) || run.signals.has(`${needs}_model`));
}
