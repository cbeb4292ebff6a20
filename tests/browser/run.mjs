// node tests/browser/run.mjs: all tests in a browser. Exit status 77 where there is no Chromium.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findChromium } from './open_page.mjs';

if (!findChromium()) {
  console.log('skipped: no Chromium found; install the package chromium or set ERFD_CHROMIUM to its path');
  process.exit(77);
}
const files = ['report.test.mjs', 'meshes.test.mjs', 'studio.test.mjs', 'server.test.mjs', 'live.test.mjs'].map((name) => fileURLToPath(new URL(name, import.meta.url)));
process.exit(spawnSync(process.execPath, ['--test', ...files], { stdio: 'inherit' }).status ?? 1);
