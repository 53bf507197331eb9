import type { App } from './app';

/** Opens all folds in the inspector, and the folds within them. */
export async function unfold(app: App): Promise<void> {
  await app.inspector.locator('details').first().waitFor();
  const closed = app.inspector.locator('details:not([open]) > summary');
  for (let most = 100; most > 0 && (await closed.count()) > 0; most -= 1) await closed.first().click();
}
