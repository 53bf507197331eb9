import { type App, expect } from './app';

/** The text of the open workflow in the storage of the browser, once it is there. */
export async function savedText(app: App): Promise<string> {
  let text: string | undefined;
  await expect.poll(async () => (text = await storedText(app))).toBeDefined();
  return text ?? '';
}

async function storedText(app: App): Promise<string | undefined> {
  const id = decodeURIComponent(new URL(app.page.url()).hash.split('/')[2] ?? '');
  const { workflows, revisions } = await app.dump('workflows', 'revisions');
  const open = (workflows as { id: string; revision: number }[]).find((workflow) => workflow.id === id);
  const saved = (revisions as { workflowId: string; revision: number; text: string }[]).find(
    ({ workflowId, revision }) => workflowId === id && revision === open?.revision,
  );
  return saved?.text;
}

/** Waits until the stored text contains this, and returns it. */
export async function expectSaved(app: App, part: string | RegExp): Promise<string> {
  const matches = expect.poll(() => savedText(app));
  await (typeof part === 'string' ? matches.toContain(part) : matches.toMatch(part));
  return savedText(app);
}

/** Waits until the stored text no longer contains this, and returns it. */
export async function expectNotSaved(app: App, part: string): Promise<string> {
  await expect.poll(() => savedText(app)).not.toContain(part);
  return savedText(app);
}
