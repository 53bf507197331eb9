// What an edit takes in the page: from a key to the next frame that shows it, and from the last key to the stored text.
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchDocument, benchGroups } from './document.mjs';
import { p95 } from './measure.mjs';

/** @typedef {import('@playwright/test').Page} Page */

/** What is edited: a text, how many tasks the canvas tells of, and the task that is typed in. */
const subjects = (/** @type {number} */ n) => ({ text: benchDocument(n), count: n, task: /^task_8\b/ });
const groups = { text: benchGroups(100, 50), count: 100, task: /^step_3\b/ };
/** A text of just under 5 MB, the most that is opened. */
const long = { text: benchDocument(5000, 830), count: 5000, task: /^task_8\b/ };

/** Ends as a figure of its own when something takes longer, in ms. */
const patience = 60_000;

const words = 'The report says what was found, why it matters, and what is to be done about it.\n'.repeat(2);

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url
 * @param {number | 'groups' | 'long'} size
 */
export async function measureEdit(browser, url, size) {
  const { text, count, task } = size === 'groups' ? groups : size === 'long' ? long : subjects(size);
  // At a first visit it fetches all files of the page for seconds.
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    await watchTasks(page);
    const opened = await open(page, url, text, count);
    const openTask = await longestTask(page);
    await page.getByRole('treeitem', { name: task }).first().click();
    const field = page.getByRole('complementary', { name: 'Inspector' }).getByLabel('Prompt', { exact: true });
    await field.click();
    await page.keyboard.press('End');
    const typed = { ...(await typeFor(page, words.slice(0, 82))), ...(await lastKeyToSaved(page)) };
    await isSaved(page);
    const typeTask = await longestTask(page);

    const canvas = page.locator('[data-canvas]');
    const added = await times(3, async () => {
      await canvas.focus();
      // With nothing selected it goes to the top, which is what is counted.
      await page.keyboard.press('Escape');
      await page.keyboard.press('n');
      await page.getByRole('menu').or(page.getByRole('listbox')).first().waitFor();
      const taken = await keyTo(page, 'Enter', count + 1);
      await isSaved(page);
      await canvas.focus();
      await keyTo(page, 'Control+z', count);
      await isSaved(page);
      return taken;
    });
    /** @type {number[]} */
    const undone = [];
    const deleted = await times(3, async () => {
      // The tree shows where the last edit was, and of what is out of sight it has no rows.
      await page.getByRole('treeitem').first().focus();
      await page.keyboard.press('Home');
      await page.locator('[role=treeitem][aria-level="1"]').first().click();
      await canvas.focus();
      const taken = await keyTo(page, 'Delete', count - 1);
      await isSaved(page);
      undone.push(await keyTo(page, 'Control+z', count));
      await isSaved(page);
      return taken;
    });
    const tidied = await tidy(page);
    const editTask = await longestTask(page);
    const found = await find(page);
    return {
      'open, to a labelled canvas': opened,
      ...typed,
      'add, p95': p95(added),
      'delete, p95': p95(deleted),
      'undo, p95': p95(undone),
      'tidy up': tidied,
      'last letter to all that is found': found,
      'longest task of the page: open': openTask,
      'the same: typing': typeTask,
      'the same: add, delete, undo, tidy': editTask,
    };
  } finally {
    await context.close();
  }
}

/**
 * The same keys in a text area of React on a page of its own, with nothing else.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url
 */
export async function measureBareTyping(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(`${url}/?typing`);
    await page.getByRole('textbox').click();
    return await typeFor(page, words.slice(0, 82));
  } finally {
    await context.close();
  }
}

/**
 * @param {number} n
 * @param {() => Promise<number>} measure
 */
async function times(n, measure) {
  const found = [];
  for (let run = 0; run < n; run += 1) found.push(await measure());
  return found;
}

/**
 * @param {Page} page
 * @param {string} url
 * @param {string} text
 * @param {number} count
 */
async function open(page, url, text, count) {
  const file = join(tmpdir(), 'heddle-bench-edit.yaml');
  await writeFile(file, text);
  page.on('filechooser', () => {});
  await page.goto(url);
  await page.locator('[data-task]').first().waitFor();
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Control+o');
  const picked = await chooser;
  const begun = performance.now();
  await picked.setFiles(file);
  await page.locator(`[data-canvas][aria-label*="${count} tasks"]`).waitFor({ timeout: patience });
  const taken = performance.now() - begun;
  await isSaved(page);
  return taken;
}

/** @param {Page} page */
async function watchTasks(page) {
  await page.addInitScript(() => {
    const tasks = /** @type {number[]} */ ([]);
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
    Object.assign(window, { tasks });
  });
}

/**
 * ms that the page was busy at a stretch, at most, since it was last asked; 0 if never for 50 ms.
 * @param {Page} page
 */
async function longestTask(page) {
  return Number(await page.evaluate('Math.max(0, ...window.tasks.splice(0))'));
}

