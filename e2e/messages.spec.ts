import { type App, expect, test } from './support/app';

const later = `heddle: 1
name: Later
default_model: sim:default
tasks:
  fetch: { type: script, script: { content: "sleep 1; exit 22" } }
`;
const other = 'heddle: 1\nname: Other\ndefault_model: sim:fast\ntasks:\n  one: { description: Say one }\n';

/** The primary buttons, dialogs, forms, ways back and bars that a message lies over. */
const listCovered = ({ page }: App) =>
  page.evaluate(() => {
    const boxes = (selector: string) =>
      [...document.querySelectorAll(selector)]
        .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 120)] as const);
    const messages = boxes('[data-sonner-toast]');
    const kept = boxes(
      'button[class*="primary"], [role="dialog"], form, main button:has(+ [aria-hidden]), nav[aria-label="Panels"]',
    );
    if (messages.length === 0) return ['No message is there.'];
    return kept
      .filter(([at]) =>
        messages.some(
          ([over]) => over.left < at.right && at.left < over.right && over.top < at.bottom && at.top < over.bottom,
        ),
      )
      .map(([, html]) => html);
  });

for (const [size, viewport] of Object.entries({
  'a window of 1280': { width: 1280, height: 800 },
  'a phone': { width: 390, height: 844 },
})) {
  test.describe(`on ${size}`, () => {
    test.use({ viewport });

    test('a message lies over no main action, dialog or form of any page, and goes once it is mended', async ({
      app,
      page,
    }) => {
      await app.openText(later);
      const laterId = new URL(page.url()).hash.split('/')[2];
      await app.start();
      await app.openText(other);
      const failed = app.messages.getByText('Later failed: fetch.');
      await expect(failed).toBeVisible();
      await expect.poll(() => listCovered(app)).toEqual([]);
      const id = new URL(page.url()).hash.split('/')[2];
      for (const [address, name] of [
        [`#/w/${id}/plan`, 'Plan'],
        [`#/w/${id}/models`, 'Models'],
        [`#/w/${id}/tools`, 'Tools'],
        ['#/start', undefined],
      ] as const) {
        await page.evaluate((hash) => {
          location.hash = hash;
        }, address);
        await expect(page.getByRole('main', { ...(name && { name }) })).toBeVisible();
        await expect(failed).toBeVisible();
        await expect.poll(() => listCovered(app), address).toEqual([]);
      }
      // Where it runs is what it tells of.
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `#/w/${laterId}`);
      await expect(failed).toBeHidden();
    });
  });
}
