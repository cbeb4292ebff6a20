// The page against a server that answers by the contract, under the policy of the contract.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { newTab, openBrowser, picture, reportOf, settled } from './open_page.mjs';

const dist = process.env.ERFD_PAGE_DIST;
const address = 'http://127.0.0.1:9';
const policy = `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self' ws://127.0.0.1:9`;
const types = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

let browser;
let run;
before(async () => {
  browser = await openBrowser();
  const text = readFileSync(fileURLToPath(reportOf('lola15', 'pick_and_place', 'studio')), 'utf8');
  run = JSON.parse(/id="erfd-run">([^<]*)</.exec(text)[1]);
});
after(() => browser?.close());

/** A tab whose requests are answered here: no port is opened. */
async function studioTab(firstRun) {
  const tab = await newTab(browser);
  const state = { asked: [], sockets: [] };
  await tab.route(`${address}/**`, (route) => {
    const request = route.request();
    const path = new URL(request.url()).pathname;
    if (!path.startsWith('/api/')) {
      const file = path === '/' ? '/index.html' : path;
      return route.fulfill({ body: readFileSync(join(dist, file)), contentType: types[file.split('.').pop()], headers: { 'Content-Security-Policy': policy } });
    }
    state.asked.push({ path, method: request.method(), token: request.headers()['x-erfd-token'], body: request.postDataJSON() });
    const answers = {
      '/api/run': firstRun, '/api/robots': [{ name: 'lola15', title: 'Lola 15', axes: 6 }],
      '/api/programs': [{ name: 'pick_and_place', shipped: true }], '/api/verify': { job: 7 }, '/api/program': { name: 'x', text: 'program x;' },
    };
    return answers[path] === null ? route.fulfill({ status: 204 }) : route.fulfill({ json: answers[path] });
  });
  await tab.routeWebSocket(/\/ws$/, (socket) => {
    state.sockets.push(socket);
    socket.onMessage((text) => {
      state.hello = JSON.parse(text);
      socket.send(JSON.stringify({ type: 'welcome', version: '0', live: true }));
    });
  });
  await tab.goto(`${address}/#token=secret`);
  await tab.waitForFunction(() => document.body.dataset.connected === 'true');
  return { tab, state, send: (message) => state.sockets.at(-1).send(JSON.stringify(message)) };
}

test('edit, verify, new verdict, without reload and with the token everywhere but in the address', async () => {
  const { tab, state, send } = await studioTab(null);
  assert.equal(state.hello.token, 'secret');
  assert.ok(!tab.url().includes('secret'));
  await tab.waitForFunction(() => document.querySelectorAll('#studio-robot option').length > 0);
  await tab.click('[data-tab=program]');
  await tab.locator('.cm-content').fill('program edited; seq endseq endprogram;');
  await tab.click('[data-tab=studio]');
  await tab.fill('#studio-payload', '5');
  await picture(tab, 'studio');
  await tab.click('button:text-is("Verify")');
  await tab.waitForFunction(() => !document.querySelector('progress').hidden);
  send({ type: 'progress', job: 7, share: 0.5 });
  await tab.waitForFunction(() => document.querySelector('progress').value === 0.5);
  const asked = state.asked.find((a) => a.path === '/api/verify');
  assert.equal(asked.body.program_text, 'program edited; seq endseq endprogram;');
  assert.equal(asked.body.options.payload_kg, 5);
  assert.ok(state.asked.every((a) => a.token === 'secret'));
  send({ type: 'run', job: 7, run });
  await tab.waitForFunction((summary) => document.querySelector('h1').textContent === summary, run.summary);
  await settled(tab);
  await picture(tab, 'studio-verdict');
  assert.deepEqual(tab.problems, []);
  await tab.close();
});

test('problems of a program are marked at their places', async () => {
  const { tab, send } = await studioTab(run);
  await tab.waitForFunction(() => window.erfd.run);
  send({ type: 'problems', job: 7, findings: [{ code: 'E0101', severity: 'error', line: 1, column: 1, message: 'unknown word' }] });
  await tab.waitForSelector('.cm-lint-marker-error');
  assert.deepEqual(tab.problems, []);
  await tab.close();
});

test('a live stream moves the robot, and the page comes back after the source was gone', async () => {
  const live = { ...run, kind: 'live', moves: [], signals: {}, cycles: 0, asked_cycles: 0, findings: [], achievable: null, summary: 'live: lola15' };
  const { tab, state, send } = await studioTab(live);
  await tab.waitForFunction(() => window.erfd.run);
  const tool = () => tab.evaluate(() => window.erfd.stage.tool.p[0]);
  const stream = async (from) => {
    for (let k = 0; k < 30; ++k) {
      send({ type: 'live', t_s: from + k * 0.016, q: [0.03 * k + from, -0.5, 0.4, 0, 0.3, 0], ua: [1, 2, 3, 4, 5, 6] });
      await settled(tab);
    }
  };
  const before = await tool();
  await stream(0);
  const moved = await tool();
  assert.ok(Math.abs(moved - before) > 0.01);
  await picture(tab, 'live');
  await state.sockets.at(-1).close();
  await tab.waitForFunction(() => document.body.dataset.connected === 'false');
  await tab.waitForFunction(() => document.body.dataset.connected === 'true');
  await stream(1);
  assert.ok(Math.abs((await tool()) - moved) > 0.01);
  assert.deepEqual(tab.problems, []);
  await tab.close();
});