/**
 * ms from the last letter of a word that is in every task to the number of all places.
 * @param {Page} page
 */
async function find(page) {
  await page.locator('[data-canvas]').focus();
  await page.keyboard.press('Control+f');
  const panel = page.getByRole('region', { name: 'Find and replace' });
  const status = panel.getByRole('status');
  await panel.getByLabel('Find', { exact: true }).fill('repor');
  await status.filter({ hasText: 'found' }).waitFor({ timeout: patience });
  const begun = performance.now();
  await panel.getByLabel('Find', { exact: true }).press('t');
  await status.filter({ hasText: 'Searching' }).waitFor({ state: 'hidden', timeout: patience });
  await status.filter({ hasText: 'found' }).waitFor({ timeout: patience });
  return performance.now() - begun;
}

/**
 * Types with 70 ms from key to key. Told are ms from a key to the frame that shows it.
 * @param {Page} page
 * @param {string} text
 */
async function typeFor(page, text) {
  await page.evaluate(() => {
    const shown = /** @type {number[]} */ ([]);
    const watch = { shown, last: 0 };
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        watch.last = timeStamp;
        // What a frame shows is painted before the next task.
        requestAnimationFrame(() => setTimeout(() => shown.push(performance.now() - timeStamp)));
      },
      true,
    );
    Object.assign(window, { watch });
  });
  for (const key of text) {
    const begun = performance.now();
    await page.keyboard.press(key === '\n' ? 'Enter' : key);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 70 - (performance.now() - begun))));
  }
  const shown = /** @type {number[]} */ (await page.evaluate('window.watch.shown'));
  return { 'key to paint, p95': p95(shown) };
}

/** @param {Page} page */
async function lastKeyToSaved(page) {
  const saved = await page.evaluate(
    (most) =>
      new Promise((/** @type {(ms: number) => void} */ resolve) => {
        const { watch } = /** @type {any} */ (window);
        const look = () => {
          const taken = performance.now() - watch.last;
          const isSaved = [...document.querySelectorAll('output')].some((it) => it.textContent?.startsWith('Saved in'));
          if (isSaved || taken > most) resolve(taken);
          else setTimeout(look, 5);
        };
        look();
      }),
    patience,
  );
  return { 'last key to saved': saved };
}

/**
 * ms from a key to the frame after the canvas tells of so many tasks.
 * @param {Page} page
 * @param {string} key
 * @param {number} count
 */
async function keyTo(page, key, count) {
  await page.evaluate(
    ([wanted, most]) => {
      const painted = new Promise((resolve) => {
        addEventListener(
          'keydown',
          ({ timeStamp }) => {
            const look = () => {
              const label = document.querySelector('[data-canvas]')?.getAttribute('aria-label') ?? '';
              const taken = performance.now() - timeStamp;
              if (label.includes(`, ${wanted} tasks`) || taken > Number(most))
                requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
              else setTimeout(look, 4);
            };
            look();
          },
          { capture: true, once: true },
        );
      });
      Object.assign(window, { painted });
    },
    [count, patience],
  );
  await page.keyboard.press(key);
  return Number(await page.evaluate('window.painted'));
}

/** @param {Page} page */
async function isSaved(page) {
  await page.locator('output', { hasText: 'Saved in this browser' }).waitFor({ timeout: patience });
}

/**
 * ms from the key to tasks that stand elsewhere; NaN if it was refused.
 * @param {Page} page
 */
async function tidy(page) {
  // What is tidy already would stay as it is.
  await page.getByRole('treeitem').first().focus();
  await page.keyboard.press('Home');
  await page.locator('[role=treeitem][aria-level="1"]').first().click();
  await page.locator('[data-canvas]').focus();
  await keyToSaving(page, 'Control+ArrowDown');
  await isSaved(page);
  const taken = await keyToSaving(page, 'Shift+Alt+T');
  await isSaved(page);
  return taken;
}

/**
 * ms from a key to an edit that is being stored; NaN if it is refused. The page itself looks: it is stored within less
 * than the time between two looks from outside.
 * @param {Page} page
 * @param {string} key
 */
async function keyToSaving(page, key) {
  await page.evaluate((most) => {
    const saving = new Promise((resolve) => {
      addEventListener(
        'keydown',
        ({ timeStamp }) => {
          const look = () => {
            const taken = performance.now() - timeStamp;
            const said = [...document.querySelectorAll('output')].map((it) => it.textContent ?? '');
            if (said.some((text) => text.startsWith('Saving')) || taken > most) resolve(taken);
            else if (document.body.textContent?.includes('could not be tidied up')) resolve(Number.NaN);
            else setTimeout(look, 4);
          };
          look();
        },
        { capture: true, once: true },
      );
    });
    Object.assign(window, { saving });
  }, patience);
  await page.keyboard.press(key);
  return Number(await page.evaluate('window.saving'));
}
