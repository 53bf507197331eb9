import type { App } from './app';

/** Shows all options of the selected task, and opens all folds in the inspector, and those within them. */
export async function unfold(app: App): Promise<void> {
  const add = app.inspector.getByRole('button', { name: 'Add an option', exact: true });
  await add.or(app.inspector.locator('details')).first().waitFor();
  if (await add.isVisible()) {
    await add.click();
    await app.inspector.getByRole('button', { name: 'Show all options' }).click();
  }
  const closed = app.inspector.locator('details:not([open]) > summary');
  for (let most = 100; most > 0 && (await closed.count()) > 0; most -= 1) await closed.first().click();
}
