import { waitFor } from '@tests/support/dom';
import { openPage } from '@tests/support/page';
import { expect, it } from 'vitest';

const small = 'heddle: 1\nname: Small # what it is called\ntasks:\n  only: { description: Say one }\nx-owner: me\n';

/** A workflow that another tab has saved under a new name, without telling of it, before it was renamed here. */
async function conflict() {
  const page = await openPage(small);
  await page.savedText();
  const { id } = page.stores.document.getState();
  const { workflows } = page.storage;
  const stored = await workflows.load(id);
  if (stored === undefined) throw new Error('It is not stored.');
  const { revision: basedOn, history } = stored;
  await workflows.save({ id, name: 'Theirs', taskCount: 1, text: small.replace('Small', 'Theirs'), history, basedOn });
  await page.user.click(await page.topBar.findByRole('button', { name: /^Name of the workflow/ }));
  await page.fill(await page.topBar.findByLabelText('Name of the workflow'), 'Mine');
  await page.user.keyboard('{Enter}');
  await page.all.findByText('Another tab has saved this workflow.');
  expect(page.topBar.getByText('Not saved')).toBeInTheDocument();
  return { page, theirs: async () => (await workflows.load(id))?.text };
}

it('what another tab saved is not overwritten: what is here can be kept as a copy', async () => {
  const { page, theirs } = await conflict();
  await page.press('Keep mine as a copy');
  await page.isSaved('name: Mine (copy)');
  expect(await theirs()).toContain('name: Theirs');
});

it('or what is there be loaded', async () => {
  const { page, theirs } = await conflict();
  await page.press('Load the other');
  await waitFor(() => expect(page.stores.document.getState().document.name).toBe('Theirs'));
  expect(await page.savedText()).toBe(await theirs());
});
