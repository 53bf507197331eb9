import { isAccessible } from './support/accessible';
import { type App, expect, test } from './support/app';
import { expectSaved, savedText } from './support/saved-text';

const workflow = `heddle: 1
name: Writing
default_model: sim:echo
variables:
  READER: weavers
tasks:
  facts:
    type: script
    script:
      language: javascript
      content: |
        console.log(JSON.stringify({ title: "Looms", count: 3, tags: ["warp", "weft"] }))
  flow:
    type: sequential
    depends_on: [facts]
    steps:
      - id: notes
        description: Note for {{READER}}
      - id: each
        type: map
        items: { from: facts.output.tags }
        inner_task:
          name: say
          description: Say {{item}} plainly
  check:
    depends_on: [facts]
    description: Judge it
    condition: tasks.facts.output.count > 2
`;

const dialogOf = ({ page }: App) => page.getByRole('dialog');

async function openLarge(app: App, label: string): Promise<void> {
  await app.inspector.getByLabel(label, { exact: true }).click();
  await app.page.keyboard.press('Control+e');
  await expect(dialogOf(app).locator('[data-writing] .monaco-editor').first()).toBeVisible();
}

test('a prompt is written beside what it becomes with the values of the last run, at depth, and undone at once', {
  tag: '@main',
}, async ({ app, page }) => {
  await app.openText(workflow);
  expect(await app.run()).toBe('completed');
  await app.select('notes');
  await openLarge(app, 'Prompt');
  const dialog = dialogOf(app);
  await expect(dialog).toHaveAccessibleName('notes: Prompt');
  const becomes = dialog.getByRole('region', { name: 'What it becomes' });
  await expect(becomes).toContainText('Note for weavers');

  await page.keyboard.press('Control+End');
  await page.keyboard.type(' about {{facts.output.cou');
  const offers = page.getByRole('listbox', { name: 'Suggest' });
  await expect(offers.getByRole('option', { name: /facts\.output\.count.*3/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(becomes).toContainText('about 3');
  await expect(dialog.locator('[data-figures]')).toContainText(/own text \+ .* values/);
  await page.keyboard.type(' and {{nobody}}');
  await expect(becomes).toContainText('{{nobody}} no value yet');
  await expect(dialog.locator('.squiggly-error')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(becomes).not.toContainText('nobody');
  await page.keyboard.press('Control+Shift+z');
  await expect(becomes).toContainText('nobody');
  await page.keyboard.press('Control+End');
  for (let back = 0; back < ' and {{nobody}}'.length; back += 1) await page.keyboard.press('Backspace');

  await dialog.getByRole('radio', { name: 'Names' }).click();
  await expect(dialog.getByRole('button', { name: /facts\.output\.title.*Looms/ })).toBeVisible();
  await dialog.getByRole('radio', { name: 'Whole call' }).click();
  await expect(dialog.getByRole('region', { name: 'The whole call' })).toContainText('Prompt');
  await isAccessible(app, 'the large editor', '[role=dialog]');

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const prompt = app.inspector.getByLabel('Prompt', { exact: true });
  await expect(prompt).toHaveValue('Note for {{READER}} about {{facts.output.count}}');
  await expect(prompt).toBeFocused();
  await expectSaved(app, 'Note for {{READER}} about {{facts.output.count}}');
  await app.reload();
  await expectSaved(app, 'Note for {{READER}} about {{facts.output.count}}');
});

test('a text is tried on each item, an expression on the run, and a schema is a form beside its text', async ({
  app,
  page,
}) => {
  await app.openText(workflow);
  expect(await app.run()).toBe('completed');
  await app.select('say');
  await openLarge(app, 'Prompt');
  const dialog = dialogOf(app);
  const becomes = dialog.getByRole('region', { name: 'What it becomes' });
  await expect(becomes).toContainText('Say weft');
  await dialog.getByRole('button', { name: 'The run before' }).click();
  await expect(becomes).toContainText('Say warp');
  await dialog.getByRole('button', { name: 'Done' }).click();

  await app.select('check');
  await openLarge(app, 'Only if');
  const gives = dialog.getByRole('status', { name: 'What it gives' });
  await expect(gives).toHaveText('true');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('tasks.facts.output.tags.join');
  await page.keyboard.press('Control+Space');
  await expect(page.getByRole('listbox', { name: 'Suggest' }).getByRole('option', { name: /^join/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('", "');
  await expect(gives).toHaveText('warp, weft');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('tasks.facts.output.count > ');
  await expect(dialog.locator('.squiggly-error')).toBeVisible();
  await page.keyboard.type('9');
  await expect(gives).toHaveText('false');
  await page.keyboard.press('Control+e');
  await expect(dialog).toBeHidden();
  await expectSaved(app, 'condition: tasks.facts.output.count > 9');

  await app.inspector.getByRole('button', { name: 'Add an option' }).click();
  await app.inspector.getByRole('option', { name: /^Schema of the output/ }).click();
  await openLarge(app, 'Schema');
  await dialog.getByRole('button', { name: 'From an example' }).click();
  await dialog.getByLabel('Example, as JSON').fill('{"verdict": "good", "score": 7}');
  await dialog.getByRole('button', { name: 'Make the schema' }).click();
  await expect(dialog.getByLabel('Type of score')).toHaveValue('integer');
  await dialog.getByRole('group', { name: 'Field score' }).getByLabel('Required').click();
  await dialog.getByLabel('Choices of verdict').fill('good\nbad');
  await dialog.getByRole('button', { name: 'Add a field' }).click();
  await dialog.getByLabel('Name of field field_1').fill('why');
  await page.keyboard.press('Enter');
  await isAccessible(app, 'the form of a schema', '[role=dialog]');
  await expectSaved(app, 'enum: [good, bad]');
  const saved = await expectSaved(app, 'required: [verdict, why]');
  expect(saved).toMatch(/score:\s+type: integer/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  // What was made of it in the form is undone, redone, and in the form after a reload.
  await app.canvas.focus();
  await page.keyboard.press('Control+z');
  await expect.poll(() => savedText(app)).not.toContain('output_schema');
  await page.keyboard.press('Control+y');
  await expect.poll(() => savedText(app)).toBe(saved);
  await app.reload();
  await app.select('check');
  await openLarge(app, 'Schema');
  await expect(dialog.getByLabel('Type of score')).toHaveValue('integer');
  await expect(dialog.getByLabel('Choices of verdict')).toHaveValue('good\nbad');
});
