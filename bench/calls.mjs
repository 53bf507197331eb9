// What a call of a model costs in a browser, beside the bare fetch there.

/**
 * What is measured in a page of `url`, by its name: a protocol each, at a server. A page of its own for each.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url
 * @param {string} server
 */
export function callsInBrowser(browser, url, server) {
  const subjects = ['openai', 'anthropic', 'google', 'compatible'].map((protocol) => {
    const measure = async () => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(url);
      /** @type {Record<string, number>} */
      const figures = await page.evaluate(`measure(${JSON.stringify(protocol)}, ${JSON.stringify(server)})`);
      await context.close();
      return figures;
    };
    return /** @type {const} */ ([protocol, measure]);
  });
  return Object.fromEntries(subjects);
}
