// From navigation to a canvas that answers, and how much JavaScript the page loads for that.
import { gzipSync } from 'node:zlib';

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url
 */
export async function measureLoad(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  // The page itself notes when the first task stands in it: this script is told later, when more has loaded.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.react-flow__node')) return;
      performance.mark('first task');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  /** @type {{ url: string, bytes: Promise<number> }[]} */
  const scripts = [];
  /** @param {import('@playwright/test').Response} response */
  const take = (response) => {
    const isScript = response.request().resourceType() === 'script';
    const ofWorker = /worker/.test(new URL(response.url()).pathname);
    const gzip = () => response.body().then((body) => gzipSync(body).length);
    if (isScript && !ofWorker) scripts.push({ url: response.url(), bytes: gzip() });
  };
  page.on('response', take);
  await page.goto(url);
  await page.locator('.react-flow__node').first().waitFor();
  const shown = await page.evaluate(() => performance.now());
  const tasks = await page.locator('.react-flow__node').count();
  // It answers when a click on a task shows it in the inspector.
  await page.locator('.react-flow__node').first().click();
  await page.getByRole('tab', { name: 'Task', exact: true }).waitFor();
  const answers = await page.evaluate(() => performance.now());
  // What comes later is for screens that were not opened.
  page.off('response', take);
  const early = new Set(
    await page.evaluate(() => {
      const first = performance.getEntriesByName('first task')[0]?.startTime ?? 0;
      return performance.getEntriesByType('resource').flatMap((one) => (one.startTime < first ? [one.name] : []));
    }),
  );
  const loaded = await Promise.all(
    scripts.map(async ({ url: of, bytes }) => ({ of, kilobytes: (await bytes) / 1000 })),
  );
  const sum = (/** @type {typeof loaded} */ some) => some.reduce((all, one) => all + one.kilobytes, 0);
  await context.close();
  return {
    tasks,
    'tasks shown, ms': shown,
    'canvas answers, ms': answers,
    'JavaScript of the first screen, gzip kB': sum(loaded.filter(({ of }) => early.has(of))),
    'with the form of a task, gzip kB': sum(loaded),
  };
}

/**
 * The same of bare React Flow with `n` nodes, which answers when a click has selected a node.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url
 * @param {number} n
 */
export async function measureBareLoad(browser, url, n) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${url}/?n=${n}&fit`);
  await page.locator('.react-flow__node').first().waitFor();
  const shown = await page.evaluate(() => performance.now());
  await page.locator('.react-flow__node').first().click();
  await page.locator('.react-flow__node.selected').waitFor();
  const answers = await page.evaluate(() => performance.now());
  await context.close();
  return { tasks: n, 'tasks shown, ms': shown, 'canvas answers, ms': answers };
}
