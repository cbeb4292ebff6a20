// node tests/browser/bench.mjs REPORT…: how long a report takes to be drawn, and how smoothly it scrubs. Prints, judges nothing.
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { newTab, openBrowser, settled } from './open_page.mjs';

const browser = await openBrowser();
for (const file of process.argv.slice(2)) {
  const tab = await newTab(browser);
  const start = performance.now();
  tab.setDefaultTimeout(0);
  await tab.goto(pathToFileURL(file).href, { waitUntil: 'commit' });
  await tab.waitForFunction(() => window.erfd?.run);
  await settled(tab);
  const drawn = performance.now() - start;
  const result = await tab.evaluate(async () => {
    const { clock, run } = window.erfd;
    const frames = 60;
    const begin = performance.now();
    for (let i = 0; i < frames; ++i) {
      clock.seek((i * clock.end) / frames);
      await new Promise((next) => requestAnimationFrame(next));
    }
    return { cycles: run.cycles, rate: (1000 * frames) / (performance.now() - begin) };
  });
  console.log(`${file}: ${result.cycles} cycles, drawn after ${(drawn / 1000).toFixed(2)} s, scrubbing ${result.rate.toFixed(0)} frames a second`);
  await tab.close();
}
await browser.close();
