import { readFile, stat } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { isAccessible } from './support/accessible';
import { type App, expect, test } from './support/app';

const told = `
name: Told
default_model: harbour:small
tasks:
  tide: { description: Ask about the tide, limits: { max_output_tokens: 50 } }
  cargo: { description: Ask about the cargo, limits: { max_output_tokens: 50 } }
  report:
    description: Write the report
    depends_on: [tide]
    limits: { max_output_tokens: 50 }
    loop: { type: repeat, count: 2 }
max_concurrency: 1
`;
const tide = 'The tide is high at seven, and Émile waits. '.repeat(6).trim();
const cargo = 'The cargo is rope. '.repeat(6).trim();

/** What the calls were told, as a screen. */
const view = ({ page }: App): Locator => page.getByRole('main', { name: 'What calls were sent' });
const call = (app: App): Locator => view(app).getByRole('region', { name: 'Call', exact: true });

test('draws the windows of a run, to be walked through and opened by keyboard', async ({ app, page, server }) => {
  server.on({ match: 'Ask about the tide', reply: tide });
  server.on({ match: 'Ask about the cargo', reply: cargo });
  server.on({ match: 'Write the report', reply: 'All is well.' });
  await app.openText(told, { id: 'harbour', baseUrl: `${server.url}/v1` });
  expect(await app.run()).toBe('completed');
  await app.tab('Context');
  const plot = app.drawer.getByRole('slider', { name: /^Calls by the fill/ });
  await plot.focus();
  await plot.press('Home');
  await expect(plot).toHaveAttribute('aria-valuetext', /^Call 1 of 4, tide: \d+ tokens sent, window not known$/);
  await plot.press('ArrowRight');
  await expect(plot).toHaveAttribute('aria-valuetext', /^Call 2 of 4, cargo/);
  await isAccessible(app, 'the windows of a run');
  await plot.press('Enter');
  await expect(call(app)).toContainText('cargo');
  await isAccessible(app, 'a call');
  const calls = view(app).getByRole('tree', { name: 'Calls by task' });
  await expect(calls.getByRole('treeitem', { name: /^cargo: / })).toHaveAttribute('aria-selected', 'true');
  await calls.focus();
  await page.keyboard.press('Home');
  await expect(calls.getByRole('treeitem', { name: /^tide: / })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await app.drawer.getByRole('radio', { name: 'List' }).click();
  await expect(app.drawer.getByRole('treeitem', { name: /^report, 2 calls/ })).toBeVisible();
});

test('a long output is opened whole, page by page, and downloaded', async ({ app, page }) => {
  await app.openText(`
tasks:
  long:
    type: script
    script:
      language: javascript
      content: |
        let lines = '';
        for (let i = 0; i < 150000; i += 1) lines += 'line ' + i + ' of the tide table\\n';
        console.log(lines + 'the end');
`);
  expect(await app.run()).toBe('completed');
  const output = await app.output('long');
  await expect(output).toContainText(/Showing the last 1\.0 MB of 4\.\d MB/);
  await output.getByRole('button', { name: 'Open the whole output' }).click();
  const whole = app.dialog.getByRole('region', { name: 'Output of long' });
  await expect(whole).toContainText('line 0 of the tide table');
  expect(await whole.locator('pre').count()).toBeLessThan(8);
  // It takes the width of the window, and words are found in it without it being rendered.
  expect((await app.dialog.boundingBox())?.width).toBeGreaterThan((page.viewportSize()?.width ?? 0) * 0.9);
  const find = app.dialog.getByRole('searchbox', { name: 'Find in the text' });
  const found = app.dialog.getByRole('status');
  const mark = whole.locator('mark[aria-current]');
  await page.keyboard.press('Control+f');
  await expect(find).toBeFocused();
  await page.keyboard.type('LINE 14999');
  await expect(found).toHaveText('1 of 11');
  await expect(mark).toBeInViewport();
  await expect(whole).toContainText('line 14999 of the tide table');
  await page.keyboard.press('Shift+Enter');
  await expect(found).toHaveText('11 of 11');
  await expect(whole).toContainText('line 149999 of the tide table');
  await expect(mark).toBeInViewport();
  await app.dialog.getByRole('button', { name: 'Next match' }).click();
  await expect(found).toHaveText('1 of 11');
  await expect(mark).toBeInViewport();
  await find.fill('high water');
  await expect(found).toHaveText('Not found');
  await isAccessible(app, 'a search in a whole output');
  await page.keyboard.press('Escape');
  await expect(app.dialog).toBeHidden();

  await app.tab('Metrics');
  const row = app.drawer.getByRole('row').filter({ hasText: 'long' });
  await expect(row).toContainText('the end');
  await isAccessible(app, 'the metrics');
  const download = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Download the output of long' }).click();
  const file = await (await download).path();
  expect((await stat(file)).size).toBeGreaterThan(4_000_000);
  expect((await readFile(file, 'utf8')).slice(-8).trim()).toBe('the end');
});
