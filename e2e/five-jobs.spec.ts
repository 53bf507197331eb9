import type { Locator, Page } from '@playwright/test';
import { startToolServer } from './servers/tool-server';
import { type App, expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { expectSaved } from './support/saved-text';

/** A keyboard that counts. A chord is one key; words that a person writes for others are not counted. */
class CountedKeys {
  count = 0;

  constructor(private readonly page: Page) {}

  async press(...all: readonly string[]): Promise<void> {
    for (const keys of all) {
      this.count += 1;
      await this.page.keyboard.press(keys);
    }
  }

  /** Types what is looked for in a list, which counts. */
  async search(words: string): Promise<void> {
    this.count += words.length;
    await this.page.keyboard.type(words);
  }

  /** Types what a person would write in any program. */
  async write(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Presses a key until something holds. */
  async pressUntil(keys: string, holds: () => Promise<boolean>, most = 60): Promise<void> {
    for (let times = 0; times < most && !(await holds()); times += 1) await this.press(keys);
    expect(await holds()).toBe(true);
  }
}

const focusIsOn = (page: Page, selector: string) => () =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector);

/** Chooses a command by its words. */
async function command(keys: CountedKeys, app: App, words: string): Promise<void> {
  await keys.press('Control+k');
  const search = app.dialog.getByRole('combobox');
  await expect(search).toBeFocused();
  await keys.search(words);
  await expect(app.dialog.getByRole('option').first()).toHaveText(new RegExp(words, 'i'));
  await keys.press('Enter');
}

test.use({ isFirstVisit: true, viewport: { width: 1280, height: 800 } });

test('draw, plan, run, find and export by keyboard alone, in few keys', async ({ app, page }) => {
  const keys = new CountedKeys(page);
  const counts: Record<string, number> = {};
  const job = async (name: string, work: () => Promise<void>) => {
    const before = keys.count;
    await work();
    counts[name] = keys.count - before;
  };
  const canvas = new Canvas(app);
  await page.goto('./');
  await app.isReady();

  // From the page that has just loaded to two connected tasks with prompts.
  await job('draw', async () => {
    await keys.press('Shift+Alt+n');
    await canvas.expectTasks(0);
    await keys.pressUntil('F6', focusIsOn(page, '[data-canvas], [data-canvas] *'));
    for (const [index, prompt] of ['Say what a loom is', 'Shorten it'].entries()) {
      await keys.press('n');
      await expect(canvas.addMenu).toBeFocused();
      await keys.press('Enter');
      await canvas.expectTasks(index + 1);
      await expect(app.canvas).toBeFocused();
      await keys.press('Enter');
      await keys.pressUntil('Tab', () => app.field('Prompt').evaluate((field) => field === document.activeElement));
      await keys.write(prompt);
      await keys.press('Escape');
      await expect(app.canvas).toBeFocused();
    }
    await expect(app.edge('atomic_1', 'atomic_2')).toBeAttached();
  });
  await job('plan', async () => {
    await command(keys, app, 'plan');
    await expect(page.getByRole('main', { name: 'Plan' })).toContainText('atomic_1');
    await keys.press('Escape');
    await expect(app.canvas).toBeVisible();
  });

  await job('run', async () => {
    await keys.press('Control+Enter');
    expect(await app.isOver()).toBe('completed');
    await keys.pressUntil('F6', focusIsOn(page, '[data-region="drawer"] [role="tab"]'));
    await expect(app.drawer.getByRole('tabpanel', { name: 'Output' })).toContainText(/\w{3}/);
  });

  await job('find', async () => {
    await keys.press('Control+f');
    await expect(page.getByLabel('Find', { exact: true })).toBeFocused();
    await keys.search('shorten');
    await expect(page.getByRole('region', { name: 'Find and replace' }).getByRole('status')).toHaveText('1 found.');
    await keys.press('ArrowDown', 'Enter');
    await expect(app.field('Prompt')).toBeFocused();
    await expect(app.field('Prompt')).toHaveValue('Shorten it');
  });

  await job('export', async () => {
    await command(keys, app, 'export');
    await expect(app.dialog).toBeVisible();
    const saved = app.dialog.getByRole('button', { name: 'Download' });
    await expect(saved).toBeEnabled();
    await keys.pressUntil('Tab', () => saved.evaluate((button) => button === document.activeElement));
    const download = page.waitForEvent('download');
    await keys.press('Enter');
    await download;
  });
  const most = { draw: 10, plan: 7, run: 4, find: 10, export: 17 };
  expect(Object.keys(counts)).toEqual(Object.keys(most));
  for (const [name, keysAtMost] of Object.entries(most)) expect(counts[name], name).toBeLessThanOrEqual(keysAtMost);
});

/** Counts as a person would tell it: a click, a drag, a key chord and a field that is typed in are each one action. */
class CountedActions {
  count = 0;

  constructor(private readonly page: Page) {}

  async click(control: Locator, options: { readonly button?: 'right' } = {}): Promise<void> {
    this.count += 1;
    await control.click(options);
  }

  async press(keys: string): Promise<void> {
    this.count += 1;
    await this.page.keyboard.press(keys);
  }

  /** Puts the cursor into a field and types. Only what the field selects by itself is typed over. */
  async type(field: Locator, text: string): Promise<void> {
    this.count += 1;
    await field.click();
    await this.page.keyboard.type(text);
  }

  async drag(work: () => Promise<void>): Promise<void> {
    this.count += 1;
    await work();
  }
}

test.describe('by mouse, with the panels open', () => {
  test.use({ isFirstVisit: false, viewport: { width: 1440, height: 900 } });

  const dryRun = async (app: App) => {
    await app.page.getByRole('button', { name: 'Other ways to run' }).click();
    await app.page.getByRole('menuitem', { name: /^Dry run/ }).click();
    await expect(app.runLine).toContainText('Dry run, done.');
  };
  const hasNoProblem = async (app: App) => {
    await expect(app.inspector.locator('[aria-invalid="true"]')).toHaveCount(0);
    await expect(app.canvas.getByRole('img', { name: /\d problems?$/ })).toHaveCount(0);
    await expect(app.topBar.getByRole('button', { name: /problem/i })).toHaveCount(0);
  };
  const chooseType = (app: App, label: string) =>
    app.page.getByRole('listbox', { name: 'Task types' }).getByRole('option', { name: label, exact: true });

  test('a router of two prompts takes at most 9 actions, and its value is picked', async ({ app, page }) => {
    await app.openBlank();
    const person = new CountedActions(page);
    const canvas = new Canvas(app);
    await person.drag(async () => app.dragFromPalette('Atomic', await app.placeOnCanvas(0.2, 0.3)));
    await person.type(app.field('Prompt'), 'Is this a question or a fault?');
    await person.drag(async () => app.dragWire('atomic_1', await canvas.at(420, 200)));
    await person.click(chooseType(app, 'Condition'));
    const test = app.field('If, case 1');
    await person.type(test, 'atom');
    await expect(app.inspector.getByRole('option').first()).toContainText('atomic_1');
    await person.press('Enter');
    await person.drag(() => page.keyboard.type('.contains("fault")'));
    await person.type(app.field('Prompt, case 1'), 'Write to those who mend it.');
    await person.type(app.field('Prompt, else'), 'Answer the question.');
    expect(person.count).toBeLessThanOrEqual(9);
    await expectSaved(app, /test: .?tasks\.atomic_1\.output\.contains\("fault"\)/);
    await expectSaved(app, /description: "?Write to those who mend it\./);
    await expectSaved(app, /else:\s+(\{ )?description: "?Answer the question\./);
    await hasNoProblem(app);
    await dryRun(app);
    await app.isTask('condition_1', 'Simulated');
  });

  test('a map is pulled out of a port in 2 actions, and goes over the list that the task gives', async ({
    app,
    page,
  }) => {
    await app.openText(`default_model: sim:echo
tasks:
  list: { type: script, script: { language: javascript, content: "return [10, 20, 30]" } }
`);
    const person = new CountedActions(page);
    const canvas = new Canvas(app);
    await person.drag(async () => app.dragWire('list', await canvas.at(420, 200)));
    await person.click(chooseType(app, 'Map'));
    expect(person.count).toBeLessThanOrEqual(2);
    await expectSaved(app, /items: *\{ ?from: list ?\}|items:\n +from: list/);
    await hasNoProblem(app);
    await dryRun(app);
    expect(await app.run()).toBe('completed');
    expect(await (await app.output('map_1', 'JSON')).innerText()).toMatch(/10[\s\S]*20[\s\S]*30/);
  });

  test('a task is repeated until a judge accepts it in at most 4 actions', async ({ app, page }) => {
    await app.openText(`default_model: sim:echo
tasks:
  slogan: { description: Write a slogan for a night train. }
`);
    const person = new CountedActions(page);
    await person.click(app.node('slogan'), { button: 'right' });
    await person.click(page.getByRole('menuitem', { name: /^Repeat until a judge accepts/ }));
    await person.type(app.field('Prompt, evaluator'), 'Is it short, true and memorable?');
    expect(person.count).toBeLessThanOrEqual(4);
    await expectSaved(app, /evaluator:\s+(\{ )?description: "?Is it short, true and memorable\?/);
    await expectSaved(app, /max_iterations: 3/);
    await hasNoProblem(app);
    await dryRun(app);
    await app.isTask('slogan', 'Simulated');
  });

  test('an MCP server is added and saved in 3 actions, from its page and from the settings', async ({ app, page }) => {
    const server = await startToolServer();
    try {
      await app.openText('default_model: sim:echo\ntasks:\n  rest: { description: Rest. }\n');
      await app.canvas.focus();
      await page.keyboard.press('Escape');
      const tools = page.getByRole('main', { name: 'Tools' });
      const person = new CountedActions(page);
      await person.click(app.inspector.getByRole('button', { name: 'Add an MCP server' }));
      await expect(tools.getByLabel('Address')).toBeFocused();
      await person.type(tools.getByLabel('Address'), `${server.url}/mcp`);
      await person.click(tools.getByRole('button', { name: 'Add the server' }));
      expect(person.count).toBeLessThanOrEqual(3);
      await expect(tools.getByRole('option', { name: /^berth_of/ })).toBeVisible();
      await expectSaved(app, `${server.url}/mcp`);

      await person.click(tools.getByRole('button', { name: 'Add an MCP server' }));
      await person.type(tools.getByLabel('Address'), 'https://tools.example.org/mcp');
      await person.click(tools.getByRole('button', { name: 'Add the server' }));
      expect(person.count).toBeLessThanOrEqual(6);
      await expectSaved(app, 'https://tools.example.org/mcp');
    } finally {
      await server.close();
    }
  });

  test('an endpoint of one’s own with a key takes at most 5 actions', async ({ app, page }) => {
    const keys: (string | undefined)[] = [];
    await page.route('https://models.example.org/v1/models', (route) => {
      keys.push(route.request().headers().authorization);
      return route.fulfill({
        json: { data: [{ id: 'own-model' }] },
        headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      });
    });
    await app.openText('default_model: sim:echo\ntasks:\n  rest: { description: Rest. }\n');
    await app.openModels();
    const person = new CountedActions(page);
    await person.click(app.models.getByRole('button', { name: 'Add a provider' }));
    const form = app.models.getByRole('complementary', { name: 'Details' });
    await person.type(form.getByLabel('Base URL'), 'https://models.example.org/v1');
    await person.type(form.getByLabel('Key', { exact: true }), 'sk-right');
    await person.click(form.getByRole('button', { name: 'Add the provider' }));
    expect(person.count).toBeLessThanOrEqual(5);
    await expect(app.models.getByRole('table')).toContainText('own-model');
    expect(keys).toContain('Bearer sk-right');
  });

  test('what failed is mended, and only what is needed runs, in 1 action', async ({ app, page }) => {
    await app.openText(`default_model: sim:echo
tasks:
  facts: { description: Name a fact. }
  write: { type: script, depends_on: [facts], script: { language: javascript, content: "throw new Error('no')" } }
`);
    expect(await app.run()).toBe('failed');
    await app.select('write');
    await app.field('Script').fill('return 1');
    const person = new CountedActions(page);
    await person.press('Control+Enter');
    expect(person.count).toBe(1);
    expect(await app.isOver()).toBe('completed');
    await app.isTask('write', 'Done');
    expect((await app.storedEvents()).filter(({ kind }) => kind === 'model.requested')).toHaveLength(0);
  });
});
