// The page against `erfd serve` itself: studio, live view, restart of the source.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { erfd, newTab, openBrowser, picture, settled } from './open_page.mjs';

let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser?.close());

/** The server with its addresses; stop() ends it. */
async function serve(...options) {
  const server = spawn(erfd, ['serve', ...options], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  server.stderr.on('data', (data) => (said += data));
  const found = async (pattern) => {
    for (let k = 0; k < 200; ++k, await wait(50)) {
      const match = pattern.exec(said);
      if (match) return match[1];
    }
    throw new Error(`${pattern} not in: ${said}`);
  };
  const stop = () => new Promise((done) => server.once('exit', done) && server.kill());
  return { address: await found(/open (http\S+)/), found, stop };
}

async function openStudio(address) {
  const tab = await newTab(browser);
  await tab.goto(address);
  await tab.waitForFunction(() => document.body.dataset.connected === 'true');
  return tab;
}

const heading = (tab) => tab.evaluate(() => document.querySelector('h1').textContent);

test('a program edited in the page is verified by the server, and the new verdict is shown', async () => {
  const server = await serve('lola15', 'pick_and_place');
  try {
    const tab = await openStudio(server.address);
    await tab.waitForFunction(() => window.erfd?.run);
    const first = await heading(tab);
    assert.match(first, /PickAndPlace on lola15/);
    assert.ok(!tab.url().includes('token'));
    await tab.click('[data-tab=program]');
    await tab.locator('.cm-content').fill('program Edited;\nseq\n  wait 0.5 sec;\nendseq\nendprogram;');
    await tab.click('[data-tab=studio]');
    await tab.waitForFunction(() => document.querySelector('#studio-robot')?.value);
    await tab.selectOption('#studio-robot', 'lola15');
    await tab.click('button:text-is("Verify")');
    await tab.waitForFunction((old) => document.querySelector('h1').textContent !== old, first);
    assert.match(await heading(tab), /Edited on lola15/);
    await tab.click('[data-tab=program]');
    await tab.locator('.cm-content').fill('program Broken;\nseq\n  wiat 0.5 sec;\nendseq\nendprogram;');
    await tab.click('[data-tab=studio]');
    await tab.click('button:text-is("Verify")');
    await tab.click('[data-tab=program]');
    await tab.waitForSelector('.cm-lint-marker-error');
    assert.deepEqual(tab.problems, []);
    await tab.close();
  } finally {
    await server.stop();
  }
});

const posture = (angle) => [angle, -0.5, 0.4, 0, 0.3, 0];

/** Where C++ says the tool is. */
function toolAt(angle) {
  const done = spawnSync(erfd, ['fk', 'lola15', '--q', posture(angle).join(','), '--json'], { encoding: 'utf8' });
  return /"position_m": \[([^\]]*)\]/.exec(done.stdout)[1].split(',').map(Number);
}

/** A source that turns the first joint of lola15 from one angle to another in half a second, and rests there. */
async function stream(port, from, to) {
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('{"erfd_live":1,"robot":"lola15","period_s":0.005}\n');
  for (let k = 0; k <= 120; ++k, await wait(5))
    socket.write(`${JSON.stringify({ t_s: 0.005 * k, q: posture(from + (to - from) * Math.min(1, k / 100)) })}\n`);
  return socket;
}

test('live samples move the robot, also after the source restarts', async () => {
  const server = await serve('--live', '--live-port', '0');
  try {
    const port = await server.found(/live samples: 127.0.0.1 port (\d+)/);
    const tab = await openStudio(server.address);
    for (const [from, to] of [[0, 0.5], [0.5, -0.6]]) {
      const source = await stream(port, from, to);
      await tab.waitForFunction((wanted) => {
        const p = window.erfd?.run && window.erfd.stage.tool.p;
        return p && wanted.every((x, i) => Math.abs(x - p[i]) < 1e-6);
      }, toolAt(to));
      source.destroy();
      await settled(tab);
    }
    await picture(tab, 'live-server');
    assert.deepEqual(tab.problems, []);
    await tab.close();
  } finally {
    await server.stop();
  }
});
