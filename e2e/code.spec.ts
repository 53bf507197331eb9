import { expect, test } from './support/app';
import { Canvas } from './support/canvas';
import { Code } from './support/code';
import { expectSaved, savedText } from './support/saved-text';

const workflow = `heddle: 1 # the language
name: Code
default_model: sim:default
x-owner: me
tasks:
  first: # begins
    description: Say one
    x-note: kept
  second:
    description: Say two
layout:
  tasks:
    first: [0, 0]
    second: [280, 0]
`;

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('what is typed is on the canvas as one types, and in the inspector', async ({ app, page }) => {
  await app.openText(workflow);
  const code = new Code(app);
  await code.show('Both');
  await code.goTo(10);
  await code.paste('\n    depends_on: [first]\n  third:\n    description: Say three');
  await expect(app.edge('first', 'second')).toBeAttached();
  await new Canvas(app).expectTasks(3);
  await expect(app.row('third')).toBeVisible();
  await code.type(' and four');
  await expect(app.inspector.getByLabel('Prompt')).toHaveValue('Say three and four');
  await expect(code.root.getByRole('textbox')).toBeFocused();
  await app.isSaved();
  await expect(page.getByRole('button', { name: /problem/ })).toBeHidden();
});

test('edits of canvas and inspector are in the text at once, with comments and x- keys', async ({ app }) => {
  await app.openText(workflow);
  const code = new Code(app);
  const canvas = new Canvas(app);
  await code.show('Both');
  await canvas.zoom.getByRole('button', { name: 'Show everything' }).click();
  await canvas.connect('first', 'second');
  await expect(code.root).toContainText(/depends_on:\s\[first\]/);
  await app.select('first');
  await app.field('Prompt').fill('Say uno');
  await expect(code.root).toContainText(/description:\sSay\suno/);
  await app.field('Id').fill('start');
  await app.field('Id').press('Enter');
  await expect(code.root).toContainText(/depends_on:\s\[start\]/);
  await canvas.moveBy('second', 0, 40);
  const text = await expectSaved(app, /second: \[280, [1-9]/);
  expect(text).toContain('heddle: 1 # the language');
  expect(text).toContain('x-owner: me');
  expect(text).toContain('  start: # begins\n    description: Say uno\n    x-note: kept\n');
});

test('a text that does not parse leaves the last good canvas, says where, and refuses edits there', async ({
  app,
  page,
}) => {
  await app.openText(workflow);
  const code = new Code(app);
  await code.show('Both');
  await code.goTo(10);
  await code.paste('\n    depends_on: [first');
  await expect(code.root).toContainText('The canvas shows the last good state.');
  await expect(code.root).toContainText(/Line \d+: /);
  await expect(code.root.locator('.squiggly-error')).not.toHaveCount(0);
  const canvas = new Canvas(app);
  await canvas.expectTasks(2);
  await expect(app.inspector).toContainText('The code has mistakes.');
  await app.canvas.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(app.messages).toContainText('The code has mistakes.');
  await canvas.expectTasks(2);
  await code.goTo(11);
  await code.paste(']');
  await expect(app.edge('first', 'second')).toBeAttached();
  await expect(code.root).not.toContainText('The canvas shows the last good state.');
});

test('undo is one history across code and canvas', async ({ app, page }) => {
  await app.openText(workflow);
  const code = new Code(app);
  const canvas = new Canvas(app);
  await code.show('Both');
  const before = await savedText(app);
  await code.goTo(10);
  await code.paste('\n  third:\n    description: Say three');
  await canvas.expectTasks(3);
  await app.node('first').click();
  await page.keyboard.press('Delete');
  await canvas.expectTasks(2);
  await code.goTo(3);
  await code.type('2');
  await expectSaved(app, 'sim:default2');
  await page.keyboard.press('Control+z');
  await expectSaved(app, 'default_model: sim:default\n');
  await page.keyboard.press('Control+z');
  await canvas.expectTasks(3);
  await expect(app.row('first')).toBeVisible();
  await app.canvas.focus();
  await page.keyboard.press('Control+z');
  await canvas.expectTasks(2);
  await expect.poll(() => savedText(app)).toBe(before);
  await page.keyboard.press('Control+Shift+z');
  await canvas.expectTasks(3);
});

test('completion offers keys, values and names', async ({ app, page }) => {
  await app.openText(workflow);
  const code = new Code(app);
  await code.show('Code');
  await code.goTo(10);
  await page.keyboard.press('Enter');
  await code.type('de');
  const offers = page.getByRole('listbox', { name: 'Suggest' });
  await expect(offers.getByRole('option', { name: /^depends_on/ })).toBeVisible();
  await expect(offers.getByRole('option', { name: /^description/ })).toBeHidden();
  await page.keyboard.press('Escape');
  await code.type('pends_on: [');
  await page.keyboard.press('Control+Space');
  await expect(offers.getByRole('option', { name: /^first/ })).toBeVisible();
  await code.type('first');
  await page.keyboard.press('Escape');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await code.type('priority: ');
  await page.keyboard.press('Control+Space');
  await expect(offers.getByRole('option', { name: /^critical/ })).toBeVisible();
});

for (const { notation, before, after } of [
  { notation: 'YAML', before: 'model: ', after: '' },
  { notation: 'XML', before: '<model>', after: '</model>' },
] as const) {
  test(`completion offers models in ${notation}, of the workflow and known ones`, async ({ app, page }) => {
    await app.openText(workflow);
    const code = new Code(app);
    await code.show('Code', notation);
    await code.select('Say two');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await code.type(before);
    const offers = page.getByRole('listbox', { name: 'Suggest' });
    // Until the known names have loaded, there is nothing to suggest.
    await expect(async () => {
      await page.keyboard.press('Control+Space');
      await expect(offers.getByRole('option', { name: /^sim:default/ })).toBeVisible({ timeout: 2000 });
    }).toPass();
    await code.type('anthropic:claude-opus');
    await expect(offers.getByRole('option', { name: /^anthropic:claude-opus/ }).first()).toBeVisible();
    await expect(offers.getByRole('option', { name: /^sim:default/ })).toBeHidden();
    // Enter takes the first one: the list has to be that of all that was typed.
    await expect(offers.getByRole('option', { name: /^anthropic:claude-2/ })).toHaveCount(0);
    await page.keyboard.press('Enter');
    await code.type(after);
    await expect.poll(() => savedText(app)).toContain('model: anthropic:claude-opus');
  });
}

test('a hover explains a key', async ({ app, page }) => {
  await app.openText(workflow);
  const code = new Code(app);
  await code.show('Code');
  // On a busy machine the editor may not be ready for the first hover.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await code.root.getByText('default_model', { exact: true }).hover();
    await expect(page.getByRole('tooltip')).toContainText(/model/i, { timeout: 3000 });
  }).toPass();
});

