// The pictures of docs/page.md; tools/page_pictures starts it.
import { openBrowser, openReport, picture, reportOf } from './open_page.mjs';

const browser = await openBrowser();
const tab = await openReport(browser, reportOf('lola15', 'lola15_reference', 'tour'));
/** Behind the wait for shadows. */
const take = async (name) => {
  await tab.waitForTimeout(500);
  await picture(tab, name);
};
await tab.click('tr[data-move="4"]');
await take('report');
await tab.click('[data-tab=program]');
await tab.click('.segment[data-move="3"]');
await take('program');
await tab.click('[data-group=split]');
await tab.evaluate(() => window.erfd.plots.zoomed(4, 4.4));
await take('split');
await tab.click('[data-group=torque]');
await tab.keyboard.press('a');
await tab.evaluate(() => window.erfd.plots.resetZoom());
await take('apart');
await tab.keyboard.press('a');
await tab.click('[data-tab=verdict]');
await tab.keyboard.press('t');
await tab.keyboard.press('r');
await tab.click('[data-group=position]');
await take('dark');
await tab.setViewportSize({ width: 820, height: 1180 });
await take('tablet');
await browser.close();
