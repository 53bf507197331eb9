import type { Locator } from '@playwright/test';
import { type Makers, startMakers } from './servers/makers/server';
import { isAccessible } from './support/accessible';
import { type App, test as base, expect } from './support/app';

const test = base.extend<{ makers: Makers }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  makers: async ({}, use) => {
    const makers = await startMakers();
    await use(makers);
    await makers.close();
  },
});

const thought = 'The tide tables come first, then the harbour, and then I say when it ebbs.';

/** A task whose model thinks, because an option of its provider demands it. */
const asks = (directives: string, more = '') => `
default_model: reef:claude-sonnet-5-5
tasks:
  ask:
    description: "When does it ebb? [think:${thought}] [reply:At noon.] ${directives}"
    options: { thinking: { type: adaptive, display: summarized } }
    ${more}
`;

async function open(app: App, makers: Makers, yaml: string): Promise<void> {
  await app.openText(yaml);
  await app.openModels();
  const protocol = 'Anthropic messages';
  await app.addProvider({ id: 'reef', baseUrl: makers.base.anthropic, protocol, needsKey: true });
  await app.giveKey('reef', 'key-of-the-reef');
  await app.closeDialog();
}

const fold = (within: Locator, name: string | RegExp = /^Thinking · \d+ tokens$/): Locator =>
  within.getByRole('button', { name });

test('thinking streams, folds when the answer begins, and stays readable after a reload', async ({ app, makers }) => {
  await open(app, makers, asks('[hold:thinking]'));
  await app.start();
  const output = await app.output('ask');
  await expect(fold(output, 'Thinking…')).toHaveAttribute('aria-expanded', 'false');
  await expect(output).toContainText('The tide tables come first');
  await app.isTask('ask', 'Thinking');
  await expect(app.node('ask')).toContainText(/Thinking.*The tide tables come first/);
  await isAccessible(app, 'what a model thought');

  makers.release();
  expect(await app.isOver()).toBe('completed');
  await expect(output).toContainText('At noon.');
  await expect(output).not.toContainText('tide tables');
  await expect(fold(output)).toHaveAttribute('aria-expanded', 'false');

  await app.reload();
  const later = await app.output('ask');
  await expect(later).not.toContainText('tide tables');
  await fold(later).focus();
  await app.page.keyboard.press('Enter');
  await expect(fold(later)).toHaveAttribute('aria-expanded', 'true');
  await expect(later).toContainText(thought);
  await app.page.keyboard.press('Space');
  await expect(fold(later)).toHaveAttribute('aria-expanded', 'false');
  await expect(later).not.toContainText('tide tables');
  await expect(app.drawer).toContainText(/tok out \(\d+ tok thinking\)/);
  await expect((await app.eventsOf('model.replied')).first()).toContainText(/tok out \(\d+ tok thinking\)/);
});

test('what was opened while it streamed stays open when the answer begins', async ({ app, makers }) => {
  await open(app, makers, asks('[hold:text]').replace('At noon.', 'At noon, by the harbour clock.'));
  await app.start();
  const output = await app.output('ask');
  await expect(output).toContainText('At noon');
  await fold(output, 'Thinking').click();
  await expect(output).toContainText(thought);
  makers.release();
  expect(await app.isOver()).toBe('completed');
  await expect(fold(output)).toHaveAttribute('aria-expanded', 'true');
  await expect(output).toContainText(thought);
  await isAccessible(app, 'what a model thought');
});

test('what was thought in earlier turns is told as such in what a call was told', async ({ app, makers, page }) => {
  await open(app, makers, asks('[tools:1]', 'tools: [note]'));
  expect(await app.run()).toBe('completed');
  const output = await app.output('ask');
  await expect(fold(output)).toHaveCount(1);
  const prompt = await app.output('ask', 'Prompt');
  await fold(prompt, 'Thinking').click();
  await expect(prompt).toContainText(thought);

  await app.drawer.getByRole('button', { name: 'What it was sent' }).click();
  const call = page
    .getByRole('main', { name: 'What calls were sent' })
    .getByRole('region', { name: 'Call', exact: true });
  await call.getByRole('button', { name: /^Turns before/ }).click();
  await expect(fold(call, 'Thinking')).toHaveAttribute('aria-expanded', 'false');
  await call.getByRole('radio', { name: 'As sent' }).click();
  const assistant = call
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Assistant' }) })
    .last();
  await expect(assistant).toContainText('note(');
  await expect(assistant).not.toContainText('tide tables');
  await fold(assistant, 'Thinking').click();
  await expect(assistant).toContainText(thought);
  await isAccessible(app, 'what a model thought');
});

test('a long thought is read in parts', async ({ app, makers }) => {
  const long = 'The tide rises and falls. '.repeat(1200).trim();
  await open(app, makers, asks('').replace(thought, long));
  expect(await app.run()).toBe('completed');
  const output = await app.output('ask');
  await fold(output, /^Thinking · [\d,]+ tokens$/).click();
  const more = output.getByRole('button', { name: /^Show [\d,]+ more of [\d,]+ characters$/ });
  await more.click();
  await expect(more).toHaveCount(0);
});

test('the simulated model thinks where it is asked to', async ({ app }) => {
  await app.openText(`
default_model: sim:writer
tasks:
  ask: { description: Say when the tide ebbs., reasoning_effort: high, options: { tokens_per_second: 40 } }
`);
  await app.start();
  await app.isTask('ask', 'Thinking');
  const output = await app.output('ask');
  await app.isTask('ask', 'Writing');
  expect(await app.isOver()).toBe('completed');
  await fold(output).click();
  await expect(output).toContainText('the tide');
});
