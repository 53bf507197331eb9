import type { Locator } from '@playwright/test';
import { isAccessible } from './support/accessible';
import { type App, expect, test } from './support/app';

/** The second round fails, the third takes too long, the fifth outputs more than is shown. */
const checks = `
tasks:
  ci:
    type: script
    loop: { type: repeat, count: 24 }
    error_handling: { on_error: continue }
    limits: { timeout_ms: 6000, max_stdout_bytes: 4000 }
    script:
      language: bash
      env: { N: "{{iteration}}" }
      content: |
        echo "checks of round $N"
        if [ $N = 2 ]; then echo "dead links" >&2; exit 3; fi
        if [ $N = 3 ]; then sleep 60; fi
        if [ $N = 5 ]; then for i in $(seq 1 400); do echo "line $i of a long report"; done; fi
        sleep 0.15
  quiet:
    type: script
    loop: { type: repeat, count: 2 }
    script: { content: "true" }
    depends_on: [ci]
`;

/** The same without a round that takes too long. */
const quick = checks.replace('sleep 60', 'true');

const follow = (app: App) => app.drawer.getByRole('switch', { name: 'Follow' });
const rows = (app: App) => app.drawer.getByRole('list', { name: 'Iterations' }).getByRole('article');
const row = (app: App, text: string) => rows(app).filter({ hasText: text });

/** How far the list of iterations is from its end, in px. */
const leftOf = (app: App) =>
  app.drawer
    .getByRole('list', { name: 'Iterations' })
    .evaluate(({ parentElement: list }) =>
      list === null ? 0 : Math.round(list.scrollHeight - list.clientHeight - list.scrollTop),
    );

test('iterations come in live, are followed, and stand still once a person looks back', async ({ app, page }) => {
  await app.openText(quick);
  await app.start();
  await app.tab('Logs');
  await expect(follow(app)).toBeChecked();
  await expect(row(app, '[12]')).toBeVisible();
  expect(await leftOf(app)).toBeLessThanOrEqual(8);

  await row(app, '[10]').hover();
  await page.mouse.wheel(0, -2000);
  await expect(follow(app)).not.toBeChecked();
  await expect(row(app, '[1]')).toBeInViewport();
  await expect(app.drawer.getByRole('tab', { name: /^Logs/ })).toHaveText(/2\d$/);
  await expect(row(app, '[1]')).toBeInViewport();

  await page.mouse.wheel(0, 20_000);
  await expect(follow(app)).toBeChecked();
  await app.isOver();
  await expect(row(app, '[26]')).toBeInViewport();
  await expect.poll(() => leftOf(app)).toBeLessThanOrEqual(8);

  await app.tab('Output');
  await app.drawer.getByRole('radio', { name: 'Iterations' }).click();
  await expect(row(app, 'quiet')).toHaveCount(2);
  await isAccessible(app, 'the iterations of a task', '#drawer-pane');

  await app.tab('Logs');
  await app.drawer.getByLabel('How they ended').selectOption({ label: 'Failed' });
  await expect(row(app, '[2]')).toBeVisible();
  await head(row(app, '[2]')).press('Enter');
  await expect(row(app, '[2]').getByRole('region', { name: 'Standard error' })).toContainText('dead links');
  await isAccessible(app, 'the logs', '#drawer-pane');
});

test('a log that is damaged says which of its events cannot be read', async ({ app }) => {
  await app.openText(quick.replace('count: 24', 'count: 4'));
  await app.run();
  await app.tab('Events');
  const events = app.drawer.getByRole('listbox', { name: 'Events' }).getByRole('option');
  await expect(events.first()).toBeVisible();
  await isAccessible(app, 'events', '#drawer-pane');
  await app.drawer.getByLabel('Find in events').fill('nothing says this');
  await expect(app.drawer).toContainText('No matching events.');
  await damageLog(app);
  await app.tab('Timeline');
  await expect(app.drawer.getByRole('region', { name: 'Timeline of the run' })).toBeVisible();
  await app.tab('Events');
  await app.drawer.getByLabel('Find in events').fill('');
  await events.filter({ hasText: 'Cannot be read' }).first().click();
  const detail = app.drawer.getByRole('region', { name: 'The event as it is stored' });
  await expect(detail).toContainText(/Event \d+ cannot be read\./);
  await expect(detail.getByRole('button', { name: 'Try again' })).toBeVisible();
});

function head(article: Locator): Locator {
  return article.getByRole('button').first();
}

/** Changes a character in the middle of a stored part of the newest run, as a failing disk does. */
async function damageLog({ page }: App): Promise<void> {
  await page.evaluate(async () => {
    const wait = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await wait(indexedDB.open('heddle'));
    const store = database.transaction('events', 'readwrite').objectStore('events');
    const chunks = (await wait(store.getAll())) as { firstSeq: number; json: unknown }[];
    const chunk = chunks.find(({ firstSeq, json }) => firstSeq > 3 && typeof json === 'string');
    if (chunk === undefined || typeof chunk.json !== 'string') throw new Error('There is no piece to damage.');
    const middle = Math.floor(chunk.json.length / 2);
    await wait(store.put({ ...chunk, json: `${chunk.json.slice(0, middle)}\u0001${chunk.json.slice(middle + 1)}` }));
    database.close();
  });
}
