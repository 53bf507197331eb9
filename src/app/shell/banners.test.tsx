import { waitFor } from '@tests/support/dom';
import { openPage, type Page } from '@tests/support/page';
import { PageCanvas } from '@tests/support/page-canvas';
import { expect, it, vi } from 'vitest';
import { AppError } from '@/base/errors';

const workflow = `name: Review
default_model: sim:echo
tasks:
  fetch: { description: Fetch }
  review: { description: Review it, depends_on: [fetch] }
`;

async function open(): Promise<Page> {
  const page = await openPage(workflow);
  await page.savedText();
  await page.select('fetch');
  return page;
}

const storedText = async ({ storage, stores }: Page) =>
  (await storage.workflows.load(stores.document.getState().id))?.text;
const savedState = (page: Page) => expect.poll(() => page.topBar.getByRole('status'));
const run = (page: Page) => page.press('Run', page.topBar);

it('an edit that the reader refuses is said, is not called saved, and is written when asked again, or taken back', async () => {
  const page = await open();
  const refusing = vi
    .spyOn(page.stores.services.documents, 'change')
    .mockRejectedValue(new AppError('INTERNAL', 'The reader is gone.'));
  const unwritten = 'The last edit is not in the code yet, and is not saved.';
  await page.fill(page.field('Prompt'), 'Fetch all of it');
  await page.all.findByText(unwritten);
  await savedState(page).toHaveTextContent('Not saved');
  expect(page.field('Prompt')).toHaveValue('Fetch all of it');
  expect(await storedText(page)).toContain('description: Fetch }');
  // Whatever waits for text and document to agree ends too.
  await run(page);
  await page.all.findByText('The run did not start.');

  await page.press('Undo the edit');
  await waitFor(() => expect(page.field('Prompt')).toHaveValue('Fetch'));
  await savedState(page).toHaveTextContent('Saved in this browser');
  await page.fill(page.field('Prompt'), 'Fetch a part');
  await page.all.findByText(unwritten);
  refusing.mockRestore();
  await page.press('Try again');
  await waitFor(() => expect(page.all.queryByText(unwritten)).toBeNull());
  await savedState(page).toHaveTextContent('Saved in this browser');
  expect(await storedText(page)).toContain('description: Fetch a part');
});

/** Stores another text under the open workflow, as another tab does of which this one has heard nothing. */
async function saveElsewhere({ storage, stores }: Page, prompt: string): Promise<void> {
  const stored = await storage.workflows.load(stores.document.getState().id);
  if (stored === undefined) throw new Error('Nothing is stored.');
  const text = workflow.replace('description: Fetch ', `description: ${prompt} `);
  await storage.workflows.save({ ...stored, text, basedOn: stored.revision });
}

it('a tab that heard nothing of another’s edit is told before it runs the old text', async () => {
  const page = await open();
  await saveElsewhere(page, 'Fetch the newest');
  await run(page);
  await page.all.findByText('Another tab has changed this workflow. Its change is shown now.', { exact: false });
  expect(await page.runs()).toEqual([]);
  await page.select('fetch');
  expect(page.field('Prompt')).toHaveValue('Fetch the newest');
  expect(await page.run()).toBe('completed');
});

it('a tab with an edit of its own is asked which of the two stays', async () => {
  const page = await open();
  await saveElsewhere(page, 'Theirs');
  await page.fill(page.field('Prompt'), 'Mine');
  await page.all.findByText('Another tab has saved this workflow.');
  await run(page);
  await page.all.findByText('The run did not start.');
  await page.press('Load the other');
  await page.select('fetch');
  await waitFor(() => expect(page.field('Prompt')).toHaveValue('Theirs'));
});

it('a task whose creation was undone is selected no longer, in no part of the screen', async () => {
  const page = await open();
  const canvas = new PageCanvas(page);
  canvas.choose();
  await canvas.add('atomic');
  await page.inspector.findByRole('heading', { level: 2, name: 'atomic_1' });
  await page.drawer.findByText(/atomic_1/);
  await canvas.press('Control+z');
  await waitFor(() => expect(page.all.queryAllByText(/atomic_1/)).toEqual([]));
});
