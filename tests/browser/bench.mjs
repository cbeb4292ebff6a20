// node tests/browser/bench.mjs [REPORT]...: how soon a report is drawn, and how smoothly it scrubs and its charts zoom.
// Prints, judges nothing. Without reports: the reference program, and loops of it that last 1 and 3 · 10^5 cycles. Needs
// ERFD_COMMAND then.
import { loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { longProgram, newTab, openBrowser, reportOf, settled } from './open_page.mjs';

const frames = 90;

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
    return { cycles: run.cycles, moves: run.moves.length, scrubbing: (1000 * frames) / (performance.now() - begin) };
  }, frames);
  const zooming = await tab.evaluate(async (frames) => {
    const { plots, run } = window.erfd;
    const begin = performance.now();
    for (let i = 0; i < frames; ++i) {
      plots.zoomed(0, run.duration * (1 - (0.9 * i) / frames));
      await new Promise((next) => requestAnimationFrame(next));
    }
    return (1000 * frames) / (performance.now() - begin);
  }, frames);
  await tab.close();
  return { drawn, zooming, ...scrub };
}

const given = process.argv.slice(2).map((file) => pathToFileURL(file).href);
const reports = given.length > 0 ? given : [
  reportOf('lola15', 'lola15_reference', 'bench-reference'),
  ...[77, 230].map((rounds) => reportOf('lola15', longProgram(rounds), `bench-${rounds}`)),
];
const browser = await openBrowser();
for (const address of reports) {
  const { drawn, cycles, moves, scrubbing, zooming } = await measure(browser, address);
  console.log(`${fileURLToPath(address)}: ${cycles} cycles, ${moves} moves: drawn after ${drawn.toFixed(2)} s, scrubbing ${scrubbing.toFixed(0)} and zooming ${zooming.toFixed(0)} frames a second (load ${loadavg()[0].toFixed(1)})`);
}
await browser.close();
