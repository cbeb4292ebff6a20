// node tests/browser/bench_live.mjs [SECONDS]: how many postures of a source of 1 kHz the page draws in a second. Prints, judges nothing.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { erfd, openBrowser } from './open_page.mjs';
import { openStudio, serveLive } from './serve.mjs';

/** Counts, in the page, pictures and among them those with another posture than the one before. */
async function count(tab, seconds) {
  return tab.evaluate(async (duration) => {
    const { stage } = window.erfd;
    const { renderer } = stage;
    const render = renderer.render.bind(renderer);
    const seen = { pictures: 0, postures: 0, gaps: [] };
    let last = '';
    let before = performance.now();
    renderer.render = (...scene) => {
      render(...scene);
      ++seen.pictures;
      const posture = JSON.stringify(stage.tool);
      if (posture === last) return;
      last = posture;
      ++seen.postures;
      const now = performance.now();
      seen.gaps.push(now - before);
      before = now;
    };
    await new Promise((done) => setTimeout(done, 1000 * duration));
    renderer.render = render;
    seen.gaps.sort((a, b) => a - b);
    const at = (share) => seen.gaps[Math.floor(share * (seen.gaps.length - 1))];
    return { pictures: seen.pictures / duration, postures: seen.postures / duration, median: at(0.5), p99: at(0.99) };
  }, seconds);
}

/** What the browser itself manages without any page: its frames a second. */
const frameRate = (tab) =>
  tab.evaluate(async () => {
    let frames = 0;
    const begin = performance.now();
    while (performance.now() - begin < 2000) {
      await new Promise((next) => requestAnimationFrame(next));
      ++frames;
    }
    return frames / 2;
  });

const seconds = Number(process.argv[2] ?? 10);
const browser = await openBrowser();
const server = await serveLive();
const source = spawn(join(dirname(erfd), 'free_source'), [String(server.livePort), '1000', 'paced'], { stdio: 'ignore' });
try {
  const empty = await browser.newPage();
  console.log(`an empty page: ${(await frameRate(empty)).toFixed(0)} frames a second`);
  await empty.close();
  const tab = await openStudio(browser, server.address);
  await tab.waitForFunction(() => window.erfd.run?.cycles > 60);
  for (const group of ['joint-torque', 'difference']) {
    await tab.click(`[data-group=${group}]`);
    const { pictures, postures, median, p99 } = await count(tab, seconds);
    console.log(`${group}: ${postures.toFixed(1)} postures a second (${pictures.toFixed(1)} pictures); between two ${median.toFixed(1)} ms, 99 %: ${p99.toFixed(1)} ms`);
  }
} finally {
  source.kill();
  await server.stop();
  await browser.close();
}
