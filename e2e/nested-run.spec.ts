import { expect, test } from './support/app';

test('how far a map is stands whole in the head of a narrow container', async ({ app, page }) => {
  await app.openText(`
tasks:
  each: { type: map, items: [Ulm, Bonn, Kiel], max_concurrency: 1, inner_task: { type: ask, message: "Go to {{item}}?", form: { why: { label: Why } } } }
`);
  await app.start();
  const question = page.getByRole('region', { name: 'Questions of the run' }).getByRole('group');
  await expect(question).toContainText('Go to Ulm?');
  await question.getByRole('textbox').fill('yes');
  await question.getByRole('button', { name: 'Answer' }).click();
  const map = app.canvas.getByRole('group', { name: /^each, / });
  await expect(map.getByRole('img', { name: 'Waits for you, 1 of 3 items' })).toBeVisible();
  await expect(map.getByText('1 of 3 items', { exact: true })).toBeInViewport({ ratio: 0.9 });
});
