import { isAccessible } from './support/accessible';
import { type App, expect, test } from './support/app';
import { expectSaved } from './support/saved-text';

const workflow = `heddle: 1
name: Picking
default_model: sim:echo
tasks:
  facts:
    type: script
    script:
      language: javascript
      content: |
        console.log(JSON.stringify({ title: "Looms", tags: ["warp", "weft"] }))
  late: { description: Say late }
  check: { description: Judge it, depends_on: [facts] }
`;

const valuesOf = ({ drawer }: App, label: string) => drawer.getByRole('region', { name: `Values of ${label}` });

test('a value is picked in two actions, by its letters or by a press in the output, and a wire says what it carried', {
  tag: '@main',
}, async ({ app, page }) => {
  await app.openText(workflow);
  expect(await app.run()).toBe('completed');
  await app.select('check');
  const field = app.inspector.getByLabel('Only if', { exact: true });
  const offers = app.inspector.getByRole('listbox', { name: 'Names you can use here' });

  await field.click();
  await page.keyboard.type('size(tag');
  await expect(offers.getByRole('option').first()).toContainText('list of 2: ["warp","weft"]');
  await isAccessible(app, 'values that are offered');
  await page.keyboard.press('Enter');
  await page.keyboard.type(') > 1 && la');
  await expect(offers.getByRole('option').first()).toContainText('choosing it connects them');
  await page.keyboard.press('Enter');
  await page.keyboard.type(' != ""');
  await expectSaved(app, 'condition: size(tasks.facts.output.tags) > 1 && tasks.late.output != ""');
  await expect(app.edge('late', 'check')).toBeAttached();

  await page.keyboard.press('Control+a');
  const source = app.drawer.getByLabel('Values of', { exact: true });
  await source.selectOption('facts');
  await valuesOf(app, 'facts')
    .getByRole('button', { name: /^Insert tasks\.facts\.output\.title/ })
    .click();
  await expect(field).toHaveValue('tasks.facts.output.title');
  await expect(field).toBeFocused();
  await isAccessible(app, 'values that are picked');

  const prompt = app.inspector.getByLabel('Prompt', { exact: true });
  await prompt.click();
  await expect(app.drawer.getByRole('region', { name: 'Output of check' })).toBeVisible();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' by {{');
  await source.selectOption('facts');
  await valuesOf(app, 'facts').getByRole('button', { name: 'Unfold tags' }).click();
  await valuesOf(app, 'facts')
    .getByRole('button', { name: /^Insert facts\.output\.tags\[1\]/ })
    .click();
  await expectSaved(app, 'Judge it by {{facts.output.tags[1]}}');

  await app.edge('facts', 'check').locator('path').last().hover({ force: true });
  const carried = app.edge('facts', 'check').locator('foreignObject div');
  await expect(carried).toBeVisible();
  await expect(carried).toContainText('Object of 2 fields, 40 characters');
});

test('before any run an expression is judged by its types and schemas', async ({ app, page }) => {
  await app.openText(workflow);
  await app.select('check');
  await app.inspector.getByLabel('Only if', { exact: true }).click();
  await page.keyboard.press('Control+e');
  const gives = page.getByRole('dialog').getByRole('status', { name: 'What it gives' });
  await expect(page.getByRole('dialog').locator('[data-writing] .monaco-editor').first()).toBeVisible();
  await page.keyboard.type('size(tasks.facts.output.tags) > 1');
  await expect(gives).toHaveText('It gives true or false, by its types: tasks.facts has no value yet.');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('tasks.facts.outputs');
  await expect(gives).toContainText('“tasks.facts” has no field “outputs”');
});
