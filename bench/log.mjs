// How runs are kept in a browser, beside the bare IndexedDB there.

/**
 * What is measured in a page of `url`, by its name. A page of its own for each, so that none has the memory of another.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url
 * @returns {(subject: string, steps?: number, server?: string) => () => Promise<Record<string, number>>}
 */
export function logInBrowser(browser, url) {
  return (subject, steps = 0, server = '') =>
    async () => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(url);
      /** @type {Record<string, number>} */
      const figures = await page.evaluate(`measure(${JSON.stringify(subject)}, ${steps}, ${JSON.stringify(server)})`);
      await context.close();
      return figures;
    };
}
