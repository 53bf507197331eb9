// How fast outputs are stored in a browser, beside the bare compression there.

/**
 * What is measured in a page of `url`, by its name. One page for all, which `close` closes.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url
 */
export async function outputsInBrowser(browser, url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  /**
   * @param {string} subject
   * @returns {() => Promise<Record<string, number>>}
   */
  const measure = (subject) => () => page.evaluate(`measure(${JSON.stringify(subject)})`);
  return {
    subjects: {
      'bare gzip (CompressionStream), Chromium': measure('pack'),
      'Heddle, IndexedDB, gzip, Chromium': measure('store'),
    },
    close: () => context.close(),
  };
}
