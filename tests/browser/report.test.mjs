// A report opened from disk does what its reader expects.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { erfd, longProgram, openBrowser, openReport, output, picture, reportOf, settled } from './open_page.mjs';

let browser;
let report;
let tab;

before(async () => {
  browser = await openBrowser();
  report = reportOf('lola15', 'lola15_reference', 'lola15_reference');
  tab = await openReport(browser, report);
});
after(() => browser?.close());

const cycle = () => tab.evaluate(() => window.erfd.clock.cycle);
const stagePicture = async () => (await tab.locator('.stage').screenshot()).toString('base64');

test('it opens without an error and asks nobody for anything', async () => {
  await picture(tab, 'report-light');
  assert.deepEqual(tab.problems, []);
  assert.deepEqual(tab.requests.filter((url) => !/^(file|data|blob):/.test(url)), []);
});

test('the cause of a NO is seen without scrolling at 1280 × 800', async () => {
  await tab.waitForTimeout(300); // nothing scrolls it away later
  const [cause, panel] = [await tab.locator('.panel.verdict .why li').first().boundingBox(), await tab.locator('.panel.verdict').boundingBox()];
  assert.ok(cause.y >= panel.y && cause.y + cause.height <= panel.y + panel.height, JSON.stringify({ cause, panel }));
  assert.match(await tab.locator('.panel.verdict .why li').first().innerText(), /worst at line 28: .*no motor follows a jump/s);
});

