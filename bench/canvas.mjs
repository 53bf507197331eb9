// The canvas with n tasks, beside bare React Flow with as many bare nodes: first frame, pan, drag.
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchDocument, benchGroups } from './document.mjs';
import { drag, frames, pan } from './measure.mjs';

/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {import('@playwright/test').Page} Page */

const size = { width: 1440, height: 900 };

/**
 * A page of its own, with nothing in its storage.
 * @param {Browser} browser
 * @param {(page: Page) => Promise<Record<string, number>>} measure
 */
export async function inPage(browser, measure) {
  // At a first visit it fetches all files of the page for seconds.
  const context = await browser.newContext({ viewport: size, serviceWorkers: 'block' });
  try {
    return await measure(await context.newPage());
  } finally {
    await context.close();
  }
}

/**
 * ms between two marks of the page; the second is waited for.
 * @param {Page} page
 * @param {string} from
 * @param {string} to
 */
async function between(page, from, to) {
  const ends = await page.waitForFunction(
    ([start = '', end = '']) => {
      const first = performance.getEntriesByName(start).at(-1);
      const last = performance.getEntriesByName(end).at(-1);
      return first && last && last.startTime >= first.startTime ? last.startTime - first.startTime : undefined;
    },
    [from, to],
    // Twenty thousand bare nodes hold the page's thread for long.
    { timeout: 180_000 },
  );
  return Number(await ends.jsonValue());
}

/**
 * Opens the bench document of n tasks in Heddle as a person does: as a file. Resolves to the time to its first frame.
 * @param {Page} page
 * @param {string} url
 * @param {number} n
 */
export async function openHeddle(page, url, n, text = benchDocument(n)) {
  const file = join(tmpdir(), `heddle-bench-${n}.yaml`);
  await writeFile(file, text);
  // Playwright takes file choosers over only once somebody listens, and does not wait for that: so from the start.
  page.on('filechooser', () => {});
  await page.goto(url);
  await page.locator('[data-task]').first().waitFor();
  await page.evaluate(() => performance.clearMarks());
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Control+o');
  await (await chooser).setFiles(file);
  await page.locator(`[data-canvas][aria-label*="${n} tasks"]`).waitFor();
  return between(page, 'heddle.document', 'heddle.first-frame');
}

/**
 * @param {Browser} browser
 * @param {string} url
 * @param {number} n
 * @param {number} ms
 */
export function measureHeddle(browser, url, n, ms) {
  return inPage(browser, async (page) => {
    const first = await openHeddle(page, url, n);
    const fitted = { pan: await frames(page, () => pan(page, ms)) };
    await page.locator('[data-canvas]').focus();
    await page.keyboard.press('1');
    const block = await page.evaluate(() => {
      const view = document.querySelector('.react-flow__viewport');
      const { a, e, f } = new DOMMatrix(getComputedStyle(/** @type {Element} */ (view)).transform);
      const box = /** @type {Element} */ (document.querySelector('[data-canvas]')).getBoundingClientRect();
      return { x: box.x + e + 100 * a, y: box.y + f + 27 * a };
    });
    const fittedDrag = await frames(page, () => drag(page, block, ms));

    await page.locator('[data-canvas]').focus();
    await page.keyboard.press('0');
    // A selection on the way would end it.
    await page.waitForFunction(() => {
      const view = document.querySelector('.react-flow__viewport');
      return new DOMMatrix(getComputedStyle(/** @type {Element} */ (view)).transform).a > 0.999;
    });
    // It comes into sight by a pan: to select a task does not zoom.
    await page
      .getByRole('treeitem', { name: /task_8/ })
      .first()
      .click();
    await page.keyboard.press('Escape');
    await page.locator('[data-canvas]').focus();
    await page.keyboard.press('Control+Enter');
    await page.locator('.react-flow__node [data-status="running"]').first().waitFor();
    const zoomedPan = await frames(page, () => pan(page, ms));
    const node = await page.locator('.react-flow__node').first().boundingBox();
    if (!node) throw new Error('No task is in view.');
    const zoomedDrag = await frames(page, () => drag(page, { x: node.x + 60, y: node.y + 20 }, ms));
    return {
      'first frame': first,
      'fitted pan mean': fitted.pan.mean,
      'fitted pan p95': fitted.pan.p95,
      'fitted drag mean': fittedDrag.mean,
      'fitted drag p95': fittedDrag.p95,
      'zoomed pan p95, 20 streaming': zoomedPan.p95,
      'zoomed pan max, 20 streaming': zoomedPan.max,
      'zoomed drag p95, 20 streaming': zoomedDrag.p95,
      'zoomed drag max, 20 streaming': zoomedDrag.max,
    };
  });
}

