import { expect, test } from './support/app';

const triage = `heddle: 1
name: Triage
default_model: sim:fast
inputs: { mail: { type: text, default: Order A-20418 came broken. } }
tasks:
  classify: { description: "Classify {{mail}}", options: { reply: refund } }
  answer: { description: "Answer {{mail}} as {{classify}}", depends_on: [classify], options: { reply: A-20418 is paid back. } }
`;

test('a run is kept as a test, which its recording and earlier runs answer', {
  tag: '@main',
}, async ({ app, page }) => {
  await app.openText(triage);
  expect(await app.run()).toBe('completed');
  await page.getByRole('button', { name: /^Actions of run 1/ }).click();
  await page.getByRole('menuitem', { name: 'Keep as a test' }).click();
  const form = page.getByRole('complementary', { name: 'Keep as a test' });
  await expect(form.getByText(/all hold in run 1$/)).toBeVisible();
  await form.getByRole('textbox', { name: 'Name' }).fill('refund');
  await form.getByRole('button', { name: 'Keep as a test' }).click();
  await expect(page.getByText('refund is a test now.')).toBeVisible();
  await page.getByRole('tab', { name: 'Files' }).click();
  await expect(page.getByTitle('/tests/refund.jsonl')).toBeVisible();
  await app.isSaved();
  await app.reload();

  await page.getByRole('tab', { name: 'Tests' }).click();
  await page.getByRole('button', { name: 'Run tests, asks nothing' }).click();
  await expect(page.getByText('1 passed', { exact: true })).toBeVisible();
});
