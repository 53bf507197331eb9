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

test('the form offers functions while an expression is typed, and puts the chosen one in', async ({ app, page }) => {
  await app.openText(workflow);
  await app.select('second');
  const field = app.inspector.getByLabel('Only if');
  await field.click();
  await page.keyboard.type('tasks.first.content.star');
  const offers = page.getByRole('listbox', { name: 'Functions' });
  await expect(offers.getByRole('option')).toHaveText([/^text\.startsWith\(part\)/]);
  await page.keyboard.press('Enter');
  await expect(offers).toBeHidden();
  await page.keyboard.type('"a"');
  await expect(field).toHaveValue('tasks.first.content.startsWith("a")');
  await expect.poll(() => savedText(app)).toContain('condition: tasks.first.content.startsWith("a")');
  await page.keyboard.press('End');
  await page.keyboard.type(' && math.gr');
  await expect(offers.getByRole('option')).toHaveText([/^math\.greatest\(a, b\)/]);
  await page.keyboard.press('Escape');
  await expect(offers).toBeHidden();
});

test('a function that is called wrongly is marked before the run, in words of the form', async ({ app }) => {
  await app.openText(workflow);
  await app.select('second');
  const field = app.inspector.getByLabel('Only if');
  await field.fill('["a"].sort().trim() == "a"');
  await expect(app.inspector.getByText('“trim” is called as text.trim(), not as list.trim().')).toBeVisible();
  await field.fill('timestamp(tasks.first.content).getHours("Mars") > 8');
  await expect(app.inspector.getByText(/“Mars” is not a time zone/)).toBeVisible();
  await field.fill('tasks.first.content.size() > 3 ? true : null');
  await expect(app.inspector.getByText(/not a time zone|is called as/)).toBeHidden();
  await expect(field).not.toHaveAttribute('aria-invalid', 'true');
});

test('the code offers functions in an expression', async ({ app, page }) => {
  await app.openText(workflow);
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
