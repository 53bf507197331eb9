// From a click on Run to the first event of the run that is stored.
import { inPage, openHeddle } from './canvas.mjs';

/** @typedef {import('@playwright/test').Page} Page */

/**
 * Starts a run by a click, and cancels it once it is stored. Resolves to the ms from the click to its first stored
 * event.
 * @param {Page} page
 */
async function startOnce(page) {
  const run = page.getByRole('banner').getByRole('button', { name: 'Run', exact: true });
  await run.waitFor();
  const watched = await page.evaluateHandle(async () => {
    const database = await new Promise((resolve, reject) => {
      const opening = indexedDB.open('heddle');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const stored = () =>
      new Promise((resolve, reject) => {
        const counting = database.transaction('events').objectStore('events').count();
        counting.onsuccess = () => resolve(counting.result);
        counting.onerror = () => reject(counting.error);
      });
    const before = await stored();
    const clicked = new Promise((resolve) =>
      addEventListener('click', () => resolve(performance.now()), { capture: true, once: true }),
    );
    const took = clicked.then(async (start) => {
      while ((await stored()) === before);
      const end = performance.now();
      database.close();
      return end - start;
    });
    // A promise within an object is not waited for.
    return { took };
  });
  await run.click();
  const took = Number(await watched.evaluate(({ took }) => took));
  await page.getByRole('banner').getByRole('button', { name: 'Cancel', exact: true }).click();
  await run.waitFor();
  return took;
}

/**
 * A workflow of n tasks, opened as a file: its first run, which loads what running takes, and a later one.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url
 * @param {number} n
 */
export function measureStart(browser, url, n) {
  return inPage(browser, async (page) => {
    await openHeddle(page, url, n);
    await page.getByText('Saved in this browser').first().waitFor();
    return { 'first run, ms': await startOnce(page), 'a later run, ms': await startOnce(page) };
  });
}
