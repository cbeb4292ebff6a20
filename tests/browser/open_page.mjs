// Debian's Chromium, driven by playwright-core of web/. WebGL comes from SwiftShader: no graphics card is needed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const web = fileURLToPath(new URL('../../web/', import.meta.url));
const { chromium } = createRequire(join(web, 'package.json'))('playwright-core');

/** Set by the build: the command and where pictures and reports go. */
export const erfd = process.env.ERFD_COMMAND;
export const output = process.env.ERFD_BROWSER_OUTPUT ?? 'build/browser';
mkdirSync(output, { recursive: true });

export function findChromium() {
  const places = [process.env.ERFD_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  return places.find((place) => place && existsSync(place));
}

const flags = [
  '--no-sandbox', '--disable-gpu', '--enable-unsafe-swiftshader', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

export const openBrowser = () => chromium.launch({ executablePath: findChromium(), args: flags });

/** `erfd verify … --report`; returns the address of the report. */
export function reportOf(robot, program, name, ...options) {
  const file = resolve(output, `${name}.html`);
  const done = spawnSync(erfd, ['verify', robot, program, '--report', file, '--force', ...options], { encoding: 'utf8' });
  assert.ok(done.status === 0 || done.status === 1, done.stderr);
  return pathToFileURL(file).href;
}

/** The reference program in a loop; a round has 13 s, 13 moves and 1300 cycles. */
export function longProgram(rounds) {
  const source = fileURLToPath(new URL('../../examples/programs/lola15_reference.irl', import.meta.url));
  const text = readFileSync(source, 'utf8')
    .replace('endvar', 'int: lap;\nendvar')
    .replace(/\nseq\n/, `\nseq\nfor lap = 1 to ${rounds} do\n`)
    .replace('endseq', 'endfor\nendseq');
  const file = join(output, `long-${rounds}.irl`);
  writeFileSync(file, text);
  return file;
}

/** A tab that remembers errors and requests. */
export async function newTab(browser, size = { width: 1280, height: 800 }) {
  const tab = await browser.newPage({ viewport: size, acceptDownloads: true });
  tab.problems = [];
  tab.requests = [];
  tab.on('console', (message) => message.type() === 'error' && tab.problems.push(message.text()));
  tab.on('pageerror', (error) => tab.problems.push(error.message));
  tab.on('request', (request) => tab.requests.push(request.url()));
  return tab;
}

/** Opens a report and waits until it is drawn. */
export async function openReport(browser, address, size) {
  const tab = await newTab(browser, size);
  await tab.goto(address);
  await tab.waitForFunction(() => window.erfd?.run);
  await settled(tab);
  return tab;
}

/** Two frames later everything that was asked for is drawn. */
export const settled = (tab) =>
  tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))));

export const picture = (tab, name) => tab.screenshot({ path: join(output, `${name}.png`) });
