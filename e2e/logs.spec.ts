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
});

test('iterations are found by exit code, text and task, and tell all that is known of them', async ({ app, page }) => {
  await app.openText(checks.replace('count: 24', 'count: 7'));
  await app.run();
  await app.tab('Logs');
  await expect(rows(app)).toHaveCount(9);
  const ended = app.drawer.getByLabel('How they ended');
  await ended.selectOption({ label: 'Failed' });
  await expect(rows(app)).toHaveText([/\[2\].*ci · round 2exit 3/, /\[3\].*timed out/]);
  await ended.selectOption({ label: 'Another exit code…' });
  await app.drawer.getByLabel('Exit code').fill('3');
  await expect(rows(app)).toHaveText([/\[2\]/]);
  await ended.selectOption({ label: 'All' });
  await app.drawer.getByLabel('Find in commands and outputs').fill('OF ROUND 2');
  await expect(rows(app)).toHaveText([/\[2\]/]);
  await app.drawer.getByLabel('Find in commands and outputs').fill('');
  await app.select('quiet');
  await app.drawer.getByLabel('Only quiet').check();
  await expect(rows(app)).toHaveText([/\[8\]/, /\[9\]/]);
  await app.drawer.getByLabel('Only quiet').uncheck();
  await expect(rows(app)).toHaveCount(9);

  // By keyboard alone: one tab stop, arrows from row to row, Enter opens.
  await app.drawer.getByLabel('Only quiet').focus();
  await page.keyboard.press('Tab');
  await expect(head(row(app, '[1]'))).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(head(row(app, '[2]'))).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row(app, '[2]').getByRole('region', { name: 'Standard error' })).toContainText('dead links');
  await expect(row(app, '[2]').getByRole('region', { name: 'Output' })).toContainText('checks of round 2');
  await isAccessible(app, 'the logs', '#drawer-pane');

  await app.select('ci');
  await app.tab('Output');
  await app.drawer.getByRole('radio', { name: 'Iterations' }).click();
  await expect(rows(app).first()).toHaveText(/^Iteration 1—exit 0—.*checks of round 1/);
  const long = row(app, 'Iteration 5');
  await head(long).click();
  await expect(long.getByRole('region', { name: 'Output' })).toContainText('line 400 of a long report');
  await long.getByRole('button', { name: 'Open the whole output' }).click();
  await expect(app.dialog).toContainText('line 1 of a long report');
  await app.closeDialog();
  await isAccessible(app, 'the iterations of a task', '#drawer-pane');
});

test('a round of a task that holds others tells what decided it, and each part of it apart', async ({ app }) => {
  await app.openText(`
default_model: sim:fast
tasks:
  all:
    type: sequential
    loop: { type: repeat, count: 2 }
    steps:
      - { id: write, description: Write the notes, options: { reply: Written. } }
      - { id: ci, type: script, script: { content: "echo 2 tests failed; echo broken >&2; exit 4" } }
`);
  expect(await app.run()).toBe('failed');
  await app.tab('Logs');
  const first = row(app, '[1]');
  await expect(first).toContainText('exit 4');
  await head(first).click();
  await expect(first).toContainText('Decided by ci');
  await expect(first.getByRole('region', { name: 'Output', exact: true })).toContainText('2 tests failed');
  await expect(first.getByRole('region', { name: 'Standard error' })).toContainText('broken');
  const parts = first.getByRole('region', { name: 'Parts' });
  await expect(parts.getByRole('group')).toHaveText([/write.*exit 0/, /ci.*exit 4.*echo 2 tests/]);
  await parts.getByText('write', { exact: true }).click();
  await expect(parts.getByRole('region', { name: 'Output of write' })).toContainText('Written.');
  await expect(parts.getByRole('region', { name: 'What write was sent' })).toContainText('Write the notes');
  await isAccessible(app, 'the parts of an iteration', '#drawer-pane');
});

test('the calls of tools of an iteration, the files it changed, and what it was told', async ({ app }) => {
  await app.openText(`
default_model: sim:fast
tasks:
  write:
    description: Write the notes
    loop: { type: repeat, count: 2 }
    tools: [write_file, read_file]
    options:
      tool_calls:
        - { name: write_file, arguments: { path: notes.md, content: Tides } }
        - { name: read_file, arguments: { path: missing.md } }
      reply: Written.
`);
  expect(await app.run()).toBe('completed');
  await app.tab('Logs');
  const first = row(app, '[1]');
  await expect(first).toContainText('1 file');
  await head(first).click();
  const tools = first.getByRole('region', { name: '2 calls of tools' });
  await expect(tools.getByRole('group')).toHaveText([/write_file/, /read_file.*failed/]);
  await tools.getByText('write_file').click();
  await expect(tools).toContainText('"content":"Tides"');
  await expect(first.getByRole('region', { name: '1 file changed' })).toContainText('notes.md');
  await expect(first).toContainText(/\d tok in/);
  await isAccessible(app, 'the tools of an iteration', '#drawer-pane');
  await first.getByRole('button', { name: 'What it was sent' }).click();
  await expect(app.page.getByRole('heading', { name: 'What this call was sent' })).toBeVisible();
});

test('the log is looked through by kind, outcome and text, in either order, and tells what of it is damaged', async ({
  app,
  page,
}) => {
  await app.openText(quick.replace('count: 24', 'count: 4'));
  await app.run();
  await app.tab('Events');
  const events = app.drawer.getByRole('listbox', { name: 'Events' }).getByRole('option');
  await app.drawer.getByRole('button', { name: 'All kinds' }).click();
  await page.getByRole('checkbox', { name: 'Iteration logged' }).check();
  await page.keyboard.press('Escape');
  await expect(events).toHaveCount(6);
  await app.drawer.getByRole('radio', { name: 'Newest first' }).click();
  await expect(events.first()).toContainText('quiet · round 2');
  await app.drawer.getByRole('button', { name: 'Any outcome' }).click();
  await page.getByRole('menuitemradio', { name: 'Failed' }).click();
  await expect(events).toHaveCount(1);
  await app.drawer.getByLabel('Find in events').fill('nothing says this');
  await expect(app.drawer).toContainText('No matching events.');
  await isAccessible(app, 'events that were looked for', '#drawer-pane');

  await damageLog(app);
  await app.tab('Timeline');
  await expect(app.drawer.getByRole('region', { name: 'Timeline of the run' })).toBeVisible();
  await app.tab('Events');
  await app.drawer.getByLabel('Find in events').fill('');
  await app.drawer.getByRole('button', { name: 'Failed' }).click();
  await page.getByRole('menuitemradio', { name: 'Any outcome' }).click();
  await app.drawer.getByRole('button', { name: 'Iteration logged' }).click();
  await page.getByRole('button', { name: 'Show all kinds' }).click();
  await page.keyboard.press('Escape');
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