test('it prints as a report: headline, robot, all reasons, tables, whole plots, program', async () => {
  await tab.evaluate(() => {
    window.erfd.jump(3);
    document.documentElement.dataset.theme = 'dark';
    addEventListener('beforeprint', () => {
      const sheet = document.querySelector('.sheet').cloneNode(true);
      const robot = document.querySelector('.sheet canvas');
      const dots = robot.getContext('2d').getImageData(0, 0, robot.width, robot.height).data;
      window.printed = { sheet, dots: dots.filter((value, i) => i % 4 === 3 && value > 0).length / (robot.width * robot.height) };
    });
  });
  const pdf = await tab.pdf({ path: join(output, 'report.pdf'), preferCSSPageSize: true });
  assert.match(pdf.toString('latin1'), /\/MediaBox\s*\[0 0 59[45][.\d]* 84[12]/); // A4
  const found = await tab.evaluate(() => {
    const { sheet, dots } = window.printed;
    const texts = (selector) => [...sheet.querySelectorAll(selector)].map((e) => e.textContent);
    const { document: run } = window.erfd.run;
    const closed = sheet.querySelectorAll('details:not([open])').length;
    return { dots, closed, head: texts('h1')[0], summary: run.summary, why: texts('.paper-verdict .why').join(), reasons: run.why.map((w) => w.reason),
      moves: texts('table.verdict tbody tr').length, motors: texts('.thermal tbody tr').length, notJudged: run.not_judged, all: sheet.textContent,
      lines: texts('.listing .source'), source: run.program.lines, numbers: texts('.listing .n').at(-1), marked: texts('.listing tr.bad .source').length,
      plots: Object.fromEntries([...sheet.querySelectorAll('.paper-plots')].map((p) => [p.querySelector('h3').textContent, p.querySelectorAll('svg').length - 1])) };
  });
  assert.equal(found.head, found.summary);
  assert.ok(found.dots > 0.05, 'the robot is drawn');
  for (const reason of found.reasons) assert.ok(found.why.includes(reason), reason);
  assert.deepEqual([found.moves, found.motors, found.closed, found.marked], [13, 6, 0, 7]);
  for (const sentence of found.notJudged) assert.ok(found.all.includes(sentence), sentence);
  assert.deepEqual([found.lines, found.numbers], [found.source, String(found.source.length)]);
  assert.deepEqual(found.plots, { Position: 6, Speed: 6, Acceleration: 6, 'Motor torque': 6, 'Joint torque': 6, 'Torque split': 6, Tool: 3, 'Tool error': 2, 'Motor angle': 6, 'Motor speed': 6,
    'Tool speed': 2, 'Tool acceleration': 2, 'Bearing force, radial': 6, 'Bearing force, axial': 6, 'Bearing moment, tilting': 6, Power: 1, Energy: 3, 'Torque over speed': 6 - 1 }); // diagrams need no legend
  assert.equal(await tab.locator('.sheet').count(), 0);
  await tab.evaluate(() => (document.documentElement.dataset.theme = 'light'));
  await tab.evaluate(() => window.erfd.clock.seek(0));
  assert.deepEqual(tab.problems, []);
});

test('the page without data is smaller than 2 MB', () => {
  const text = readFileSync(fileURLToPath(report), 'utf8');
  const data = /id="erfd-run">([^<]*)</.exec(text)[1].length;
  assert.ok(statSync(fileURLToPath(report)).size - data < 2e6);
});

test('the drawn tool stands where C++ has it, at ten instants', async () => {
  const folder = join(output, 'motion');
  spawnSync(erfd, ['verify', 'lola15', 'lola15_reference', '--csv', folder, '--force']);
  const [heads, ...rows] = readFileSync(join(folder, 'achieved.csv'), 'utf8').trim().split('\n').filter((l) => !l.startsWith('#')).map((l) => l.split(','));
  const at = (row, head) => Number(row[heads.indexOf(head)]);
  for (let i = 0; i < 10; ++i) {
    const k = Math.round((i * (rows.length - 1)) / 9);
    const drawn = await tab.evaluate((k) => {
      window.erfd.clock.seek(k);
      window.erfd.stage.pose(k);
      return window.erfd.stage.tool;
    }, k);
    const row = rows[k];
    ['x_m', 'y_m', 'z_m'].forEach((head, j) => assert.ok(Math.abs(drawn.p[j] - at(row, head)) < 1e-6, `${head} of cycle ${k}`));
    const [w, x, y, z] = ['qw', 'qx', 'qy', 'qz'].map((head) => at(row, head));
    assert.ok(Math.abs(drawn.R[0] - (1 - 2 * (y * y + z * z))) < 1e-6, `rotation of cycle ${k}`);
    assert.ok(Math.abs(drawn.R[7] - 2 * (y * z + w * x)) < 1e-6, `rotation of cycle ${k}`);
  }
});

test('scrubbing moves the robot, the cursor of the plots and the marked line', async () => {
  const slider = tab.locator('.track input');
  await slider.fill('0');
  await settled(tab);
  const before = await stagePicture();
  await slider.fill('700');
  await settled(tab);
  assert.equal(await cycle(), 700);
  assert.notEqual(await stagePicture(), before);
  assert.equal(await tab.locator('.time-mark').first().getAttribute('data-time'), '7.0000');
  const line = await tab.evaluate(() => window.erfd.run.moves[window.erfd.run.moveAt(700)].line);
  await tab.click('[data-tab=program]');
  await settled(tab);
  assert.match(await tab.locator('.cm-current-move').innerText(), /move/);
  const source = await tab.evaluate((n) => window.erfd.run.document.program.lines[n - 1], line);
  assert.equal(await tab.locator('.cm-current-move').innerText(), source);
});

test('a click on a move that is not achievable jumps to its worst instant, from table, time line and source', async () => {
  const worst = await tab.evaluate(() => window.erfd.run.cycleOfInterest(3));
  await tab.click('[data-tab=verdict]');
  for (const place of ['tr[data-move="3"]', '.segment[data-move="3"]']) {
    await tab.evaluate(() => window.erfd.clock.seek(0));
    await tab.click(place);
    assert.equal(await cycle(), worst, place);
  }
  await tab.evaluate(() => window.erfd.clock.seek(0));
  await tab.click('[data-tab=program]');
  await tab.locator('.cm-line', { hasText: 'move lin s5' }).click({ position: { x: 30, y: 5 } });
  assert.equal(await cycle(), worst);
  await settled(tab);
  await picture(tab, 'report-program');
});

test('keys work behind a click into the source, and the last move ends with the run', async () => {
  await tab.evaluate(() => window.erfd.clock.seek(0));
  await tab.locator('.cm-line', { hasText: 'move ptp s0' }).click({ position: { x: 30, y: 5 } });
  await tab.keyboard.press('ArrowRight');
  assert.equal(await cycle(), 1);
  await tab.keyboard.press('End');
  const end = await cycle();
  await tab.keyboard.press('ArrowLeft');
  await tab.keyboard.press('Shift+ArrowRight');
  assert.equal(await cycle(), end);
  const camera = () => tab.evaluate(() => window.erfd.stage.camera.position.toArray());
  const before = await camera();
  await tab.keyboard.press('Control+ArrowLeft');
  assert.notDeepEqual(await camera(), before);
  await tab.keyboard.press('Control+ArrowRight');
  (await camera()).forEach((x, i) => assert.ok(Math.abs(x - before[i]) < 1e-9));
});

test('charts zoom at the cursor by keys, and a finger drags the time', async () => {
  await tab.evaluate(() => window.erfd.clock.seek(650));
  const range = () => tab.evaluate(() => window.erfd.plots.range);
  await tab.keyboard.press('>');
  const { from, to } = await range();
  assert.ok(from < 6.5 && to > 6.5 && to - from < 7 && to - from > 6, `${from} … ${to}`);
  await tab.keyboard.press('<');
  assert.equal(await range(), null);
  const touch = await tab.context().newCDPSession(tab);
  const box = await tab.locator('.u-over').first().boundingBox();
  const at = (share) => [{ x: box.x + share * box.width, y: box.y + 0.5 * box.height }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0.2) });
  for (let i = 1; i <= 10; ++i) await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(0.2 + 0.05 * i) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  assert.ok(Math.abs((await cycle()) - 0.7 * 1301) < 20, `${await cycle()}`);
});

