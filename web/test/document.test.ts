import Ajv from 'ajv/dist/2020';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { bodyPoses, framePose, toolPose } from '../src/robot/kinematics';
import { decodeMesh } from '../src/run/decode';
import type { RunDocument } from '../src/run/document';
import { Run } from '../src/run/run';
import { currentTypes, typesFile } from '../schema/make_types.mjs';
import { answerRows, keptPathWords } from '../src/verdict/answers';
import { cellsOf } from '../src/verdict/verdict';
import { command, documentOf, documentOfSimulation, framesOf, printedTable } from './erfd';

const schema = JSON.parse(readFileSync(new URL('../schema/run.schema.json', import.meta.url), 'utf8')) as object;
const programs: [string, string][] = [
  ['lola15', 'lola15_reference'], ['lola15', 'pick_and_place'], ['lola15', 'unreachable'],
];

test('the types are those of the schema', () => {
  expect(readFileSync(typesFile, 'utf8'), 'run node schema/make_types.mjs').toBe(currentTypes());
});

describe.skipIf(command === '')('documents of erfd', () => {
  const documents = new Map<string, RunDocument>();
  const get = (robot: string, program: string): RunDocument => {
    const key = `${robot} ${program}`;
    if (!documents.has(key)) documents.set(key, documentOf(robot, program));
    return documents.get(key)!;
  };

  test.each(programs)('%s %s fits the schema', (robot, program) => {
    const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);
    validate(get(robot, program));
    expect(validate.errors ?? []).toEqual([]);
  });

  test('a robot with meshes fits the schema and draws each mesh from one place', () => {
    const run = documentOfSimulation(fileURLToPath(new URL('../../tests/meshed_robot/fall.toml', import.meta.url)));
    const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);
    validate(run);
    expect(validate.errors ?? []).toEqual([]);
    expect(run.robot.meshes!.map((m) => decodeMesh(m).indices.length / 3)).toEqual([6, 20, 4]);
    const [upper, fore, slide] = run.robot.bodies;
    expect(upper!.visuals!.map((v) => v.kind === 'mesh' && v.mesh)).toEqual([0, 1, 2]);
    expect(fore!.visuals!.map((v) => v.kind)).toEqual(['mesh', 'sphere']);
    expect(slide!.visuals).toBeUndefined();
    expect(run.robot.visuals!.map((v) => v.color)).toEqual(['#336699', '#ccb380']);
  });

  test('the page places every frame where erfd fk does', () => {
    const run = new Run(get('lola15', 'lola15_reference'));
    const robot = run.document.robot;
    for (let i = 0; i < 10; ++i) {
      const q = run.posture(Math.round((i * (run.cycles - 1)) / 9));
      const poses = bodyPoses(robot, q);
      for (const [name, X] of framesOf('lola15', q)) {
        const drawn = framePose(robot, poses, name);
        X.p.forEach((value, k) => expect(drawn.p[k]).toBeCloseTo(value, 9));
        X.R.forEach((value, k) => expect(drawn.R[k]).toBeCloseTo(value, 9));
      }
    }
  });

  test.each(programs.slice(0, 2))('the tool centre of %s %s is drawn where the simulation has it', (robot, program) => {
    const run = new Run(get(robot, program));
    const centre = run.channels('tcp');
    for (let i = 0; i < 10; ++i) {
      const cycle = Math.round((i * (run.cycles - 1)) / 9);
      const drawn = toolPose(run.document.robot, bodyPoses(run.document.robot, run.posture(cycle)), run.toolInFlange(cycle));
      drawn.p.forEach((value, k) => expect(Math.abs(value - centre[k]![cycle]!)).toBeLessThan(1e-6));
    }
  });

  test('causes of a torque add up to the torque that is asked of a turning motor', () => {
    const run = new Run(get('lola15', 'lola15_reference'));
    const [split, asked, speed] = [run.channels('ua_split'), run.channels('ua_asked'), run.channels('qd_asked')];
    const causes = run.document.causes.length;
    for (let k = 10; k < run.document.asked_cycles - 1; k += 37) {
      const sum = split.slice(0, causes).reduce((s, c) => s + c[k]!, 0);
      if (Math.abs(speed[0]![k]!) > 1e-3) expect(Math.abs(sum - asked[0]![k]!)).toBeLessThan(1e-4);
    }
  });

  test('a move that cannot be planned stands at the end and says why', () => {
    const run = new Run(get('lola15', 'unreachable'));
    const last = run.moves[run.moves.length - 1]!;
    expect(last.achievable).toBe(false);
    expect(last.reason).not.toBe('');
    expect(run.cycleOfInterest(run.moves.length - 1)).toBeLessThan(run.cycles);
  });

  // 5 ms: times halfway between two hundredths of a second
  const options: string[][] = [[], ['--period', '0.005'], ['--payload', '12.5']];
  test.each(programs.flatMap(([robot, program]) => options.map((more) => [robot, program, ...more])))(
    'the table of %s %s %s %s has the figures of the terminal', (robot = '', program = '', ...more) => {
      const { moves } = documentOf(robot, program, ...more);
      const printed = printedTable(robot, program, ...more);
      expect(printed.length).toBe(moves.length);
      const cut = (text: string, like: string): string => (like.endsWith('…') && text.startsWith(like.slice(0, -1)) ? like : text.trim());
      moves.forEach((move, i) => expect(cellsOf(move, i).map((text, c) => cut(text, printed[i]![c]!))).toEqual(printed[i]));
    });

  test('the words are those of the terminal', async () => {
    const { spawnSync } = await import('node:child_process');
    const printed = spawnSync(command, ['verify', 'lola15', 'lola15_reference'], { encoding: 'utf8' }).stdout.replace(/\s+/g, ' ');
    const document = get('lola15', 'lola15_reference');
    expect(printed).toContain(document.summary);
    expect(printed).toContain(document.worst_errors);
    expect(document.why!.some(({ place }) => place.startsWith('late, '))).toBe(true);
    expect(document.why!.length).toBeGreaterThan(0);
    for (const { place, reason, others } of document.why!) {
      expect(printed).toContain(`${place}: ${reason}`);
      expect(printed).toContain(others);
    }
    for (const sentence of [...document.rests_on!, ...document.not_judged!]) expect(printed).toContain(sentence);
  });

  test('both answers stand beside each other: off the path in time, or longer on the path', () => {
    const document = get('lola15', 'lola15_reference');
    const kept = document.answers!.kept_path!;
    const rows = answerRows(document);
    expect(rows[0]!.slice(0, 2)).toEqual(['keeps time', document.asked_time_s!.toFixed(3)]);
    expect(rows[0]![2]).toContain(`${Math.max(...document.moves.map((m) => m.path_error_mm ?? 0)).toFixed(2)} mm`);
    expect(rows[1]![0]).toBe('keeps the path');
    expect(kept.jumps).toBe(document.jumps!.length);
    expect(kept.possible).toBe(kept.jumps === 0 && kept.obstacles.length === 0);
    expect(rows[1]![1]).toBe(kept.obstacles.length === 0 ? kept.time_s!.toFixed(3) : '–');
    expect(answerRows(get('lola15', 'pick_and_place'))).toEqual([]);
  });

  test('a path that no slowing keeps says why', () => {
    expect(keptPathWords({ possible: false, jumps: 0, time_s: null, slowed: [], obstacles: [{ move: 1, line: 7, reason: 'a leaves its range' }] }, 3))
      .toEqual(['–', 'no slowing keeps it: line 7: a leaves its range']);
    expect(keptPathWords({ possible: true, jumps: 0, time_s: 4, slowed: [{ move: 1, line: 7, speed: 0.5, time_s: 2 }], obstacles: [] }, 3))
      .toEqual(['4.000', 'instead of 3.000 s: line 7 at 50 %']);
    expect(keptPathWords({ possible: false, jumps: 2, time_s: 3, slowed: [], obstacles: [] }, 3))
      .toEqual(['3.000', 'no move is slowed, but for 2 jumps of speed, which no slowing cures']);
  });
});
