// What a robot file draws stands in the browser where C++ has its links.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { erfd, openBrowser, openReport, output, picture, settled } from './open_page.mjs';

const folder = fileURLToPath(new URL('../meshed_robot/', import.meta.url));

// Of skew_arm.urdf: a vertex of each mesh in its file, and where the file puts the mesh on its link.
const vertices = [
  { link: 'upper', xyz: [0.02, -0.03, 0.04], rpy: [0.5, -0.6, 0.7], scale: [1.5, -2, 1.2], vertex: [0.187, 0.011, -0.017] },
  { link: 'upper', xyz: [0, 0.05, 0.2], rpy: [-0.3, 0.2, 0.1], scale: [1, 1, 1], vertex: [0.04975, 0.004992, 0.06] },
  { link: 'bracket', xyz: [0, 0, 0.02], rpy: [0.3, 0, 0], scale: [1e-3, 1e-3, 1e-3], vertex: [130, 90, -8] },
  { link: 'fore', xyz: [0.04, 0.01, -0.02], rpy: [1.1, 0.3, -0.8], scale: [1, 1, 1], vertex: [-0.052, 0.031, 0.066] },
];

let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser?.close());

function simulate(scenario, name) {
  const file = resolve(output, `${name}.html`);
  const done = spawnSync(erfd, ['simulate', scenario, '--report', file, '--force'], { encoding: 'utf8' });
  assert.equal(done.status, 0, done.stderr);
  return { address: pathToFileURL(file).href, said: done.stderr };
}

/** R = Rz(yaw) Ry(pitch) Rx(roll), by rows. */
function rotation([roll, pitch, yaw]) {
  const [cr, sr, cp, sp, cy, sy] = [Math.cos(roll), Math.sin(roll), Math.cos(pitch), Math.sin(pitch), Math.cos(yaw), Math.sin(yaw)];
  return [
    [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
    [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
    [-sp, cp * sr, cp * cr],
  ];
}

const moved = (R, p, v) => R.map((row, i) => p[i] + row[0] * v[0] + row[1] * v[1] + row[2] * v[2]);

function linksAt(q) {
  const text = spawnSync(erfd, ['fk', join(folder, 'skew_arm.urdf'), `--q=${q.join(',')}`, '--all', '--json'], { encoding: 'utf8' }).stdout;
  return new Map(JSON.parse(text).frames.map((f) => [f.frame, f]));
}

/** Every vertex of every visual of the robot as it is drawn, in the world. */
const drawnVertices = (tab, cycle) =>
  tab.evaluate((cycle) => {
    window.erfd.stage.pose(cycle);
    const arm = window.erfd.stage.arm.group;
    arm.updateMatrixWorld(true);
    const points = [];
    arm.traverse((o) => {
      if (o.name !== 'visual') return;
      const [e, p] = [o.matrixWorld.elements, o.geometry.attributes.position.array];
      for (let i = 0; i < p.length; i += 3)
        points.push([0, 1, 2].map((k) => e[k] * p[i] + e[k + 4] * p[i + 1] + e[k + 8] * p[i + 2] + e[k + 12]));
    });
    return { q: window.erfd.run.posture(cycle), points };
  }, cycle);

test('vertices of meshes are drawn where C++ has them, with no error', async () => {
  const tab = await openReport(browser, simulate(join(folder, 'fall.toml'), 'meshes').address);
  for (const cycle of [0, 9, 20]) {
    const { q, points } = await drawnVertices(tab, cycle);
    const links = linksAt(q);
    for (const { link, xyz, rpy, scale, vertex } of vertices) {
      const inLink = moved(rotation(rpy), xyz, vertex.map((x, k) => scale[k] * x));
      const expected = moved(links.get(link).rotation, links.get(link).position_m, inLink);
      const nearest = Math.min(...points.map((p) => Math.hypot(...p.map((x, k) => x - expected[k]))));
      assert.ok(nearest < 1e-6, `${link}, cycle ${cycle}: ${nearest} m away`);
    }
  }
  await settled(tab);
  await picture(tab, 'report-meshes');
  assert.deepEqual(tab.problems, []);
  assert.equal(await tab.locator('.panel.verdict li', { hasText: 'is not drawn' }).count(), 0);
  await tab.close();
});

test('a robot whose meshes are missing is drawn from its model, and the page says so', async () => {
  const lonely = resolve(output, 'lonely');
  mkdirSync(lonely, { recursive: true });
  for (const name of ['skew_arm.urdf', 'fall.toml']) copyFileSync(join(folder, name), join(lonely, name));
  const { address, said } = simulate(join(lonely, 'fall.toml'), 'lonely');
  assert.match(said, /warning: body 'bracket': mesh 'meshes\/plate_mm.stl' is not drawn: found no file/);
  const tab = await openReport(browser, address);
  assert.equal(await tab.locator('.panel.verdict li', { hasText: 'is not drawn' }).count(), 4);
  assert.ok((await drawnVertices(tab, 0)).points.length > 0, 'boxes, cylinders and spheres stay');
  assert.deepEqual(tab.problems, []);
  await tab.close();
});
