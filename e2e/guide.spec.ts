import { expect, test } from './support/app';

// Each page of the guide has a section *Try it*: its steps, done as they are written.

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
  await page.keyboard.press('Shift+Alt+T');
  await expect(app.edge('atomic_1', 'script_1')).toBeAttached();
});

test('checkpoints', async ({ app, page }) => {
  await app.openText('heddle: 1\nname: Tides\ndefault_model: sim:fast\ntasks:\n  ask: { description: When? }\n');
  await page.keyboard.press('Control+s');
  await expect(app.messages).toContainText('“Checkpoint 1” is kept.');
  await app.select('ask');
  await app.field('Prompt').fill('When is high tide?');
  await app.field('Prompt').blur();
  await page.keyboard.press('Shift+Alt+C');
  await expect(page.getByRole('main', { name: 'Compare' })).toContainText('is high tide');
});

test('scripts', async ({ app }) => {
  await app.openText(`tasks:
  count:
    type: script
    script: { content: wc -w, stdin: Some words to count. }
`);
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
});

for (const [page, example, look] of [
  ['voting and pipelines', 'Pipeline', 'Steps'],
  ['director and evaluator', 'Director and evaluator', 'Iterations'],
] as const) {
  test(page, async ({ app, page: tab }) => {
    await app.openStart();
    await tab
      .getByRole('region', { name: 'See one task type at work' })
      .getByRole('button', { name: example, exact: true })
      .click();
    await app.isReady();
    expect(await app.run()).toBe('completed');
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