test('it plays at the speed that is chosen, and steps by cycles', async () => {
  await tab.keyboard.press('Home');
  await tab.selectOption('.transport select', '2');
  await tab.locator('.stage').click({ position: { x: 200, y: 200 } });
  await tab.keyboard.press('Space');
  await tab.waitForFunction(() => window.erfd.clock.cycle > 30);
  await tab.keyboard.press('Space');
  const stopped = await cycle();
  await tab.keyboard.press('ArrowRight');
  await tab.keyboard.press('ArrowRight');
  await tab.keyboard.press('ArrowLeft');
  assert.equal(await cycle(), stopped + 1);
});

test('every group of plots can be seen, axes go off and on, and the values are those of the run', async () => {
  await tab.evaluate(() => window.erfd.clock.seek(412));
  for (const group of ['position', 'speed', 'acceleration', 'torque', 'joint-torque', 'split', 'tool', 'error']) {
    await tab.click(`[data-group=${group}]`);
    await settled(tab);
    assert.ok((await tab.locator('.uplot').count()) > 0, group);
    await picture(tab, `plots-${group}`);
  }
  await tab.click('[data-group=position]');
  const shown = await tab.locator('.chip .value').first().innerText();
  const value = await tab.evaluate(() => (window.erfd.run.channels('q')[0][412] * 180) / Math.PI);
  assert.ok(Math.abs(parseFloat(shown) - value) < 0.01, shown);
  await tab.keyboard.press('1');
  assert.equal(await tab.locator('.chip').first().getAttribute('aria-pressed'), 'false');
  await tab.keyboard.press('0');
  assert.equal(await tab.locator('.chip').first().getAttribute('aria-pressed'), 'true');
});

test('what stands behind More … is drawn: motors, tool, bearings, energy, torque over speed', async () => {
  const select = tab.locator('select.more');
  const ids = await select.locator('option').evaluateAll((list) => list.map((o) => o.value).filter(Boolean));
  assert.ok(ids.includes('bearing-tilting') && ids.includes('energy') && ids.includes('torque-speed'), ids.join());
  for (const id of ids) {
    await select.selectOption(id);
    await settled(tab);
    const [charts, diagrams] = [await tab.locator('.uplot').count(), await tab.locator('.diagram svg').count()];
    assert.ok(id === 'torque-speed' ? diagrams === 6 && charts === 0 : charts > 0, `${id}: ${charts} charts, ${diagrams} diagrams`);
    await picture(tab, `plots-${id}`);
  }
  await select.selectOption('torque-speed');
  await tab.evaluate(() => window.erfd.clock.seek(412));
  await settled(tab);
  const { mark, torque } = await tab.evaluate(() => ({
    mark: Number(document.querySelector('.diagram .now').getAttribute('cy')), torque: window.erfd.run.channels('ua_asked')[0][412] }));
  const heights = await tab.evaluate(() => [...document.querySelector('.diagram svg').querySelectorAll('text[text-anchor=end]')].map((t) => [Number(t.textContent), Number(t.getAttribute('y')) - 4]));
  const [[u0, y0], [u1, y1]] = [heights[0], heights.at(-1)];
  assert.ok(Math.abs(mark - (y0 + ((torque - u0) / (u1 - u0)) * (y1 - y0))) < 1, 'the mark stands at the torque of the cycle');
  await tab.click('[data-group=position]');
  assert.equal(await tab.locator('.diagram').count(), 0);
});

