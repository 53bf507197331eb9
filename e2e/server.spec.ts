import { startHeddleServer } from './servers/heddle-server';
import { App, expect, test } from './support/app';
import { asking } from './support/asking';

test('a page that heddle serve serves runs its workflow there, and misses no event when the server is killed', async ({
  browser,
}) => {
  const server = await startHeddleServer();
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  await context.addInitScript(() => localStorage.setItem('heddle.tour', 'offered'));
  const page = await context.newPage();
  const app = new App(page);
  try {
    await app.openText(asking);
    await page.getByRole('button', { name: 'Other ways to run' }).click();
    await page.getByRole('menuitemradio', { name: 'Run on the server of this page' }).click();
    await expect(app.runLine).toContainText('Runs on the server of this page');
    await app.runButton().click();
    const header = page.getByRole('region', { name: 'The run that is shown' });
    await expect(header).toContainText('at the server of this page');
    const card = page.getByRole('region', { name: 'Questions of the run' }).getByRole('group');
    await expect(card).toContainText('Which version is it?');

    await server.kill();
    const away = page.getByText(/does not answer at http/);
    await expect(away).toBeVisible();
    // What had come is here.
    await app.isTask('draft', 'Done');
    await server.restart();
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect(away).toBeHidden();

    await card.getByRole('textbox').fill('2.4.0');
    await card.getByRole('button', { name: 'Answer' }).click();
    expect(await app.isOver()).toBe('completed');
    await expect(await app.output('notes')).toContainText('2.4.0');
    const [run] = await app.runs();
    const { events } = await server.api<{ events: unknown[] }>(`/runs/${run?.id}/events?limit=1000`);
    expect(await app.storedEvents()).toEqual(events);
    expect(app.errors.filter((error) => !/^Failed to load resource/.test(error))).toEqual([]);
  } finally {
    await context.close();
    await server.kill();
  }
});
