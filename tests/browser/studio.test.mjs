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
async function studioTab(firstRun, latest = null) {
  const tab = await newTab(browser);
  /** `run`: the answer to GET /api/run; `job`: the one that the server works on. */
  const state = { asked: [], sockets: [], run: firstRun, job: null, request: latest, saved: [], files: { 'mine.irl': 'program mine;' } };
  await tab.route(`${address}/**`, (route) => {
    const request = route.request();
    const path = new URL(request.url()).pathname;
    if (!path.startsWith('/api/')) {
      const file = path === '/' ? '/index.html' : path;
      return route.fulfill({ body: readFileSync(join(dist, file)), contentType: types[file.split('.').pop()], headers: { 'Content-Security-Policy': policy } });
    }
    state.asked.push({ path, method: request.method(), token: request.headers()['x-erfd-token'], body: request.postDataJSON() });
    const answers = {
      '/api/run': state.run, '/api/request': state.request,
      '/api/robots': [{ name: 'my/arm.toml', title: 'My arm', axes: 6, tools: [] }, { name: 'lola15', title: 'Lola 15', axes: 6, tools: ['gripper', 'torch'] }],
      '/api/programs': [{ name: 'mine.irl', shipped: false }, ...state.saved, { name: 'pick_and_place', shipped: true }],
      '/api/verify': { job: 7 },
    };
    if (path === '/api/program') {
      const name = new URL(request.url()).searchParams.get('name');
      const there = state.files[name];
      if (request.method() === 'GET') return route.fulfill({ json: { name, text: there ?? 'program x;', version: `of ${there ?? 'program x;'}` } });
      const { text, seen } = request.postDataJSON();
      if (there !== undefined && `of ${there}` !== seen)
        return route.fulfill({ status: 409, json: { error: `${name} exists already, with another text`, name, version: `of ${there}` } });
      state.files[name] = text;
      state.saved = [{ name, shipped: false }];
      return route.fulfill({ json: { name, version: `of ${text}` } });
    }
    return answers[path] === null ? route.fulfill({ status: 204 }) : route.fulfill({ json: answers[path] });
  });
  await tab.routeWebSocket(/\/ws$/, (socket) => {
    state.sockets.push(socket);
    socket.onMessage((text) => {
      state.hello = JSON.parse(text);
      socket.send(JSON.stringify({ type: 'welcome', version: '0', live: true, job: state.job }));
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
  await tab.locator('.cm-content').fill('program edited; seq endseq endprogram;');
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

/** What of an element a reader sees without scrolling: its text, and whether it stands in the window and in its panel. */
const seen = (tab, selector) => tab.locator(selector).first().evaluate((e) => {
  const box = e.getBoundingClientRect();
  const frame = (e.closest('.panel') ?? document.body).getBoundingClientRect();
  return box.height > 0 && box.top >= frame.top && box.bottom <= Math.min(frame.bottom, innerHeight) && box.left >= 0 && box.right <= innerWidth;
});

test('at 1280 × 800 program, Verify, verdict and the cause of a NO are seen together', async () => {
  const text = readFileSync(fileURLToPath(reportOf('lola15', 'lola15_reference', 'studio-no')), 'utf8');
  const { tab } = await studioTab(JSON.parse(/id="erfd-run">([^<]*)</.exec(text)[1]));
  await tab.waitForSelector('.panel.verdict .why li');
  await tab.waitForTimeout(500); // nothing scrolls it away later
  await picture(tab, 'studio-no');
  for (const what of ['button:text-is("Verify")', '.code .cm-current-move', '.panel.verdict .why li', '.panel.verdict .answers', '.stage canvas', '.charts .uplot'])
    assert.equal(await seen(tab, what), true, what);
  assert.ok((await tab.locator('.code').boundingBox()).height > 250);
  assert.equal(await tab.locator('.panel.verdict').evaluate((e) => e.scrollWidth > e.clientWidth), false, 'the table is cut');
  await tab.setViewportSize({ width: 820, height: 1180 });
  await settled(tab);
  await picture(tab, 'studio-tablet');
  for (const what of ['button:text-is("Verify")', '.code .move-mark', '.panel.verdict .why li']) assert.equal(await seen(tab, what), true, `${what} on a tablet`);
  assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth), false);
  assert.deepEqual(tab.problems, []);
  await tab.close();
});

test('Ctrl+Enter verifies and Ctrl+S saves wherever someone types, and the browser saves nothing', async () => {
  const { tab, state } = await studioTab(null);
  await tab.waitForFunction(() => /program mine/.test(document.querySelector('.cm-content').textContent));
  const prompts = [];
  tab.on('dialog', (dialog) => {
    prompts.push(dialog.type());
    return dialog.accept('theirs');
  });
  await tab.evaluate(() => document.addEventListener('keydown', (e) => e.key !== 'Control' && (window.leftOver = e.key)));
  await tab.locator('.cm-content').fill('program typed;');
  await tab.keyboard.press('Control+s');
  await says(tab, /^saved as mine\.irl$/);
  assert.equal(state.files['mine.irl'], 'program typed;');
  await tab.keyboard.press('Control+Enter');
  await says(tab, /^verifying …$/);
  assert.equal(state.asked.filter((a) => a.path === '/api/verify').at(-1).body.program_text, 'program typed;'); // no line was added
  await tab.waitForSelector('button:text-is("Verify"):enabled'); // the first request is answered
  await tab.focus('#studio-payload');
  const second = tab.waitForResponse(/api\/verify$/);
  await tab.keyboard.press('Control+Enter');
  await second;
  assert.equal(state.asked.filter((a) => a.path === '/api/verify').length, 2);
  assert.equal(await tab.evaluate(() => window.leftOver), undefined); // neither editor nor browser had the keys
  assert.deepEqual(prompts, []);
  await tab.selectOption('#studio-program', 'pick_and_place'); // comes with erfd: another name is asked for
  await tab.waitForFunction(() => /program x/.test(document.querySelector('.cm-content').textContent));
  await tab.keyboard.press('Control+s');
  await says(tab, /^saved as theirs\.irl$/);
  assert.deepEqual(prompts, ['prompt']);
  assert.equal(state.files['theirs.irl'], 'program x;');
  await tab.locator('.stage').click();
  await tab.keyboard.press('?');
  assert.match(await tab.textContent('dialog.help'), /ctrl Enterverify the program/);
  assert.deepEqual(tab.problems, []);
  await tab.close();
});

/** Job 7. */
async function startJob(tab) {
  await tab.waitForFunction(() => window.erfd.run && document.querySelectorAll('#studio-program option').length > 0);
  await tab.click('button:text-is("Verify")');
  await says(tab, /^verifying …$/);
}

const says = (tab, pattern) => tab.waitForFunction((p) => new RegExp(p).test(document.querySelector('.message').textContent), pattern.source);

/** The connection is lost; the page is connected again when this ends. */
async function reconnect(tab, state) {
  await state.sockets.at(-1).close();
  await tab.waitForFunction(() => document.body.dataset.connected === 'false');
  await tab.waitForFunction(() => document.body.dataset.connected === 'true');
}

const chosen = (tab) => tab.evaluate(() => ['robot', 'program', 'tool', 'payload', 'speed'].map((id) => document.querySelector(`#studio-${id}`).value));

test('what is chosen and edited belongs to the user, whatever comes in', async () => {
  const { tab, send } = await studioTab(null);
  await tab.waitForFunction(() => document.querySelectorAll('#studio-robot option').length === 2);
  await tab.selectOption('#studio-robot', 'lola15');
  await tab.selectOption('#studio-tool', 'torch');
  await tab.selectOption('#studio-robot', 'my/arm.toml');
  assert.deepEqual(await tab.$$eval('#studio-tool option', (list) => list.map((o) => o.value)), ['']);
  await tab.selectOption('#studio-robot', 'lola15');
  await tab.selectOption('#studio-tool', 'gripper');
  await tab.fill('#studio-speed', '');
  const typed = 'program typed; seq endseq endprogram;';
  await tab.locator('.cm-content').fill(typed);
  send({ type: 'run', run }); // of another page
  await tab.waitForFunction((summary) => document.querySelector('h1').textContent === summary, run.summary);
  await settled(tab);
  assert.equal(await tab.textContent('.cm-content'), typed);
  assert.equal(await tab.isVisible('.differs'), true);
  assert.equal(await tab.locator('.move-mark').count(), 0);
  assert.deepEqual(await chosen(tab), ['lola15', 'mine.irl', 'gripper', '', '']);
  await picture(tab, 'studio-other-text');
  await tab.click('.differs button');
  assert.match(await tab.textContent('.cm-content'), /program PickAndPlace/);
  assert.equal(await tab.isVisible('.differs'), false);
  assert.deepEqual(tab.problems, []);
  await tab.close();
});

test('text typed during a verification stays; marks of moves go with their lines', async () => {
  const { tab, send } = await studioTab(run);
  await startJob(tab);
  await tab.waitForSelector('.move-mark');
  const firstMark = () => tab.evaluate(() => document.querySelector('.cm-moves .cm-gutterElement:has(.move-mark)').getBoundingClientRect().top);
  const before = await firstMark();
  await tab.locator('.cm-content').press('Control+Home');
  await tab.keyboard.type('rem new\n');
  assert.ok((await firstMark()) > before + 5, 'the mark stays behind');
  send({ type: 'run', job: 7, run });
  await says(tab, /^verified$/);
  assert.match(await tab.textContent('.cm-content'), /^rem new/);
  assert.equal(await tab.isVisible('.differs'), true);
  assert.deepEqual(tab.problems, []);
  await tab.close();
});

test('a page that is opened starts with what was verified last', async () => {
  const request = { robot: 'my/arm.toml', program_name: 'broken.irl', program_text: 'program broken;', options: { payload_kg: 2.5, speed_scale: 0.29 }, job: 3 };
  const { tab, state, send } = await studioTab(run);
  state.run = null;
  Object.assign(state, { run: null, request });
  await tab.reload();
  await tab.waitForFunction(() => document.body.dataset.connected === 'true');
  await tab.waitForFunction(() => document.querySelector('#studio-program')?.value === 'broken.irl');
  send({ type: 'problems', job: 3, findings: [{ code: 'E0101', severity: 'error', line: 1, column: 9, message: 'unknown word' }] });
  await tab.waitForSelector('.cm-lint-marker-error');
  assert.deepEqual(await chosen(tab), ['my/arm.toml', 'broken.irl', '', '2.5', '29']);
  assert.deepEqual(tab.problems, []);
  await tab.close();
});

test('a program is saved under the name that the server gives it, over another only when asked', async () => {
  const { tab, state } = await studioTab(run);
  await tab.waitForFunction(() => document.querySelectorAll('#studio-program option').length > 1);
  await tab.selectOption('#studio-program', 'pick_and_place');
  const dialogs = [];
  const answers = ['pick_and_place', 'mine', null, 'mine.irl', true];
  tab.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    const answer = answers.shift();
    return answer === null ? dialog.dismiss() : dialog.accept(answer === true ? undefined : answer);
  });
  await tab.click('button:text-is("Save as …")');
  await says(tab, /^saved as pick_and_place\.irl$/);
  assert.equal(await tab.inputValue('#studio-program'), 'pick_and_place.irl');
  await tab.click('button:text-is("Save as …")');
  await tab.waitForTimeout(300);
  assert.equal(state.files['mine.irl'], 'program mine;', 'replaced although the user said no');
  await tab.click('button:text-is("Save as …")');
  await says(tab, /^saved as mine\.irl$/);
  assert.equal(state.files['mine.irl'], 'program x;');
  const question = 'mine.irl exists already, with another text. Replace it?';
  assert.deepEqual(dialogs.filter((d) => /Replace/.test(d)), [question, question]);
  assert.deepEqual(tab.problems.filter((p) => !/409/.test(p)), []); // the browser tells of a question, too
  await tab.close();
});

test('what was opened is saved without a question, unless the file was changed meanwhile', async () => {
  const { tab, state } = await studioTab(null);
  await tab.waitForFunction(() => document.querySelectorAll('#studio-program option').length > 1);
  await tab.selectOption('#studio-program', 'pick_and_place');
  await tab.selectOption('#studio-program', 'mine.irl');
  await tab.waitForFunction(() => /program mine/.test(document.querySelector('.cm-content').textContent));
  const questions = [];
  tab.on('dialog', (dialog) => {
    if (dialog.type() === 'prompt') return dialog.accept('mine.irl');
    questions.push(dialog.message());
    return dialog.dismiss();
  });
  const edit = async (text) => {
      await tab.locator('.cm-content').fill(text);
      await tab.click('button:text-is("Save as …")');
  };
  await edit('program mine 2;');
  await says(tab, /^saved as mine\.irl$/);
  await edit('program mine 3;');
  await tab.waitForTimeout(300);
  assert.equal(state.files['mine.irl'], 'program mine 3;', 'what was saved here is known');
  assert.deepEqual(questions, []);
  state.files['mine.irl'] = 'program of an editor;';
  await edit('program mine 4;');
  await tab.waitForTimeout(300);
  assert.equal(questions.length, 1);
  assert.equal(state.files['mine.irl'], 'program of an editor;', 'replaced although the user said no');
  assert.deepEqual(tab.problems.filter((p) => !/409/.test(p)), []); // the browser tells of a question, too
  await tab.close();
});

test('a program of the command line is not the file of that name in the folder', async () => {
  const { tab, state } = await studioTab(run, { robot: 'lola15', program_name: 'mine.irl', program_text: 'program elsewhere;', options: {}, job: 1 });
  const questions = [];
  tab.on('dialog', (dialog) => {
    if (dialog.type() === 'prompt') return dialog.accept('mine.irl');
    questions.push(dialog.message());
    return dialog.dismiss();
  });
  await tab.click('button:text-is("Save as …")');
  await tab.waitForTimeout(300);
  assert.equal(questions.length, 1);
  assert.equal(state.files['mine.irl'], 'program mine;', 'replaced although the user said no');
  assert.deepEqual(tab.problems.filter((p) => !/409/.test(p)), []); // the browser tells of a question, too
  await tab.close();
});

test('problems of a program are told in words and marked at their places, and no old verdict stays', async () => {
  const { tab, send } = await studioTab(run);
  await tab.waitForFunction(() => window.erfd.run);
  assert.ok((await tab.locator('table.verdict tbody tr').count()) > 0);
  await startJob(tab);
  send({ type: 'problems', job: 7, findings: [{ code: 'E0101', severity: 'error', line: 1, column: 1, message: 'unknown word' }] });
  await tab.waitForFunction(() => /unknown word/.test(document.querySelector('h1').textContent));
  assert.match(await tab.textContent('#panel-verdict'), /error E0101 line 1, column 1: unknown word/);
  assert.equal(await tab.locator('table.verdict').count(), 0);
  assert.equal(await tab.locator('.segment').count(), 0);
  assert.equal(await tab.textContent('.badge'), '✗');
  await tab.waitForSelector('.cm-lint-marker-error');
  assert.equal(await tab.locator('.move-mark').count(), 0);
  await settled(tab);
  await picture(tab, 'studio-problems');

  await startJob(tab);
  send({ type: 'run', job: 7, run });
  await tab.waitForFunction(() => /^PickAndPlace on lola15/.test(document.querySelector('h1').textContent));
  assert.ok((await tab.locator('table.verdict tbody tr').count()) > 0);

  await startJob(tab);
  send({ type: 'failed', job: 7, error: 'robots/x.toml: x has 1 loop' });
  await tab.waitForFunction(() => document.querySelector('h1').textContent === 'robots/x.toml: x has 1 loop');
  assert.equal(await tab.locator('table.verdict').count(), 0);
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
  await reconnect(tab, state);
  await stream(1);
  assert.ok(Math.abs((await tool()) - moved) > 0.01);
  assert.deepEqual(tab.problems, []);
  await tab.close();
});

test('a job that ends while the connection is lost ends for the page, too', async () => {
  const { tab, state, send } = await studioTab(run);
  await startJob(tab);
  state.job = 7;
  await reconnect(tab, state);
  await says(tab, /^verifying …$/);
  send({ type: 'failed', job: 7, error: 'no memory' });
  await says(tab, /^no memory$/);

  await startJob(tab);
  state.job = null;
  await reconnect(tab, state);
  await says(tab, /the result was lost with the connection; verify again/);

  await startJob(tab);
  state.run = { ...run, summary: 'verified meanwhile' };
  await reconnect(tab, state);
  await says(tab, /^verified$/);
  await tab.waitForFunction(() => document.querySelector('h1').textContent === 'verified meanwhile');
  assert.equal(await tab.isVisible('progress'), false);
  assert.deepEqual(tab.problems, []);
  await tab.close();
});

test('what was edited survives a lost connection', async () => {
  const { tab, state } = await studioTab(run);
  await tab.waitForFunction(() => window.erfd.run);
  await tab.locator('.cm-content').fill('program mine; seq endseq endprogram;');
  await reconnect(tab, state);
  await settled(tab);
  assert.match(await tab.textContent('.cm-content'), /program mine/);
  await tab.close();
});

test('a job of another page marks nothing here, and says that it stopped ours', async () => {
  const { tab, send } = await studioTab(run);
  await startJob(tab);
  send({ type: 'problems', job: 8, findings: [{ code: 'E0101', severity: 'error', line: 1, column: 1, message: 'unknown word' }] });
  await says(tab, /another page/);
  assert.equal(await tab.locator('.cm-lint-marker-error').count(), 0);
  await tab.close();
});

test('a RAPID program is coloured and completed in its language', async () => {
  const { tab, state } = await studioTab(run);
  state.files['mine.irl'] = 'MODULE m\n  CONST robtarget pSource:=[];\n  PROC main()\n    \n  ENDPROC\nENDMODULE\n';
  await tab.locator('#studio-program').selectOption('mine.irl');
  await tab.locator('#studio-program').dispatchEvent('change');
  await tab.waitForFunction(() => document.querySelector('.cm-content').textContent.includes('MODULE'));
  const coloured = (word) => tab.evaluate((text) => [...document.querySelectorAll('.cm-content span')].some((s) => s.textContent === text), word);
  assert.ok(await coloured('PROC'), 'a word of RAPID');
  await tab.locator('.cm-line').nth(3).click();
  await tab.keyboard.type('MoveL pSo');
  await tab.waitForSelector('.cm-tooltip-autocomplete li');
  assert.equal((await tab.locator('.cm-tooltip-autocomplete li').allTextContents())[0], 'pSource');
  await tab.keyboard.press('Enter');
  assert.ok((await tab.locator('.cm-content').textContent()).includes('MoveL pSource'));
  await tab.close();
});

test('names are text, whatever they hold', async () => {
  const evil = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
  const named = (list) => list.map((item) => ({ ...item, name: evil + item.name }));
  const { robot } = run;
  const bodies = robot.bodies.map((body) => ({ ...body, name: evil, joint: evil }));
  const { tab } = await studioTab({
    ...run, summary: evil, notes: [evil], generator: evil, motors: named(run.motors), robot: { ...robot, title: evil, bodies },
    program: { name: evil, file: evil, lines: [evil] }, moves: run.moves.map((move) => ({ ...move, target: evil, reason: evil })),
    findings: [{ code: evil, severity: 'error', line: 1, column: 1, message: evil }],
  });
  await tab.waitForFunction(() => window.erfd.run);
  for (const group of ['torque', 'position']) await tab.click(`[data-group=${group}]`);
  await tab.hover('.cm-lint-marker-error');
  await tab.waitForTimeout(500);
  assert.equal(await tab.evaluate(() => window.hacked ?? document.querySelectorAll('img').length), 0);
  assert.equal(await tab.textContent('h1'), evil);
  assert.deepEqual(tab.problems, []);
  await tab.close();
});
