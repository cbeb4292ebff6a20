// node tests/browser/bench.mjs [REPORT]...: how soon a report is drawn, and how smoothly it scrubs. Prints, judges nothing.
// Without reports: the reference program, and a loop of it that lasts 10^5 cycles. Needs ERFD_COMMAND then.
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { newTab, openBrowser, output, reportOf, settled } from './open_page.mjs';

const rounds = 77; // of 13 s and 13 moves each, at 10 ms a cycle
const scrubbed = 90; // frames

/** The reference program in a loop. */
function longProgram() {
  const source = fileURLToPath(new URL('../../examples/programs/lola15_reference.irl', import.meta.url));
  const text = readFileSync(source, 'utf8')
    .replace('endvar', 'int: lap;\nendvar')
    .replace(/\nseq\n/, `\nseq\nfor lap = 1 to ${rounds} do\n`)
    .replace('endseq', 'endfor\nendseq');
  const file = join(output, 'long.irl');
  writeFileSync(file, text);
  return file;
}

async function measure(browser, address) {
  const tab = await newTab(browser);
  tab.setDefaultTimeout(0);
  const start = performance.now();
  await tab.goto(address, { waitUntil: 'commit' });
  await tab.waitForFunction(() => window.erfd?.run);
  await settled(tab);
  const drawn = (performance.now() - start) / 1000;
  const scrub = await tab.evaluate(async (frames) => {
    const { clock, run } = window.erfd;
    const begin = performance.now();
    for (let i = 0; i < frames; ++i) {
      clock.seek((i * clock.end) / frames);
      await new Promise((next) => requestAnimationFrame(next));
    }
    return { cycles: run.cycles, moves: run.moves.length, rate: (1000 * frames) / (performance.now() - begin) };
  }, scrubbed);
  await tab.close();
  return { drawn, ...scrub };
}

const given = process.argv.slice(2).map((file) => pathToFileURL(file).href);
const reports = given.length > 0 ? given : [reportOf('lola15', 'lola15_reference', 'bench-reference'), reportOf('lola15', longProgram(), 'bench-long')];
const browser = await openBrowser();
for (const address of reports) {
  const { drawn, cycles, moves, rate } = await measure(browser, address);
  console.log(`${fileURLToPath(address)}: ${cycles} cycles, ${moves} moves: drawn after ${drawn.toFixed(2)} s, scrubbing ${rate.toFixed(0)} frames a second (load ${loadavg()[0].toFixed(1)})`);
}
await browser.close();
