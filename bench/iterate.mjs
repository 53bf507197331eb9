// From a key in a prompt to the marks that say what a run would keep and what it would ask, after a run of the whole.
import { inPage, openHeddle } from './canvas.mjs';
import { benchDocument } from './document.mjs';
import { timeDocumentWorker } from './in-worker.mjs';
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
    await runButton(page).click();
    const all = n.toLocaleString('en');
    await runButton(page, `[title^="${all} of ${all} unchanged"]`).waitFor({ timeout: patience });
    await page
      .getByRole('treeitem', { name: /^task_8\b/ })
      .first()
      .click();
    await page.getByRole('complementary', { name: 'Inspector' }).getByLabel('Prompt', { exact: true }).click();
    await page.keyboard.press('End');
    const inWorker = await timeDocumentWorker(page);
    const marked = [];
    const foreseen = [];
    const worked = [];
    for (let press = 0; press < 2 * pairs; press += 1) {
      const isTyped = press % 2 === 0;
      await inWorker();
      marked.push(await keyToMarks(page, isTyped ? 'x' : 'Backspace', !isTyped));
      const { change = 0, read = 0, forecast = 0 } = await inWorker();
      foreseen.push(forecast);
      worked.push(change + read + forecast);
    }
    const compared = await compareRuns(page);
    return {
      'key to marks, ms': median(marked),
      'key to marks, p95': p95(marked),
      'marks worked out in the worker, ms': median(foreseen),
      'marks worked out, p95': p95(foreseen),
      'with reading the edit, ms': median(worked),
      'with reading the edit, p95': p95(worked),
      'two runs compared, ms': compared,
    };
  });
}

/**
 * The run button, with what it explains.
 * @param {import('@playwright/test').Page} page
 * @param {string} explained a selector of its title
 */
function runButton(page, explained = '') {
  const run = page.getByRole('banner').getByRole('button', { name: 'Run', exact: true });
  return explained === '' ? run : run.and(page.locator(`button${explained}`));
}

/**
 * ms from the key that compares the newest run with the one before to the table of what differs.
 * @param {import('@playwright/test').Page} page
 */
async function compareRuns(page) {
  await page.keyboard.type('x');
  await runButton(page, '[title*=" unchanged, "]').click();
  await runButton(page, '[title$=" unchanged"]').waitFor({ timeout: patience });
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
            const text = document.querySelector('[data-run-button] > button')?.getAttribute('title') ?? '';
            if (text.endsWith(' unchanged') === wanted && text.includes(' unchanged'))
              resolve(performance.now() - start);
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
