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
const side = (app: App): Locator => view(app).getByRole('complementary', { name: 'Not included' });

/** Opens what the newest call of a task was told, from its output. */
async function openTold(app: App, label: string): Promise<void> {
  await app.select(label);
  await app.tab('Output');
  await app.drawer.getByRole('button', { name: 'What it was sent' }).click();
  await expect(call(app).getByRole('heading', { name: 'What this call was sent' })).toBeVisible();
}

test.describe('with a server that sees what it is sent', () => {
  test.beforeEach(async ({ app, server }) => {
    server.on({ match: 'Ask about the tide', reply: tide });
    server.on({ match: 'Ask about the cargo', reply: cargo });
    server.on({ match: 'Write the report', reply: 'All is well.' });
    await app.openText(told, { id: 'harbour', baseUrl: `${server.url}/v1` });
  });

  test('shows what a call was told, as the server received it', async ({ app, page, server }) => {
    await app.openModels();
    const place = await app.chooseProvider('harbour');
    await place.getByRole('button', { name: /^Windows/ }).click();
    await app.models.getByLabel('Tokens').fill('2,000');
    await app.models.getByRole('button', { name: 'Save the windows' }).click();
    await expect(place).toContainText('Windows: 1 set');
    await app.closeDialog();
    expect(await app.run()).toBe('completed');
    await openTold(app, 'report');

    const request = server.requests.findLast(({ prompt }) => prompt.includes('Write the report'));
    const events = await app.storedEvents();
    const requested = events.findLast((event) => event.kind === 'model.requested');
    const sent = requested?.kind === 'model.requested' ? (requested.data.window?.sent ?? 0) : 0;
    await expect(call(app)).toContainText(`${sent.toLocaleString('en')} tokens sent of a window of 2,000`);
    await expect(call(app).getByRole('img', { name: /^Window: / })).toContainText('limit 80 %');
    await expect(call(app)).toContainText('round 2');

    const part = call(app)
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: 'tide', exact: true }) });
    await expect(part).toContainText('1.00');
    await expect(part).toContainText('Direct dependency');
    await expect(part).toContainText(`${Buffer.byteLength(tide)} B`);
    await part.getByRole('button', { name: 'tide', exact: true }).click();
    expect(request?.prompt).toContain(tide);
    await expect(call(app).locator('pre')).toHaveText(tide);

    await call(app).getByRole('radio', { name: 'As sent' }).click();
    const texts = await call(app).locator('pre').allTextContents();
    expect(texts.slice(0, 2).join('\n')).toBe(request?.prompt);

    await call(app).getByRole('radio', { name: 'Against round 1' }).click();
    await expect(call(app).getByRole('row', { name: /tide/ })).toContainText('The same');
    await isAccessible(app, 'what a call was told');

    await page.keyboard.press('Escape');
    await expect(app.canvas).toBeVisible();
    await page.goBack();
    await expect(call(app)).toContainText('tokens sent');
  });

  test('tells why an output is left out; what is always kept or kept out is so in the next run', async ({
    app,
    server,
  }) => {
    const reported = () => server.requests.findLast(({ prompt }) => prompt.includes('Write the report'))?.prompt;
    expect(await app.run()).toBe('completed');
    await openTold(app, 'report');
    await expect(call(app)).toContainText('How much harbour:small can take is not known.');
    const left = side(app).getByRole('listitem').filter({ hasText: 'cargo' });
    await expect(left).toContainText('relevance 0.30');
    await expect(left).toContainText('Below the minimum relevance of 0.40.');
    expect(reported()).not.toContain(cargo);

    await left.getByRole('button', { name: 'Always keep cargo' }).click();
    await expect(left).toContainText('From the next run on it is always kept.');
    await call(app).getByRole('button', { name: 'Keep out tide' }).click();
    await expect(call(app).getByRole('button', { name: 'Keep out tide' })).toHaveAttribute('aria-pressed', 'true');
    await app.isSaved();
    expect(await app.run()).toBe('completed');
    expect(reported()).toContain(cargo);
    expect(reported()).not.toContain(tide);

    await openTold(app, 'report');
    const out = side(app).getByRole('listitem').filter({ hasText: 'tide' });
    await expect(out).toContainText('Kept out by you.');
    await out.getByRole('button', { name: 'Allow tide again' }).click();
    await expect(out).toContainText('From the next run on the rules decide again.');
    await app.topBar.getByRole('button', { name: 'Undo' }).click();
    await expect(out.getByRole('button', { name: 'Allow tide again' })).toBeVisible();
  });

  test('draws the windows of a run, to be walked through and opened by keyboard', async ({ app, page }) => {
    expect(await app.run()).toBe('completed');
    await app.tab('Context');
    const plot = app.drawer.getByRole('slider', { name: /^Calls by the fill/ });
    await plot.focus();
    await plot.press('Home');
    await expect(plot).toHaveAttribute('aria-valuetext', /^Call 1 of 4, tide: \d+ tokens sent, window not known$/);
    await plot.press('ArrowRight');
    await expect(plot).toHaveAttribute('aria-valuetext', /^Call 2 of 4, cargo/);
    await isAccessible(app, 'what a call was told');
    await plot.press('Enter');
    await expect(call(app)).toContainText('cargo');
    const calls = view(app).getByRole('tree', { name: 'Calls by task' });
    await expect(calls.getByRole('treeitem', { name: /^cargo: / })).toHaveAttribute('aria-selected', 'true');
    await calls.focus();
    await page.keyboard.press('Home');
    await expect(calls.getByRole('treeitem', { name: /^tide: / })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Escape');
    await app.drawer.getByRole('radio', { name: 'List' }).click();
    await expect(app.drawer.getByRole('treeitem', { name: /^report, 2 calls/ })).toBeVisible();
  });
});

