// From a key in a prompt to the marks that say what a run would keep and what it would ask, after a run of the whole.
import { inPage, openHeddle } from './canvas.mjs';
import { benchDocument } from './document.mjs';
import { median, p95 } from './measure.mjs';

/** Most ms that a run of the whole may take. */
const patience = 600_000;
/** How often a letter is typed, and taken back. */
const pairs = 8;

/**
 * A workflow of n tasks is run on the simulated model; then a letter is typed into the prompt of one of its first tasks
 * and taken back, several times.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url
 * @param {number} n
 */
export function measureIterate(browser, url, n) {
  return inPage(browser, async (page) => {
    // Without the long replies of the first column, which are there to be watched.
    const text = benchDocument(n)
      .replaceAll(/ {4}options:\n(?: {6}.*\n)+/g, '')
      .replace('sim:default', 'sim:fast');
    await openHeddle(page, url, n, text);
    await page.getByText('Saved in this browser').first().waitFor();
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Run( ·|$)/ })
      .click();
    await page.getByText(`· ${n} kept, none asked`).waitFor({ timeout: patience });
    await page
      .getByRole('treeitem', { name: /^task_8\b/ })
      .first()
      .click();
    await page.getByRole('complementary', { name: 'Inspector' }).getByLabel('Prompt', { exact: true }).click();
    await page.keyboard.press('End');
    const taken = [];
    for (let pair = 0; pair < pairs; pair += 1) {
      taken.push(await keyToMarks(page, 'x', false));
      taken.push(await keyToMarks(page, 'Backspace', true));
    }
    const compared = await compareRuns(page);
    return { 'key to marks, ms': median(taken), 'key to marks, p95': p95(taken), 'two runs compared, ms': compared };
  });
}

/**
 * ms from the key that compares the newest run with the one before to the table of what differs.
 * @param {import('@playwright/test').Page} page
 */
async function compareRuns(page) {
  await page.keyboard.type('x');
  await page.getByText(/· \d[\d,]* kept, \d+ asked/).waitFor();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Run ·/ })
    .click();
  await page.getByText(/ kept, none asked/).waitFor({ timeout: patience });
  const start = await page.evaluate(() => performance.now());
  await page.keyboard.press('Shift+Alt+R');
  await page.getByRole('listbox', { name: 'Tasks, rounds and items' }).getByRole('option').first().waitFor();
  return (await page.evaluate(() => performance.now())) - start;
}

/**
 * ms from a key to when the run button says that all is kept, or not all.
 * @param {import('@playwright/test').Page} page
 * @param {string} key
 * @param {boolean} isKept
 */
async function keyToMarks(page, key, isKept) {
  const watched = await page.evaluateHandle((wanted) => {
    const pressed = new Promise((resolve) =>
      addEventListener('keydown', () => resolve(performance.now()), { capture: true, once: true }),
    );
    const took = pressed.then(
      (start) =>
        new Promise((resolve) => {
          const look = () => {
            const text = document.querySelector('header')?.textContent ?? '';
            if (text.includes('none asked') === wanted && text.includes('asked')) resolve(performance.now() - start);
            else setTimeout(look);
          };
          look();
        }),
    );
    return { took };
  }, isKept);
  await page.keyboard.press(key);
  return Number(await watched.evaluate(({ took }) => took));
}
