// The live view against `erfd serve --live`.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openBrowser, picture } from './open_page.mjs';
import { openStudio, serveLive, Source, toolAt } from './serve.mjs';

let browser;
let server;
before(async () => {
  browser = await openBrowser();
  server = await serveLive();
});
after(async () => {
  await server?.stop();
  await browser?.close();
});

/** Waits until the note matches, and returns it. */
async function noted(tab, pattern) {
  await tab.waitForFunction((p) => new RegExp(p).test(document.querySelector('.stage-note').textContent), pattern.source);
  return tab.textContent('.stage-note');
}

/** Waits until the readout of an axis matches. */
const readOut = (tab, axis, pattern) =>
  tab.waitForFunction(([i, p]) => new RegExp(p).test(document.querySelectorAll('.chip .value')[i]?.textContent), [axis, pattern.source]);

const drawnAt = (tab, place) =>
  tab.waitForFunction((wanted) => {
    const p = window.erfd.stage.tool?.p;
    return p && wanted.every((x, i) => Math.abs(x - p[i]) < 1e-6);
  }, place);

test('robot, readouts and note show the last sample of a source, also when it starts again', async () => {
  const tab = await openStudio(browser, server.address);
  await noted(tab, /^waiting for the live source$/);
  for (const [seconds, angle] of [[0.5, 0.5], [0.4, -0.6]]) {
    const posture = (t) => [(angle * t) / seconds, -0.5, 0.4, 0, 0.3, 0];
    const source = new Source(server.livePort, 'lola15', 0.01);
    await source.play(seconds, (t) => ({ q: posture(t), ua: [10 * t, 0, 0, 0, 0, 0] }));
    source.drop();
    await drawnAt(tab, toolAt('lola15', posture(seconds)));
    await readOut(tab, 0, new RegExp(`^${(10 * seconds).toFixed(3)} `));
    await noted(tab, new RegExp(`gone for [1-9]\\d* s · at ${(seconds + 0.01).toFixed(2)} s · largest difference: motor2`));
  }
  await picture(tab, 'live-gone');
  assert.deepEqual(tab.problems, []);
  await tab.close();
});

test('a page that is opened later says how long the source has been gone', async () => {
  const tab = await openStudio(browser, server.address);
  await noted(tab, /^the live source has been gone for [1-9]\d* s$/);
  await tab.close();
});

/** Two point masses of 1 kg in the middle of links of 1 m at rest, by the textbook. */
const holding = ([a, b]) => {
  const fore = 0.5 * 9.81 * Math.cos(a + b);
  return [1.5 * 9.81 * Math.cos(a) + fore, fore];
};

test('a robot without drives shows its joint torques beside the model, and the difference of the two', async () => {
  const tab = await openStudio(browser, server.address);
  const source = new Source(server.livePort, 'planar2r', 0.01);
  const q = [0.3, 0.4];
  const [first, second] = holding(q);
  await source.play(0.5, () => ({ q, qd: [0, 0], ua: [first + 0.25, second] }));
  assert.match(await noted(tab, /largest difference/), /largest difference: \S+ 0\.250 N m/);
  await tab.click('[data-group=joint-torque]');
  await readOut(tab, 0, new RegExp(`^${(first + 0.25).toFixed(2)} ⁄ ${first.toFixed(2)} N m$`));
  assert.deepEqual(await tab.$$eval('.legend .entry', (list) => list.map((e) => e.textContent)), ['measured', 'model']);
  assert.match(await tab.getAttribute('.chip', 'title'), /: measured ⁄ model;/);
  const [file] = await Promise.all([tab.waitForEvent('download'), tab.click('.plot-head button:text-is("CSV")')]);
  assert.match(readFileSync(await file.path(), 'utf8'), /^t \[s\],\S+ model \[N m\],\S+ measured \[N m\],/);
  await picture(tab, 'live-joints');
  await tab.click('[data-group=difference]');
  await readOut(tab, 0, /^0\.250 N m$/);
  await readOut(tab, 1, /^0\.000 N m$/);
  assert.deepEqual(await tab.$$eval('.legend .entry', (list) => list.map((e) => e.textContent)), ['measured − model']);
  await picture(tab, 'live-difference');
  await noted(tab, /^the live source has been silent for [1-9]\d* s · at 0\.51 s/);
  source.drop();
  assert.deepEqual(tab.problems, []);
  await tab.close();
});

