// The pictures of docs/page.md; tools/page_pictures starts it.
import { spawn, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { erfd, openBrowser, openReport, picture, reportOf } from './open_page.mjs';
import { openStudio, serveLive } from './serve.mjs';

const example = (path) => fileURLToPath(new URL(`../../examples/${path}`, import.meta.url));
const browser = await openBrowser();

/** Behind the wait for shadows. */
async function take(tab, name) {
  await tab.waitForTimeout(500);
  await picture(tab, name);
}

async function verification() {
  const tab = await openReport(browser, reportOf('lola15', 'lola15_reference', 'tour'));
  await tab.click('tr[data-move="3"]');
  await tab.mouse.move(0, 0);
  await take(tab, 'report');
  await tab.click('[data-tab=program]');
  await tab.click('[data-group=split]');
  await tab.evaluate(() => window.erfd.plots.zoomed(4, 4.4));
  await take(tab, 'split');
  await tab.click('[data-tab=verdict]');
  await tab.keyboard.press('t');
  await tab.keyboard.press('r');
  await tab.evaluate(() => window.erfd.plots.resetZoom());
  await tab.click('[data-group=position]');
  await tab.setViewportSize({ width: 820, height: 1180 });
  await take(tab, 'tablet');
  await tab.close();
}

async function meshes() {
  const file = join(tmpdir(), `erfd-swing-${process.pid}.html`);
  spawnSync(erfd, ['simulate', example('urdf/swing.toml'), '--report', file, '--force']);
  const tab = await openReport(browser, pathToFileURL(file).href);
  await tab.evaluate(() => window.erfd.clock.seek(120));
  await take(tab, 'meshes');
  await tab.close();
}

async function live() {
  const server = await serveLive();
  const tab = await openStudio(browser, server.address);
  const source = spawn(erfd, ['simulate', example('scenarios/lola15_lift.toml'), '--live', String(server.livePort), '--live-speed', '0.25'], { stdio: 'ignore' });
  await tab.waitForSelector('[data-group=difference]');
  await tab.click('[data-group=torque]');
  await tab.waitForFunction(() => /^live, .* at 1\.1/.test(document.querySelector('.stage-note').textContent));
  await picture(tab, 'live');
  source.kill();
  await server.stop();
  await tab.close();
}

await verification();
await meshes();
await live();
await browser.close();