/**
 * The canvas with 100 groups of 50 tasks, all open. A step is dragged within its group, and dropped into the next one.
 * @param {Browser} browser
 * @param {string} url
 * @param {number} ms
 */
export function measureGroups(browser, url, ms) {
  return inPage(browser, async (page) => {
    const first = await openHeddle(page, url, 100, benchGroups(100, 50));
    const fitted = await frames(page, () => pan(page, ms));
    const step = page.locator('[data-task="group_0/step_3"]');
    const nearStep = async () => {
      await page
        .getByRole('treeitem', { name: /step_3/ })
        .first()
        .click();
      await page.keyboard.press('Escape');
      await page.locator('[data-canvas]').focus();
      await page.keyboard.press('0');
      await step.waitFor();
    };
    await nearStep();
    const zoomed = await frames(page, () => pan(page, ms));
    // To pan may have led away from it.
    await nearStep();
    const box = await step.boundingBox();
    if (!box) throw new Error('The step is not in view.');
    const dragged = await frames(page, () => drag(page, { x: box.x + 60, y: box.y + 20 }, ms));
    const at = await step.boundingBox();
    if (!at) throw new Error('The step is not in view.');
    const dropped = await frames(page, async () => {
      await page.mouse.move(at.x + 60, at.y + 20);
      await page.mouse.down();
      // Out of its group, and to the top of the canvas.
      for (let moved = 0; moved <= 20; moved += 1) await page.mouse.move(at.x + 60, at.y + 20 + moved * 15);
      await page.mouse.up();
      await page.locator('output', { hasText: 'Saved in this browser' }).waitFor();
    });
    return {
      'first frame': first,
      'fitted pan p95': fitted.p95,
      'zoomed pan p95': zoomed.p95,
      'zoomed drag over groups p95': dragged.p95,
      'zoomed drag over groups max': dragged.max,
      'dropped outside its group p95': dropped.p95,
      'dropped outside its group max': dropped.max,
    };
  });
}

/**
 * @param {Browser} browser
 * @param {string} url
 * @param {number} n
 * @param {number} ms
 */
export function measureBare(browser, url, n, ms) {
  /** @param {string} query */
  const open = (query) => async (/** @type {Page} */ page) => {
    await page.goto(`${url}/?n=${n}${query}`);
    return between(page, 'bench.document', 'bench.first-frame');
  };
  return inPage(browser, async (page) => {
    const first = await open('&fit')(page);
    const fittedPan = await frames(page, () => pan(page, ms));
    await open('&fit')(page);
    const node = await page.locator('.react-flow__node').first().boundingBox();
    if (!node) throw new Error('No node is in view.');
    const fittedDrag = await frames(page, () =>
      drag(page, { x: node.x + node.width / 2, y: node.y + node.height / 2 }, ms),
    );
    await open('&visible')(page);
    const zoomedPan = await frames(page, () => pan(page, ms));
    await open('&visible')(page);
    const near = await page.locator('.react-flow__node').nth(8).boundingBox();
    if (!near) throw new Error('No node is in view.');
    const zoomedDrag = await frames(page, () => drag(page, { x: near.x + 60, y: near.y + 20 }, ms));
    return {
      'first frame': first,
      'fitted pan mean': fittedPan.mean,
      'fitted pan p95': fittedPan.p95,
      'fitted drag mean': fittedDrag.mean,
      'fitted drag p95': fittedDrag.p95,
      'zoomed pan p95, only visible': zoomedPan.p95,
      'zoomed pan max, only visible': zoomedPan.max,
      'zoomed drag p95, only visible': zoomedDrag.p95,
      'zoomed drag max, only visible': zoomedDrag.max,
    };
  });
}
