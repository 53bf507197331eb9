import type { BrowserContext } from '@playwright/test';
import { type App, expect, test } from './support/app';
import { savedText } from './support/saved-text';

const review = `
name: Review
default_model: sim:echo
tasks:
  fetch: { description: Fetch }
  review: { description: Review it, depends_on: [fetch] }
`;

/** While the page has `refuses` set, the worker that holds the text gets changes that it must refuse. */
async function spoilChanges({ page }: App): Promise<void> {
  await page.addInitScript(() => {
    const Native = Worker;
    window.Worker = class extends Native {
      readonly #isReader: boolean;

      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        this.#isReader = options?.name === 'documents';
      }

      override postMessage(message: unknown, transfer?: unknown): void {
        const call = message as { readonly path?: readonly string[] };
        const isSpoiled = this.#isReader && call.path?.[0] === 'change' && 'refuses' in window;
        const sent = isSpoiled ? { ...call, argumentList: [{ type: 'RAW', value: null }] } : message;
        super.postMessage(sent, transfer as StructuredSerializeOptions);
      }
    };
  });
}

test.describe('an edit that the reader refuses', () => {
  test.beforeEach(async ({ app }) => {
    await spoilChanges(app);
    await app.openText(review);
    await app.select('fetch');
    await app.page.evaluate(() => Object.assign(window, { refuses: true }));
    await app.field('Prompt').fill('Fetch all of it');
  });

  test('is said, is not called saved, and is written when asked again', async ({ app }) => {
    const banner = app.page.getByText('The last edit is not in the code yet, and is not saved.');
    await expect(banner).toBeVisible();
    await expect(app.topBar.getByRole('status')).toHaveText('Not saved');
    await expect(app.field('Prompt')).toHaveValue('Fetch all of it');
    expect(await savedText(app)).not.toContain('Fetch all of it');
    // Whatever waits for text and document to agree ends too.
    await app.runButton().click();
    await expect(app.page.getByText('The run did not start.')).toBeVisible();

    await app.page.evaluate('delete window.refuses');
    await app.page.getByRole('button', { name: 'Try again' }).click();
    await expect(banner).toBeHidden();
    await app.isSaved();
    expect(await savedText(app)).toContain('description: Fetch all of it');
  });

  test('can be taken back, and others follow it', async ({ app }) => {
    await app.page.getByRole('button', { name: 'Undo the edit' }).click();
    await expect(app.field('Prompt')).toHaveValue('Fetch');
    await app.isSaved();
    await app.page.evaluate('delete window.refuses');
    await app.field('Prompt').fill('Fetch a part');
    await app.isSaved();
    expect(await savedText(app)).toContain('description: Fetch a part');
  });
});

test('a reload right after the last key loses nothing, and undo knows it', async ({ app }) => {
  await app.openText(review);
  await app.select('review');
  await app.field('Prompt').click();
  await app.page.keyboard.press('End');
  await app.page.keyboard.type(' with care');
  await app.page.reload();
  await app.isReady();
  await app.select('review');
  await expect(app.field('Prompt')).toHaveValue('Review it with care');
  expect(await savedText(app)).toContain('Review it with care');
  await app.canvas.focus();
  // The part saved while typing and the rest may be one step each.
  await expect(async () => {
    await app.page.keyboard.press('Control+z');
    await expect(app.field('Prompt')).toHaveValue('Review it', { timeout: 1000 });
  }).toPass();
});

async function secondTab(app: App, context: BrowserContext): Promise<App> {
  const second = app.inTab(await context.newPage());
  await second.page.goto(app.page.url());
  await second.isReady();
  await second.select('fetch');
  return second;
}

test('a tab without edits of its own follows what another has saved, and runs that', async ({ app, context }) => {
  await app.openText(review);
  await app.select('fetch');
  const second = await secondTab(app, context);
  await app.field('Prompt').fill('Fetch the newest');
  await app.isSaved();
  await expect(second.field('Prompt')).toHaveValue('Fetch the newest');
  await second.field('Prompt').fill('Fetch the very newest');
  await second.isSaved();
  await expect(app.field('Prompt')).toHaveValue('Fetch the very newest');
  expect(await app.run()).toBe('completed');
  await app.canvas.focus();
  await app.page.keyboard.press('Control+z');
  await expect(app.field('Prompt')).toHaveValue('Fetch the newest');
  await expect(second.field('Prompt')).toHaveValue('Fetch the newest');
});

test('a tab that heard nothing of another’s edit is told before it runs the old text', async ({ app, context }) => {
  await app.openText(review);
  // As in a browser that delays messages to sleeping tabs.
  await context.addInitScript(() => {
    BroadcastChannel.prototype.postMessage = () => undefined;
  });
  const second = await secondTab(app, context);
  await second.field('Prompt').fill('Fetch the newest');
  await second.isSaved();
  await app.runButton().click();
  await expect(app.page.getByText('Another tab has changed this workflow.')).toBeVisible();
  expect(await app.runs()).toEqual([]);
  await app.select('fetch');
  await expect(app.field('Prompt')).toHaveValue('Fetch the newest');
  expect(await app.run()).toBe('completed');
});

test('a tab with an edit of its own is asked which of the two stays', async ({ app, context }) => {
  await app.openText(review);
  await context.addInitScript(() => {
    BroadcastChannel.prototype.postMessage = () => undefined;
  });
  const second = await secondTab(app, context);
  await second.field('Prompt').fill('Theirs');
  await second.isSaved();
  await app.select('fetch');
  await app.field('Prompt').fill('Mine');
  await expect(app.page.getByText('Another tab has saved this workflow.')).toBeVisible();
  await app.runButton().click();
  await expect(app.page.getByText('The run did not start.')).toBeVisible();
  await app.page.getByRole('button', { name: 'Load the other' }).click();
  await app.select('fetch');
  await expect(app.field('Prompt')).toHaveValue('Theirs');
});

test('a task whose creation was undone is selected no longer, in no part of the screen', async ({ app, page }) => {
  await app.openText(review);
  await app.canvas.focus();
  await page.keyboard.press('n');
  await page.keyboard.type('atomic');
  await page.keyboard.press('Enter');
  await expect(app.inspector.getByRole('heading', { level: 2 })).toHaveText('atomic_1');
  await expect(app.drawer).toContainText('atomic_1');
  await app.canvas.focus();
  await page.keyboard.press('Control+z');
  await expect(app.inspector.getByRole('heading', { name: 'atomic_1' })).toBeHidden();
  await expect(app.drawer).not.toContainText('atomic_1');
});
