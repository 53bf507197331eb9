import { isAccessible } from './support/accessible';
import { expect, test } from './support/app';
import { Runs } from './support/runs';

/** Forty tasks side by side, each row after the one before. */
const tasks = Array.from({ length: 1000 }, (_, index) => {
  const after = index < 40 ? '' : `, depends_on: [t${index - 40}]`;
  return `  t${index}: { description: "Say ${index}", inject_context: false${after} }`;
});
const workflow = `heddle: 1
name: Large
default_model: sim:fast
max_concurrency: 64
tasks:
${tasks.join('\n')}
`;

test('two runs of 1,000 tasks are compared on a drawing that scrolls, and of which only what is in sight is drawn', async ({
  app,
  page,
}) => {
  await app.openText(workflow);
  expect(await app.run()).toBe('completed');
  await page.getByRole('button', { name: 'Filter the tasks' }).click();
  await page.getByRole('textbox', { name: 'Filter the tasks' }).fill('t500');
  await app.select('t500');
  await app.field('Prompt').fill('Say it otherwise');
  await app.isSaved();
  expect(await app.run()).toBe('completed');
  const runs = new Runs(app);
  await runs.open();
  await runs.act('Compare with run 1');
  const root = page.getByRole('main', { name: 'Compare runs' });
  const drawing = root.getByRole('region', { name: 'The tasks of both runs' });
  const drawn = drawing.getByRole('button');

  // It begins at what differs.
  const changed = drawing.getByRole('button', { name: 't500, changed' });
  await expect(changed).toBeInViewport({ timeout: 60_000 });
  await expect(changed).toHaveAttribute('aria-pressed', 'true');
  expect(await drawn.count()).toBeLessThan(200);
  await isAccessible(app, 'a large comparison');

  // By the wheel to the upper left corner, and by keyboard on from there.
  await drawing.hover();
  await page.mouse.wheel(-100_000, 0);
  await page.mouse.wheel(0, -100_000);
  const first = drawing.getByRole('button', { name: 't0, same' });
  await expect(first).toBeInViewport();
  await expect(changed).toHaveCount(0);
  await first.focus();
  await page.keyboard.press('Enter');
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  await expect(root.getByRole('listbox', { name: 'Tasks, rounds and items' }).getByRole('option')).not.toHaveCount(1);
  await drawing.focus();
  for (let step = 0; step < 4; step++) await page.keyboard.press('PageDown');
  await expect(first).not.toBeInViewport();
  await expect(drawn.first()).toBeVisible();
  expect(await drawn.count()).toBeLessThan(200);

  await page.reload();
  await expect(changed).toBeInViewport({ timeout: 60_000 });
  expect(app.errors).toEqual([]);
});