test('a part of a scene moves with the flange from grip to release', async () => {
  const scene = join(output, 'scene.toml');
  const program = fileURLToPath(new URL('../../examples/programs/irb6_lift.irl', import.meta.url));
  const free = await openReport(browser, reportOf('irb6', program, 'irb6-free'));
  const run = await free.evaluate(() => {
    const { document: d } = window.erfd.run;
    const first = d.moves.findIndex((m) => m.carried?.gripped_kg > 0);
    const cycle = d.moves[first].first_cycle;
    return { cycle, end: d.cycles - 1, tool: ['0', '1', '2'].map((i) => window.erfd.run.channels('tcp')[i][cycle]) };
  });
  await free.close();
  writeFileSync(scene, `format = "erfd-scene/1"\n[[scene.object]]\nname = "table"\nbox_m = [0.6, 0.6, 0.02]\norigin = { xyz_m = [0.7, 0, 0.2] }\n` +
    `[[scene.object]]\nname = "part"\nkind = "part"\nbox_m = [0.1, 0.1, 0.1]\ncolor = "#c0392b"\norigin = { xyz_m = [${run.tool.join(', ')}] }\n`);
  const other = await openReport(browser, reportOf('irb6', program, 'irb6-scene', '--scene', scene));
  const place = (cycle) => other.evaluate((k) => {
    window.erfd.clock.seek(k);
    window.erfd.stage.pose(k);
    const part = window.erfd.stage.surroundings.group.children.find((g) => g.name === 'part').matrix.elements;
    return { part: [part[12], part[13], part[14]], tool: window.erfd.stage.tool.p };
  }, cycle);
  const apart = ({ part, tool }) => Math.hypot(...part.map((x, i) => x - tool[i]));
  assert.ok(apart(await place(run.cycle)) < 1e-4);
  const later = await place(Math.round((run.cycle + run.end) / 2));
  assert.ok(apart(later) < 1e-4, 'it is where the tool is');
  assert.ok(Math.hypot(...later.part.map((x, i) => x - run.tool[i])) > 0.05, 'and has been moved');
  await picture(other, 'scene');
  assert.deepEqual(other.problems, []);
  await other.close();
});

test('a double click shows the whole time again and leaves the cursor where it is; the focus stays on its button', async () => {
  await tab.evaluate(() => window.erfd.clock.seek(412));
  await tab.evaluate(() => window.erfd.plots.zoomed(4, 5));
  await tab.locator('.u-over').first().dblclick({ position: { x: 700, y: 40 } });
  assert.equal(await cycle(), 412);
  assert.equal(await tab.evaluate(() => window.erfd.plots.range), null);
  await tab.locator('.chip').nth(1).press('Enter');
  assert.equal(await tab.evaluate(() => document.activeElement.textContent.startsWith('axis2')), true);
  await tab.keyboard.press('0');
});

test('charts are saved as SVG, PNG and CSV', async () => {
  for (const [name, start] of [['SVG', '<svg'], ['PNG', '\x89PNG'], ['CSV', 't [s],axis1']]) {
    const [file] = await Promise.all([tab.waitForEvent('download'), tab.click(`.plot-head button:text-is("${name}")`)]);
    const saved = join(output, file.suggestedFilename());
    await file.saveAs(saved);
    assert.ok(readFileSync(saved, 'latin1').startsWith(start), name);
  }
});

