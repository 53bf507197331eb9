import { readFileSync } from 'node:fs';
import { startMakers } from './servers/makers/server';
import { type App, expect, test } from './support/app';
import { Code } from './support/code';
import { Compare } from './support/compare';
import { dropFile, pasteText } from './support/give-text';

// Each page of the guide has a section *Try it*: its steps, done as they are written.

/** The YAML example of a page of the guide, by its number; those in lists are indented. */
function exampleOf(page: string, number = 1): string {
  const text = readFileSync(new URL(`../docs/guide/${page}`, import.meta.url), 'utf8');
  const [, indent = '', example = ''] = [...text.matchAll(/^( *)```yaml\n([\s\S]*?)^ *```/gm)][number - 1] ?? [];
  return example.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}

/** Opens an example of the start page, and runs it. */
async function runExample(app: App, name: string): Promise<void> {
  await app.openStart();
  const examples = app.page.getByRole('region', { name: 'See one task type at work' });
  await examples.getByRole('button', { name, exact: true }).click();
  await app.isReady();
  expect(await app.run()).toBe('completed');
}

test('the first minute', async ({ app, page }) => {
  await app.open();
  await app.runButton().click();
  expect(await app.isOver()).toBe('completed');
  await app.select('write_notes');
  await app.drawer.getByRole('tab', { name: 'Output' }).click();
  await app.drawer.getByRole('radio', { name: 'Prompt' }).click();
  await expect(app.drawer).toContainText('Put the release notes');

  await app.topBar.getByRole('button', { name: 'Heddle, all workflows' }).click();
  await page.getByRole('button', { name: 'Blank workflow' }).click();
  await app.isReady();
  for (const x of [0.2, 0.5, 0.8]) await app.dragFromPalette('Atomic', await app.placeOnCanvas(x, 0.4));
  await app.connect('atomic_1', 'atomic_2');
  await app.connect('atomic_2', 'atomic_3');
  for (const id of ['atomic_1', 'atomic_2', 'atomic_3']) {
    await app.select(id);
    await app.field('Prompt').fill(id === 'atomic_1' ? 'Name a tide.' : 'Say more.');
  }
  await app.topBar.getByRole('button', { name: 'Plan' }).click();
  await expect(page.getByRole('main', { name: 'Plan' })).toContainText('atomic_3');
  await page.getByRole('main', { name: 'Plan' }).getByRole('button', { name: 'Canvas' }).click();
  expect(await app.run()).toBe('completed');
});

test('the canvas', async ({ app, page }) => {
  await app.openBlank();
  await app.canvas.dblclick({ position: { x: 200, y: 200 } });
  await page.getByRole('dialog').or(page.getByRole('listbox')).getByText('Atomic').first().click();
  await expect(app.node('atomic_1')).toBeVisible();
  await app.dragWire('atomic_1', await app.placeOnCanvas(0.7, 0.6));
  await page.getByRole('dialog').or(page.getByRole('listbox')).getByText('Script').first().click();
  await expect(app.edge('atomic_1', 'script_1')).toBeAttached();
  await page.keyboard.press('Escape');
  await app.canvas.focus();
  const placed = () =>
    app.node('script_1').evaluate((node) => node.closest<HTMLElement>('.react-flow__node')?.style.transform);
  const before = await placed();
  await page.keyboard.press('Shift+Alt+T');
  await expect.poll(placed).not.toBe(before);
  await page.keyboard.press('Control+z');
  await expect.poll(placed).toBe(before);
});

test('checkpoints', async ({ app, page }) => {
  await app.openText('heddle: 1\nname: Tides\ndefault_model: sim:fast\ntasks:\n  ask: { description: When? }\n');
  await page.keyboard.press('Control+s');
  await expect(app.messages).toContainText('“Checkpoint 1” is kept.');
  await app.select('ask');
  await app.field('Prompt').fill('When is high tide?');
  await app.field('Prompt').blur();
  await page.keyboard.press('Shift+Alt+C');
  const compare = new Compare(app);
  await expect(compare.root).toContainText('is high tide');
  await compare.act('Checkpoint 1', 'Restore');
  await expect(compare.root).not.toContainText('is high tide');
});