test('a history is compacted by hand while the run goes on, held beside its originals, and put back', async ({
  app,
  server,
}) => {
  const long = 'A long way round the harbour. '.repeat(20);
  server.on({ match: 'Say first', reply: `${long}First.` });
  server.on({ match: 'Say second', reply: 'Second.', holdAfterChunks: 0, times: 1 });
  server.on({ match: 'Say third', reply: 'Third.' });
  server.on({ match: 'Say fourth', reply: 'Fourth.', holdAfterChunks: 0, times: 1 });
  server.on({ match: 'Say fifth', reply: 'Fifth.' });
  const reads = 'agent: reader, context: { mode: none }';
  await app.openText(
    `
name: Compacted
default_model: harbour:small
compaction: { trigger: manual, strategy: aggressive }
agents: { reader: { context_transfer: full } }
tasks:
  first: { description: Say first }
  second: { description: Say second, depends_on: [first], context: { mode: none } }
  third: { description: Say third, depends_on: [second], ${reads} }
  fourth: { description: Say fourth, depends_on: [third], ${reads} }
  fifth: { description: Say fifth, depends_on: [fourth], ${reads} }
`,
    { id: 'harbour', baseUrl: `${server.url}/v1` },
  );
  await app.start();
  await expect.poll(() => server.count('Say second')).toBe(1);
  await app.tab('Context');
  await app.drawer.getByRole('button', { name: 'Compact now' }).click();
  await expect(app.drawer.getByRole('button', { name: /^Compact now \(\d so far\)$/ })).toBeEnabled();
  server.release();
  await expect.poll(() => server.count('Say fourth')).toBe(1);
  const sent = (match: string) => server.requests.find(({ prompt }) => prompt.includes(match))?.prompt;
  expect(sent('Say third')).toContain('Task first completed: success');
  expect(sent('Say third')).not.toContain(long);

  await openTold(app, 'third');
  const card = side(app).getByRole('region', { name: 'Compaction of the history' });
  await expect(card).toContainText('aggressive, by template');
  await expect(card).toContainText('of first');
  await card.getByRole('button', { name: 'Compare whole' }).click();
  await expect(app.dialog.getByRole('region', { name: 'Before and after' })).toContainText(long.trim());
  await isAccessible(app, 'what a call was told');
  await app.closeDialog();
  await card.getByRole('button', { name: 'Restore the originals' }).click();
  await expect(card).toContainText('The originals are back');
  server.release();
  expect(await app.isOver()).toBe('completed');
  expect(sent('Say fifth')).toContain(long.trim());
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
  await isAccessible(app, 'what a call was told');
  const download = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Download the output of long' }).click();
  const file = await (await download).path();
  expect((await stat(file)).size).toBeGreaterThan(4_000_000);
  expect((await readFile(file, 'utf8')).slice(-8).trim()).toBe('the end');
});
