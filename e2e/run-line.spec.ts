import type { Page } from '@playwright/test';
import { type App, expect, test } from './support/app';

/** Everything that screen readers were told at once, without repeats. */
async function noteAlerts(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const listen = () => {
      const said = document.querySelector('[data-live-texts] [role=alert]')?.textContent ?? '';
      if (said !== '' && heard.at(-1) !== said) heard.push(said);
    };
    new MutationObserver(listen).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { heard: readonly string[] }).heard);
}

/** What the places say that show how the run is. */
async function readPlaces(app: App, name: string) {
  const { page } = app;
  const tab = page.getByRole('tablist', { name: 'Open workflows' }).getByRole('tab', { selected: true });
  const said = (await tab.getAttribute('aria-label')) ?? '';
  const runs = page.getByRole('tablist', { name: 'Left panel' }).getByRole('tab', { name: 'Runs' });
  // What is in a tab has no role of its own for a screen reader.
  const sign = runs.locator('[role=img]');
  return {
    tab: said.replace(name, '').replace(/^, /, ''),
    runs: (await sign.count()) === 0 ? '' : await sign.getAttribute('aria-label'),
    title: (await page.title()).replace(`${name} · Heddle`, '').replace(' · ', ''),
  };
}

const fails = `heddle: 1
name: Fails
default_model: sim:fast
tasks:
  fetch: { type: script, script: { content: "echo one; echo The server of the archive refused the connection, and no other one was given >&2; exit 3" } }
  write: { description: "Write about {{fetch}}", depends_on: [fetch] }
  other: { description: Something else }
`;

test('a run that fails says so once and in every place, and shows the task and its whole reason', async ({
  app,
  page,
}) => {
  await app.openText(fails);
  // The map comes by itself only while a task is out of sight.
  await app.canvas.focus();
  await page.keyboard.press('m');
  const listAlerts = await noteAlerts(page);
  expect(await app.run()).toBe('failed');
  await expect(app.runLine).toContainText(/^Failed in \d:\d\d: fetch\./);
  await expect.poll(() => readPlaces(app, 'Fails')).toEqual({ tab: 'failed', runs: 'Failed', title: 'Failed' });
  await app.isTask('fetch', 'Failed');
  expect(await listAlerts()).toEqual([expect.stringMatching(/^fetch failed\. The script ended with code 3/)]);

  // The task is selected and wholly on the canvas.
  await expect(app.inspector.getByRole('heading', { level: 2 })).toHaveText('fetch');
  await expect(app.node('fetch')).toBeInViewport({ ratio: 1 });
  const reason = app.inspector.getByText(
    /The server of the archive refused the connection, and no other one was given/,
  );
  await expect(reason.first()).toBeVisible();
  const isCut = (element: Element) =>
    element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
  expect(await reason.first().evaluate(isCut)).toBe(false);

  // The band of events and the map have a part in the colour of a failure.
  await expect(app.drawer.locator('[data-failed="true"]').first()).toBeVisible();
  const countRed = () =>
    page.evaluate(() => {
      const map = document.querySelector<HTMLCanvasElement>('canvas[data-notes]');
      const { data = [] } = map?.getContext('2d')?.getImageData(0, 0, map.width, map.height) ?? {};
      let count = 0;
      for (let at = 0; at < data.length; at += 4) {
        const [red = 0, green = 0, blue = 0, alpha = 0] = data.slice(at, at + 4);
        if (alpha > 100 && red > green + 60 && red > blue + 60) count += 1;
      }
      return count;
    });
  await expect.poll(countRed).toBeGreaterThan(0);
});

const asks = `heddle: 1
name: Asks
default_model: sim:fast
tasks:
  a: { description: Say one }
  release: { type: ask, message: "Send it?", form: { word: { type: text } }, depends_on: [a] }
`;

test('a run that asks says so in every place, and the next one is answered or cancelled', async ({ app, page }) => {
  await app.openText(asks);
  const listAlerts = await noteAlerts(page);
  const canvas = page.locator('[data-region="canvas"]').first();
  const before = await canvas.boundingBox();
  await app.start();
  await expect(app.runLine).toContainText('Waits for you. release asks');
  await expect
    .poll(() => readPlaces(app, 'Asks'))
    .toEqual({ tab: 'waits for you', runs: 'Waits for you', title: '(1) ' });
  expect(await listAlerts()).toEqual(['release asks you: Send it? Press Q to answer.']);
  expect(await canvas.boundingBox()).toEqual(before);
  await page.keyboard.press('q');
  await page.keyboard.type('yes');
  await page.keyboard.press('Enter');
  expect(await app.isOver()).toBe('completed');
  await expect(app.runLine).toContainText(/^Done in/);
  await expect.poll(() => readPlaces(app, 'Asks')).toEqual({ tab: '', runs: 'Done', title: '' });

  await app.startEverythingAgain();
  await expect(app.runLine).toContainText('Waits for you.');
  await app.cancelButton().click();
  expect(await app.isOver()).toBe('cancelled');
  await expect(app.runLine).toContainText(/^Cancelled after/);
  await expect.poll(() => readPlaces(app, 'Asks')).toEqual({ tab: '', runs: '', title: '' });
});