test('scripts', async ({ app }) => {
  await app.openText(exampleOf('scripts.md'));
  expect(await app.run()).toBe('completed');
  await expect(await app.output('count')).toHaveText('4');
});

test('contexts', async ({ app, page }) => {
  await app.openStart();
  await page.getByRole('button', { name: /Long outputs/ }).click();
  await app.isReady();
  expect(await app.run()).toBe('completed');
  await app.tab('Context');
  await expect(app.drawer).toContainText('% of the window');
  await app.drawer.getByRole('radio', { name: 'List' }).click();
  await app.drawer.getByRole('treeitem', { name: /^explain/ }).click();
  const call = page.getByRole('main', { name: 'What calls were sent' });
  await call.getByRole('tab', { name: /^Left out/ }).click();
  await call
    .getByRole('button', { name: /^Keep out/ })
    .first()
    .click();
});

for (const [page, example, look] of [
  ['voting and pipelines', 'Pipeline', 'Steps'],
  ['director and evaluator', 'Director and evaluator', 'Iterations'],
] as const) {
  test(page, async ({ app }) => {
    await runExample(app, example);
    await app.tree.getByRole('treeitem').first().click();
    await app.tab('Output');
    await app.drawer.getByRole('radio', { name: look }).click();
    await expect(app.drawer.getByRole('radio', { name: look })).toBeChecked();
  });
}

test('decomposition and drafting', async ({ app, page }) => {
  await app.openStart();
  await page.getByRole('button', { name: 'Draft with a model' }).click();
  await app.dialog.getByRole('textbox').first().fill('Compare three cities and recommend one.');
  await app.dialog.getByRole('button', { name: 'Draft', exact: true }).click();
  await app.dialog.getByRole('button', { name: 'Open it' }).click();
  await app.isReady();
});

test('a decomposition', async ({ app }) => {
  await runExample(app, 'Decompose');
  await app.tree.getByRole('treeitem').first().click();
  await app.tab('Output');
  await expect(app.drawer).toContainText('Decomposed into');
});

test('tasks in tasks', async ({ app }) => {
  await runExample(app, 'Map');
  await app.select('answers');
  await app.tab('Output');
  await app.drawer
    .getByRole('region', { name: 'Parts' })
    .getByRole('button', { name: /item 2/ })
    .click();
  await expect(app.drawer.getByRole('tabpanel')).toContainText('question 1');
});

test('the library', async ({ app }) => {
  await runExample(app, 'Call');
  await app.canvas.click({ position: { x: 8, y: 8 } });
  await app.inspector.getByRole('region', { name: 'Library' }).getByText('greeting').click();
  await expect(app.inspector).toContainText('Criteria by which it is found');
});

