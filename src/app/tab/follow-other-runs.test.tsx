import { act, waitFor } from '@tests/support/dom';
import { openAtHarbour } from '@tests/support/page-runs';
import { expect, it } from 'vitest';
import { followOtherRuns } from './follow-other-runs';

const digest = `heddle: 1
name: Weekly digest
default_model: harbour:small
tasks:
  fetch: { description: Fetch it. }
`;
const other = 'heddle: 1\nname: Other\ntasks:\n  one: { description: First }\n';

it('a run of another workflow that ends is told once, leads there, and is told no more once that is seen', async () => {
  const { page, runs, server } = await openAtHarbour(digest);
  followOtherRuns(page.stores);
  server.on({ match: 'Fetch', status: 400, message: 'too odd', holdAfterChunks: 0 });
  const digestId = page.stores.document.getState().id;
  await runs.start();
  await waitFor(() => expect(server.count('Fetch')).toBe(1));
  await act(() => page.app.workflows.text(other));
  server.release();
  const told = await page.told();
  await told.findByText('Weekly digest failed: fetch.');
  expect(told.getAllByRole('listitem')).toHaveLength(1);
  await page.press('Show', told);
  await waitFor(() => expect(page.stores.document.getState().id).toBe(digestId));
  await waitFor(() => page.inspector.getByRole('heading', { level: 2, name: 'fetch' }));
  await waitFor(() => expect(told.queryByText(/^Weekly digest/)).toBeNull());

  // What the line of the run says is no message.
  server.on({ match: 'Fetch', status: 400, message: 'too odd' });
  expect(await runs.run()).toBe('failed');
  const line = await page.runLine();
  await line.findByText(/^Failed in/);
  expect(told.queryByText(/^Weekly digest/)).toBeNull();

  // A good end is told, too, for a while.
  server.on({ match: 'Fetch', reply: 'news', holdAfterChunks: 0 });
  await runs.start();
  await act(() => page.app.workflows.text(other.replace('Other', 'Third')));
  await waitFor(() => expect(server.count('Fetch')).toBe(3));
  server.release();
  await told.findByText('Weekly digest is done.');
});
