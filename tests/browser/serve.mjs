// `erfd serve` and sources of live samples, for tests and measurements of the page.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { erfd, newTab } from './open_page.mjs';

/** The server with its addresses; stop() ends it. */
export async function serve(...options) {
  const server = spawn(erfd, ['serve', ...options], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  server.stderr.on('data', (data) => (said += data));
  const found = async (pattern) => {
    for (let k = 0; k < 400; ++k, await wait(50)) {
      const match = pattern.exec(said);
      if (match) return match[1];
    }
    throw new Error(`${pattern} not in: ${said}`);
  };
  const stop = async () => {
    const ended = once(server, 'exit');
    server.kill();
    await ended;
  };
  return { address: await found(/open (http\S+)/), found, stop, pid: server.pid };
}

/** With its live port. */
export async function serveLive(...options) {
  const server = await serve('--live', '--live-port', '0', ...options);
  return { ...server, livePort: Number(await server.found(/live samples: 127.0.0.1 port (\d+)/)) };
}

export async function openStudio(browser, address) {
  const tab = await newTab(browser);
  await tab.goto(address);
  await tab.waitForFunction(() => document.body.dataset.connected === 'true');
  return tab;
}

/** A source of live samples. */
export class Source {
  constructor(port, robot, period) {
    this.socket = connect(port, '127.0.0.1');
    this.period = period;
    this.write({ erfd_live: 1, robot, period_s: period });
  }

  write(value) {
    this.socket.write(`${JSON.stringify(value)}\n`);
  }

  /** Samples of sampleAt(t) for t in [0, seconds], in real time. The last one comes twice more: the server shows the middle of three. */
  async play(seconds, sampleAt) {
    const count = Math.round(seconds / this.period);
    const begin = performance.now();
    for (let k = 0; k <= count + 2; ++k) {
      const t = k * this.period;
      this.write({ t_s: t, ...sampleAt(Math.min(t, seconds)) });
      await wait(Math.max(0, begin + 1000 * t - performance.now()));
    }
  }

  /** Gone, as by a crash. */
  drop() {
    this.socket.destroy();
  }
}

/** Where C++ says the tool is. */
export function toolAt(robot, q) {
  const done = spawnSync(erfd, ['fk', robot, `--q=${q.join(',')}`, '--json'], { encoding: 'utf8' });
  return /"position_m": \[([^\]]*)\]/.exec(done.stdout)[1].split(',').map(Number);
}
