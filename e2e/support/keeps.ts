import { type App, expect } from './app';
import { savedText } from './saved-text';

/** An edit that a person makes, and what the page shows of it. */
interface Edit {
  readonly act: () => Promise<unknown>;
  readonly shows: () => Promise<unknown>;
  /** How many steps of undo it is; left out: one. */
  readonly steps?: number;
}

/**
 * Makes an edit, which is undone to the letter, redone, there after a reload, and undone even then. It must be the
 * first of the history, and leaves what was there before.
 */
export async function keeps(app: App, edit: Edit): Promise<void> {
  const { act, shows, steps = 1 } = edit;
  const before = await savedText(app);
  await act();
  await shows();
  await expect.poll(() => savedText(app)).not.toBe(before);
  await app.isSaved();
  const after = await savedText(app);
  await press(app, 'Control+z', steps);
  await expect.poll(() => savedText(app)).toBe(before);
  await press(app, 'Control+y', steps);
  await expect.poll(() => savedText(app)).toBe(after);
  await shows();
  await app.isSaved();
  await app.reload();
  await shows();
  expect(await savedText(app)).toBe(after);
  await press(app, 'Control+z', steps);
  await expect.poll(() => savedText(app)).toBe(before);
}

/** Makes an edit, which is undone to the letter. */
export async function isUndone(app: App, edit: Edit): Promise<void> {
  const before = await savedText(app);
  await edit.act();
  await edit.shows();
  await expect.poll(() => savedText(app)).not.toBe(before);
  await press(app, 'Control+z', edit.steps ?? 1);
  await expect.poll(() => savedText(app)).toBe(before);
}

async function press(app: App, keys: string, times: number): Promise<void> {
  await app.canvas.focus();
  for (let count = 0; count < times; count += 1) await app.page.keyboard.press(keys);
}