test('the quick fix of an unknown key mends it', async ({ app, page }) => {
  await app.openStart();
  await app.openFile('typo.yaml', workflow.replace('    description: Say two', '    descripton: Say two'));
  await app.dialog.getByRole('button', { name: 'Open in the code view' }).click();
  const code = new Code(app);
  await expect(code.root.locator('.squiggly-error')).toHaveCount(1);
  await code.goTo(10);
  await page.keyboard.press('Home');
  await code.openFixes(/description/);
  await page.keyboard.press('Enter');
  await expectSaved(app, '    description: Say two');
  await expect(code.root.locator('.squiggly-error')).toHaveCount(0);
});

test('the editor follows the theme, and goes on as before', async ({ app, page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await app.openText(workflow);
  const code = new Code(app);
  await code.show('Code');
  const background = () =>
    code.root
      .locator('.monaco-editor-background')
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  const light = await background();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(background).not.toBe(light);
  await code.goTo(10);
  await code.type(' more');
  await expectSaved(app, 'description: Say two more');
  await page.keyboard.press('Enter');
  await code.type('pri');
  await expect(page.getByRole('option', { name: /^priority/ })).toBeVisible();
});

test('the cursor and the selection go together', async ({ app }) => {
  await app.openText(workflow);
  const code = new Code(app);
  await code.show('Both');
  await code.goTo(10);
  await expect(new Canvas(app).selected).toHaveText(['second']);
  await code.goTo(7);
  await expect(new Canvas(app).selected).toHaveText(['first']);
});