test('a verification covers the live view, a source leaves the edited program alone, and a button leads back', async () => {
  const tab = await openStudio(browser, server.address);
  const program = 'program Mine;\nseq\n  wait 0.5 sec;\nendseq\nendprogram;';
  await tab.locator('.cm-content').fill(program);
  const source = new Source(server.livePort, 'lola15', 0.01);
  const q = [0.2, -0.5, 0.4, 0, 0.3, 0];
  await source.play(0.3, () => ({ q }));
  await noted(tab, /at 0\.31 s/);
  assert.match(await tab.textContent('.cm-content'), /program Mine/);
  assert.equal(await tab.isVisible('button:text-is("● live")'), false);
  await tab.selectOption('#studio-robot', 'lola15');
  await tab.click('button:text-is("Verify")');
  await tab.waitForFunction(() => /Mine on lola15/.test(document.querySelector('h1').textContent));
  await tab.click('button:text-is("● live")');
  await tab.waitForFunction(() => document.querySelector('h1').textContent === 'live: lola15');
  await source.play(0.3, () => ({ q: [-0.2, ...q.slice(1)] }));
  await drawnAt(tab, toolAt('lola15', [-0.2, ...q.slice(1)]));
  const later = await openStudio(browser, server.address); // sees the verification first
  await later.waitForFunction(() => /Mine on lola15/.test(document.querySelector('h1').textContent));
  await later.click('button:text-is("● live")');
  await source.play(0.3, () => ({ q }));
  await drawnAt(later, toolAt('lola15', q));
  assert.deepEqual(later.problems, []);
  await later.close();
  source.drop();
  assert.deepEqual(tab.problems, []);
  await tab.close();
});

test('a robot that runs a program is held against its plan: line, way, deviation', async () => {
  const running = await serveLive('lola15', 'lola15_reference');
  const tab = await openStudio(browser, running.address);
  await tab.waitForFunction(() => window.erfd.run?.document.kind === 'verify');
  const at = 3; // of the program, as `erfd verify` has it; the robot is 0.02 rad off in axis 1
  const { q, line } = await tab.evaluate((t) => {
    const { run } = window.erfd;
    const k = Math.round(t / run.period);
    return { q: run.channels('q_asked').map((c) => c[k]), line: run.moves[run.moveAt(k)].line };
  }, at);
  q[0] += 0.02;
  const source = new Source(running.livePort, 'lola15', 0.01);
  await source.play(0.4, () => ({ q, program_t_s: at }));
  await noted(tab, new RegExp(`line ${line}: [1-9][\\d.]* mm off plan, program at 3\\.00 s`));
  await tab.waitForFunction((n) => {
    const text = window.erfd.run.document.program.lines[n - 1].trim();
    return document.querySelector('.cm-current-move')?.textContent.trim() === text;
  }, line);
  assert.ok(await tab.evaluate(() => window.erfd.run.document.signals.tcp_asked.shape[1] > 1000), 'the planned way');
  await tab.click('[data-group=plan]');
  await readOut(tab, 0, /^1\.14\d* deg$/);
  await readOut(tab, 1, /^-?0\.000\d* deg$/);
  await picture(tab, 'live-program');
  source.drop();
  assert.deepEqual(tab.problems, []);
  await tab.close();
  await running.stop();
});

test('a viewer on another machine sees the live robot over TLS, and nothing to verify or save', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'erfd-'));
  const token = 'viewer-0123456789abcdef0123456789abcdef';
  const file = (name) => join(folder, name);
  writeFileSync(file('token'), token, { mode: 0o600 });
  spawnSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', '/CN=erfd',
    '-addext', 'subjectAltName=IP:127.0.0.2', '-keyout', file('key.pem'), '-out', file('cert.pem')]);
  const remote = await serveLive('lola15', 'lola15_reference', '--remote', '127.0.0.2:0', '--certificate', file('cert.pem'), '--key', file('key.pem'),
    '--viewer-token', file('token'));
  const address = await remote.found(/viewers: (https\S+)#token=TOKEN/);
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 1280, height: 800 } });
  const tab = await context.newPage();
  const problems = [];
  tab.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await tab.goto(`${address}#token=${token}`);
  await tab.waitForFunction(() => document.body.dataset.connected === 'true' && document.body.dataset.rights === 'watch');
  const source = new Source(remote.livePort, 'lola15', 0.01);
  const q = [0.3, -0.5, 0.4, 0, 0.3, 0];
  await source.play(0.4, () => ({ q }));
  await drawnAt(tab, toolAt('lola15', q));
  assert.equal(await tab.isVisible('button:text-is("Verify")'), false);
  assert.equal(await tab.isVisible('button:text-is("Save")'), false);
  assert.match(await tab.textContent('.cm-content'), /program Lola15DD/);
  await picture(tab, 'live-viewer');
  source.drop();
  assert.deepEqual(problems, []);
  await context.close();
  await remote.stop();
  rmSync(folder, { recursive: true });
});
