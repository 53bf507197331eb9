import { isAccessible } from './support/accessible';
import { type App, expect, test } from './support/app';

const flow = `heddle: 1
name: Many items
default_model: sim:fast
max_concurrency: 64
tasks:
  m:
    type: map
    items: [${Array.from({ length: 1300 }, (_, index) => `pear-${index + 1}`).join(', ')}]
    inner_task: { description: "Say {{item}}" }
`;

/** Goes to an item by its number, and reads what was made of it. */
async function isItem(app: App, number: number): Promise<void> {
  const field = app.drawer.getByRole('textbox', { name: 'Go to run, 1 to 1,300' });
  await field.fill(String(number));
  await field.press('Enter');
  await expect(field).toHaveValue(number.toLocaleString('en'));
  const picker = app.drawer.getByRole('group', { name: 'Run of the task' });
  await expect(picker).toContainText(`item ${number}`, { ignoreCase: true });
  await expect(app.drawer.getByRole('region', { name: /^Output of / })).toContainText(
    new RegExp(`pear-${number}(?!\\d)`),
  );
}

test('every item of a map of 1,300 can be gone to, also after a reload', async ({ app, page }) => {
  test.setTimeout(120_000);
  await app.openText(flow);
  await app.start();
  await expect.poll(async () => (await app.runs()).at(-1)?.status, { timeout: 90_000 }).toBe('completed');
  for (const turn of ['before', 'after'] as const) {
    if (turn === 'after') await app.reload();
    await page.locator('[data-task="m/inner_task"]').first().click();
    await app.tab('Output');
    await isItem(app, 3);
    await isItem(app, 704);
    await isItem(app, 4);
    await app.drawer.getByRole('button', { name: 'The run before' }).click();
    await expect(app.drawer.getByRole('region', { name: /^Output of / })).toContainText(/pear-3(?!\d)/);
    await isAccessible(app, `an item ${turn} the reload`);
  }
});
