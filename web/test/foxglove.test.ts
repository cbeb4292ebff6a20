// `erfd serve --live` against the official client of the Foxglove protocol.
import { FoxgloveClient, type Channel, type MessageData, type ServerInfo } from '@foxglove/ws-protocol';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { command, framesOf } from './erfd';

const posture = [0.3, -0.5, 0.4, 0.1, 0.3, -0.2];
const torques = [1, -2, 3, -4, 5, -6];

let server: ChildProcess;
let source: Socket;
let address = '';
let sending: Promise<void>;

/** Rests in the posture, 200 samples a second, until the source is closed. */
async function keepSending(): Promise<void> {
  source.write('{"erfd_live":1,"robot":"lola15","period_s":0.005}\n');
  for (let k = 0; source.writable; ++k, await wait(5))
    source.write(`${JSON.stringify({ t_s: 0.005 * k, q: posture, qd: [0, 0, 0, 0, 0, 0], ua: torques })}\n`);
}

beforeAll(async () => {
  if (command === '') return;
  server = spawn(command, ['serve', '--live', '--live-port', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  server.stderr!.on('data', (part) => (said += String(part)));
  while (!said.includes('/foxglove?token=')) await wait(20);
  address = /Foxglove: (\S+)/.exec(said)![1]!;
  source = connect(Number(/live samples: 127.0.0.1 port (\d+)/.exec(said)![1]), '127.0.0.1');
  sending = keepSending();
});

afterAll(async () => {
  if (command === '') return;
  source.destroy();
  await sending;
  const ended = once(server, 'exit');
  server.kill();
  await ended;
});

/** A connected client with what it was told; close() waits for the end. */
async function open(protocol: string): Promise<{ client: FoxgloveClient; info: ServerInfo; channels: Map<string, Channel>; close: () => Promise<void> }> {
  const client = new FoxgloveClient({ ws: new WebSocket(address, [protocol]) as never });
  const failed = new Promise<never>((_, reject) => client.on('error', reject));
  const info = new Promise<ServerInfo>((done) => client.on('serverInfo', done));
  const channels = new Promise<Channel[]>((done) => client.on('advertise', done));
  const told = await Promise.race([Promise.all([info, channels]), failed]);
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((done) => client.on('close', () => done()));
    client.close();
    await closed;
  };
  return { client, info: told[0], channels: new Map(told[1].map((c) => [c.topic, c])), close };
}

const valueOf = (message: MessageData): unknown => JSON.parse(new TextDecoder().decode(message.data));

/** The next message of a subscription. */
const next = (client: FoxgloveClient, subscription: number): Promise<MessageData> =>
  new Promise((done) => {
    const listen = (message: MessageData): void => {
      if (message.subscriptionId !== subscription) return;
      client.off('message', listen);
      done(message);
    };
    client.on('message', listen);
  });

interface Sample { q: number[]; qd: number[]; ua: number[]; ua_model: number[]; ua_difference: number[] }
interface Xyz { x: number; y: number; z: number }
interface Transforms { transforms: { parent_frame_id: string; child_frame_id: string; translation: Xyz; rotation: Xyz & { w: number } }[] }

const protocols = ['foxglove.websocket.v1', 'foxglove.sdk.v1'];

describe.skipIf(command === '')('the official client', () => {
  test.each(protocols)('%s: receives server, channels with schemas, and samples as they were sent', async (protocol) => {
    const { client, info, channels, close } = await open(protocol);
    expect(info).toMatchObject({ op: 'serverInfo', name: 'erfd', supportedEncodings: ['json'] });
    expect([...channels.keys()].sort()).toEqual(['/erfd/joints', '/tf']);
    for (const channel of channels.values()) {
      expect(channel).toMatchObject({ encoding: 'json', schemaEncoding: 'jsonschema' });
      expect(JSON.parse(channel.schema)).toMatchObject({ type: 'object' });
    }
    const message = await next(client, client.subscribe(channels.get('/erfd/joints')!.id));
    const sample = valueOf(message) as Sample;
    expect(sample).toMatchObject({ q: posture, qd: [0, 0, 0, 0, 0, 0], ua: torques });
    sample.ua_difference.forEach((d, i) => expect(d).toBeCloseTo(torques[i]! - sample.ua_model[i]!, 6));
    expect(Math.abs(Number(message.timestamp) / 1e9 - Date.now() / 1000)).toBeLessThan(60);
    await close();
  });

  test.each(protocols)('%s: transforms stand where erfd fk has the frames', async (protocol) => {
    const { client, channels, close } = await open(protocol);
    const { transforms } = valueOf(await next(client, client.subscribe(channels.get('/tf')!.id))) as Transforms;
    const frames = framesOf('lola15', posture);
    expect(transforms.map((t) => t.child_frame_id)).toEqual([...frames.keys()]);
    for (const { parent_frame_id, child_frame_id, translation: p, rotation: r } of transforms) {
      const X = frames.get(child_frame_id)!;
      expect(parent_frame_id).toBe('world');
      [p.x, p.y, p.z].forEach((value, k) => expect(value).toBeCloseTo(X.p[k]!, 8));
      const column = [1 - 2 * (r.y * r.y + r.z * r.z), 2 * (r.x * r.y + r.z * r.w), 2 * (r.x * r.z - r.y * r.w)];
      column.forEach((value, k) => expect(value).toBeCloseTo(X.R[3 * k]!, 8));
    }
    await close();
  });

  test('unsubscribing ends one stream and leaves the other', async () => {
    const { client, channels, close } = await open(protocols[0]!);
    const [joints, tf] = ['/erfd/joints', '/tf'].map((topic) => client.subscribe(channels.get(topic)!.id));
    await Promise.all([next(client, joints!), next(client, tf!)]);
    client.unsubscribe(joints!);
    for (let k = 0; k < 3; ++k) await next(client, tf!); // what was under way has arrived
    const stray = next(client, joints!).then(() => 'joints');
    const rest = (async () => {
      for (let k = 0; k < 10; ++k) await next(client, tf!);
      return 'tf';
    })();
    expect(await Promise.race([stray, rest])).toBe('tf');
    await close();
  });

  test('a client that comes again is served as the first time', async () => {
    for (let k = 0; k < 3; ++k) {
      const { client, channels, close } = await open(protocols[k % 2]!);
      expect(valueOf(await next(client, client.subscribe(channels.get('/erfd/joints')!.id)))).toMatchObject({ q: posture });
      await close();
    }
  });
});