test('attachments', async ({ app, page }) => {
  await app.openBlank();
  await app.dragFromPalette('Atomic', await app.placeOnCanvas(0.5, 0.4));
  await app.select('atomic_1');
  await app.field('Prompt').fill('What does the plan lack?');
  const chooser = page.waitForEvent('filechooser');
  await app.inspector.getByRole('button', { name: 'Add files' }).click();
  await (await chooser).setFiles({ name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# A plan') });
  await expect(app.inspector.getByRole('button', { name: 'Remove /notes.md' })).toBeVisible();
  expect(await app.run()).toBe('completed');
  await expect(await app.output('atomic_1', 'Prompt')).toContainText('# A plan');
});

test('the code', async ({ app, page }) => {
  await app.openText(exampleOf('code.md'));
  const code = new Code(app);
  await code.show('Both');
  await app.select('write');
  await code.select('Write release notes');
  await page.keyboard.type('Write short notes');
  await expect(app.field('Prompt')).toHaveValue('Write short notes for {{fetch}}.');
  await code.select('description');
  await page.keyboard.type('descripton');
  await expect(code.root.locator('.squiggly-error')).toHaveCount(1);
  await code.openFixes(/description/);
  await page.keyboard.press('Enter');
  await expect(code.root.locator('.squiggly-error')).toHaveCount(0);
});

test('import and export', async ({ app, page }) => {
  await app.open();
  await app.topBar.getByRole('button', { name: 'Export' }).click();
  await app.dialog.getByRole('radio', { name: 'XML' }).click();
  const download = page.waitForEvent('download');
  await app.dialog.getByRole('button', { name: /^Download/ }).click();
  const file = await download;
  const text = readFileSync(await file.path(), 'utf8');
  await app.closeDialog();
  await dropFile(page, file.suggestedFilename(), '', text);
  await expect.poll(async () => (await app.dump('workflows'))['workflows']?.length).toBe(2);
  await app.isReady();
});

test('the language', async ({ app, page }) => {
  await app.openStart();
  await pasteText(page, exampleOf('language.md', 2));
  await app.isReady();
  await page.getByRole('radio', { name: 'Code' }).click();
  await expect(page.getByRole('region', { name: 'Code' })).toContainText('summarize');
});

test('memory', async ({ app, page }) => {
  await app.openBlank();
  await page.getByRole('tablist', { name: 'Left panel' }).getByRole('tab', { name: 'Files' }).click();
  const files = page.getByRole('tabpanel', { name: 'Files' });
  const chooser = page.waitForEvent('filechooser');
  await files.getByRole('button', { name: 'Add files' }).click();
  await (await chooser).setFiles({ name: 'tides.md', mimeType: '', buffer: Buffer.from('High tide is at 14:20.') });
  await files.getByRole('option', { name: /tides/ }).click();
  await files.getByLabel('Description').fill('when the tide is high');
  await files.getByLabel('Description').blur();
  await page.getByRole('tab', { name: 'Tasks', exact: true }).click();
  await app.dragFromPalette('Memory match', await app.placeOnCanvas(0.3, 0.4));
  await app.select('match_1');
  await app.field('Look for').fill('When is high tide?');
  await app.dragFromPalette('Atomic', await app.placeOnCanvas(0.7, 0.4));
  await app.select('atomic_1');
  await app.field('Prompt').fill('Answer from {{match_1.output.context}}');
  await app.connect('match_1', 'atomic_1');
  expect(await app.run()).toBe('completed');
  await expect(await app.output('atomic_1', 'Prompt')).toContainText('High tide is at 14:20.');
});

test('runs', async ({ app, page }) => {
  await app.openStart();
  await page
    .getByRole('button', { name: /Release notes/ })
    .first()
    .click();
  await app.isReady();
  await app.topBar.getByRole('button', { name: 'Plan' }).click();
  const plan = page.getByRole('main', { name: 'Plan' });
  await expect(plan).toContainText('nothing was sent');
  await plan.getByRole('button', { name: 'Canvas' }).click();
  expect(await app.run()).toBe('completed');
  await app.tab('Timeline');
  await app.tab('Output');
  await page.getByRole('tablist', { name: 'Left panel' }).getByRole('tab', { name: 'Runs' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Runs' }).getByRole('option', { name: /Done Run 1/ })).toBeVisible();
});

test('tools', async ({ app, page }) => {
  await app.openText(exampleOf('tools.md'));
  await app.topBar.getByRole('button', { name: 'Tools', exact: true }).click();
  const tools = page.getByRole('main', { name: 'Tools' });
  await tools.getByRole('option', { name: /count_words/ }).click();
  await tools.getByLabel('text', { exact: true }).fill('one two three');
  await tools.getByRole('button', { name: 'Call', exact: true }).click();
  await expect(tools.getByRole('region', { name: 'Result' })).toContainText('3');
});

test('models', async ({ app, page }) => {
  const makers = await startMakers({ keys: { openai: 'sk-right' } });
  await page.route('https://api.openai.com/**', async (route) => {
    const url = route.request().url().replace('https://api.openai.com/v1', makers.base.openai);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  await app.openText('default_model: openai:gpt-6-luna\ntasks:\n  ask: { description: When is high tide? }\n');
  await app.openModels();
  const form = await app.chooseProvider('OpenAI');
  await form.getByLabel('Key of OpenAI').fill('sk-right');
  await form.getByRole('button', { name: 'Save and get its list' }).click();
  await expect(app.provider('OpenAI')).toContainText('Connected');
  const model = app.models.getByRole('table').getByRole('rowheader', { name: 'gpt-6-luna', exact: true });
  await model.getByRole('button').click();
  const connection = app.models.getByRole('region', { name: 'Connection' });
  await connection.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(connection).toContainText('Answers, streams');
  await app.closeDialog();
  expect(await app.run()).toBe('completed');
  await makers.close();
});
