import { expect, test } from './support/app';
import { Code } from './support/code';
import { savedText } from './support/saved-text';

const workflow = `heddle: 1
name: Expressions
default_model: sim:default
tasks:
  first:
    description: Say one
  second:
    description: Say two
    depends_on: [first]
`;

test('the form and the code offer functions in an expression', async ({ app, page }) => {
  await app.openText(workflow);
  await app.select('second');
  const field = app.inspector.getByLabel('Only if');
  await field.click();
  await page.keyboard.type('tasks.first.content.star');
  await expect(page.getByRole('listbox', { name: 'Functions' })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('"a"');
  await expect(field).toHaveValue('tasks.first.content.startsWith("a")');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect.poll(() => savedText(app)).not.toContain('condition');

  const code = new Code(app);
  await code.show('Code');
  await code.goTo(9);
  await page.keyboard.press('Enter');
  await code.type('condition: tasks.first.content.star');
  const offers = page.getByRole('listbox', { name: 'Suggest' });
  await expect(async () => {
    await page.keyboard.press('Control+Space');
    await expect(offers.getByRole('option', { name: /^startsWith/ })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect.poll(() => savedText(app)).toContain('condition: tasks.first.content.startsWith');
});