test('dark, and on a tablet, nothing sticks out sideways', async () => {
  const sticksOut = () => tab.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  await tab.keyboard.press('t');
  assert.equal(await tab.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await settled(tab);
  await picture(tab, 'report-dark');
  assert.equal(await sticksOut(), false);
  await tab.setViewportSize({ width: 820, height: 1180 });
  await settled(tab);
  await picture(tab, 'report-tablet');
  assert.equal(await sticksOut(), false);
  assert.deepEqual(tab.problems, []);
});

test('a long run is thinned, says so, and shows its worst instants as they were', async () => {
  const folder = join(output, 'long-motion');
  const address = reportOf('lola15', longProgram(20), 'long', '--csv', folder);
  const size = statSync(fileURLToPath(address)).size;
  assert.ok(size < 20e6, `${size} bytes`);
  const other = await openReport(browser, address);
  const every = await other.evaluate(() => window.erfd.run.every);
  assert.ok(every > 1);
  assert.match(await other.locator('.panel.verdict').innerText(), new RegExp(`This run is long: .* show one in ${every}\\..* --csv writes every cycle`));
  assert.match(await other.locator('.clock').innerText(), / of 26\d\d\d$/); // of the robot's cycles
  const [heads, ...rows] = readFileSync(join(folder, 'achieved.csv'), 'utf8').trim().split('\n').filter((l) => !l.startsWith('#')).map((l) => l.split(','));
  const worst = await other.evaluate(() => window.erfd.run.moves.map((move, i) => ({ move, i })).filter(({ move }) => !move.achievable).map(({ move, i }) => {
    window.erfd.stage.pose(window.erfd.run.cycleOfInterest(i));
    return { p: window.erfd.stage.tool.p, cycle: Math.min(Math.round(move.binding.time_s / 0.01), Math.ceil(move.end_time_s / 0.01 - 1e-6) - 1) };
  }));
  assert.equal(worst.length, 140);
  const apart = worst.map(({ p, cycle }) => Math.hypot(...['x_m', 'y_m', 'z_m'].map((head, j) => p[j] - Number(rows[cycle][heads.indexOf(head)]))));
  assert.ok(Math.max(...apart) < 1e-6, `${apart.filter((d) => d >= 1e-6).length} of 140 are not the worst instant: ${Math.max(...apart)} m`);
  await picture(other, 'report-long');
  assert.deepEqual(other.problems, []);
  await other.close();
});

test('a simulation is shown with its motion, its torques and its audit', async () => {
  const scenario = fileURLToPath(new URL('../../examples/scenarios/lola15_lift.toml', import.meta.url));
  const file = resolve(output, 'simulation.html');
  const done = spawnSync(erfd, ['simulate', scenario, '--report', file, '--force'], { encoding: 'utf8' });
  assert.equal(done.status, 0, done.stderr);
  const other = await openReport(browser, pathToFileURL(file).href);
  assert.match(await other.locator('h1').innerText(), /energies add up/);
  assert.match(await other.locator('.panel.verdict').innerText(), /from the motors/);
  for (const group of ['position', 'speed', 'acceleration', 'torque', 'tool']) {
    await other.click(`[data-group=${group}]`);
    await settled(other);
    assert.ok((await other.locator('.uplot').count()) > 0, group);
  }
  await picture(other, 'report-simulation');
  assert.deepEqual(other.problems, []);
  await other.close();
});

test('a program that cannot be planned is shown as far as it goes', async () => {
  const other = await openReport(browser, reportOf('lola15', 'unreachable', 'unreachable'));
  assert.match(await other.locator('h1').innerText(), /not achievable/);
  await other.click('.segment.bad');
  const [at, planned] = await other.evaluate(() => [window.erfd.clock.cycle, window.erfd.run.document.asked_cycles]);
  assert.ok(planned > 1);
  assert.equal(at, planned - 1);
  await other.waitForFunction(() => document.querySelector('.stage-note').textContent.startsWith('move 2')); // drawn with the next frame
  assert.equal(await other.textContent('.stage-note'), 'move 2: lin too_far ✗ not achievable'); // its abrupt end is not judged
  await picture(other, 'report-unreachable');
  assert.deepEqual(other.problems, []);
  await other.close();
});
