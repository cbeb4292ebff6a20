// The page against `erfd serve` itself: the studio, and what it does when the server goes and comes back.
import assert from 'node:assert/strict';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { newTab, openBrowser, output, picture } from './open_page.mjs';
import { openStudio, serve } from './serve.mjs';

let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser?.close());

const heading = (tab) => tab.evaluate(() => document.querySelector('h1').textContent);

test('a program edited in the page is verified by the server, and the new verdict is shown', async () => {
  const server = await serve('lola15', 'pick_and_place');
  try {
    const tab = await openStudio(browser, server.address);
    await tab.waitForFunction(() => window.erfd?.run);
    const first = await heading(tab);
    assert.match(first, /PickAndPlace on lola15/);
    assert.ok(!tab.url().includes('token'));
    await tab.locator('.cm-content').fill('program Edited;\nseq\n  wait 0.5 sec;\nendseq\nendprogram;');
    await tab.waitForFunction(() => document.querySelector('#studio-robot')?.value);
    await tab.selectOption('#studio-robot', 'lola15');
    await tab.click('button:text-is("Verify")');
    await tab.waitForFunction((old) => document.querySelector('h1').textContent !== old, first);
    assert.match(await heading(tab), /Edited on lola15/);
    await tab.locator('.cm-content').fill('program Broken;\nseq\n  wiat 0.5 sec;\nendseq\nendprogram;');
    await tab.click('button:text-is("Verify")');
    await tab.waitForSelector('.cm-lint-marker-error');
    assert.deepEqual(tab.problems, []);
    await tab.close();
  } finally {
    await server.stop();
  }
});

test('a robot file of the command line stays the chosen robot, whatever name the model has', async () => {
  const robot = join(output, 'heavy.toml');
  copyFileSync(fileURLToPath(new URL('../../robots/lola15.toml', import.meta.url)), robot);
  const server = await serve(robot, 'pick_and_place');
  try {
    const tab = await openStudio(browser, server.address);
    await tab.waitForFunction(() => window.erfd?.run && document.querySelectorAll('#studio-robot option').length > 1);
    const chosen = () => tab.evaluate(() => [...document.querySelectorAll('.studio-form select')].map((s) => s.value));
    assert.deepEqual((await chosen()).slice(0, 2), [robot, 'pick_and_place']);
    await tab.fill('#studio-payload', '1');
    await tab.click('button:text-is("Verify")');
    await says(tab, '.message', /^verified$/);
    assert.deepEqual((await chosen()).slice(0, 2), [robot, 'pick_and_place']);
    await tab.reload();
    await tab.waitForFunction(() => document.querySelector('#studio-payload')?.value === '1');
    assert.deepEqual((await chosen()).slice(0, 2), [robot, 'pick_and_place']);
    await tab.waitForFunction(() => window.erfd?.run);
    assert.deepEqual(tab.problems, []);
    await tab.close();
  } finally {
    await server.stop();
  }
});

const says = (tab, selector, pattern) =>
  tab.waitForFunction(([s, p]) => new RegExp(p).test(document.querySelector(s).textContent), [selector, pattern.source]);

test('a page tells that its server is gone, and after a restart where to find it', async () => {
  const first = await serve('lola15', 'pick_and_place');
  const port = new URL(first.address).port;
  const tab = await openStudio(browser, first.address);
  await tab.waitForFunction(() => window.erfd?.run && document.querySelector('#studio-program').options.length > 0);
  assert.equal(await tab.isVisible('.connection'), false);
  await first.stop();
  await says(tab, '.connection', /no connection to the server for \d+ s; trying again/);
  await tab.click('button:text-is("Verify")');
  await says(tab, '.message', /no connection to the server/);
  assert.match(await heading(tab), /PickAndPlace on lola15/);
  await picture(tab, 'connection-lost');
  const second = await serve('--port', port);
  try {
    await says(tab, '.connection', /the server was restarted: open its new address/);
    await tab.click('button:text-is("Verify")');
    await says(tab, '.message', /the server was restarted: open its new address/);
    const asked = tab.requests.length;
    await tab.waitForTimeout(1500);
    assert.equal(tab.requests.length, asked, 'a page without a chance goes on asking');
    await tab.goto(second.address);
    await tab.waitForFunction(() => document.body.dataset.connected === 'true');
    await says(tab, 'h1', /Choose a robot and a program/);
    assert.equal(await tab.isVisible('.connection'), false);
    await tab.close();
  } finally {
    await second.stop();
  }
});

test('an address without its token says so', async () => {
  const server = await serve();
  try {
    const tab = await newTab(browser);
    await tab.goto(server.address.replace(/#.*/, ''));
    await says(tab, 'h1', /this address has no token/);
    await tab.close();
  } finally {
    await server.stop();
  }
});

test('a program of the command line that cannot be used is there with its problems', async () => {
  const file = join(output, 'broken.irl');
  writeFileSync(file, 'program Broken;\nseq\n  wiat 0.5 sec;\nendseq\nendprogram;\n');
  const server = await serve('lola15', file);
  try {
    const tab = await openStudio(browser, server.address);
    await tab.waitForSelector('.cm-lint-marker-error');
    assert.match(await tab.textContent('.cm-content'), /wiat/);
    assert.match(await heading(tab), /^the program cannot be used: 1 problem; line 3: /);
    assert.equal(await tab.inputValue('#studio-program'), 'broken.irl');
    assert.equal(await tab.inputValue('#studio-robot'), 'lola15');
    assert.deepEqual(tab.problems, []);
    await tab.close();
  } finally {
    await server.stop();
  }
});
