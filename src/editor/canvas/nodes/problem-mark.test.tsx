import { waitFor, within } from '@tests/support/dom';
import { openPage } from '@tests/support/page';
import { expect, it } from 'vitest';
import { addTaskAt } from '../../actions/add';

it('a task that was just added has no mark before its form is left, and has one then', async () => {
  const page = await openPage('name: New\ndefault_model: sim:echo\ntasks:\n  ask: { description: Ask. }\n');
  await page.all.findByRole('tree');
  await addTaskAt(page.stores, 'atomic');
  await waitFor(() => expect(page.stores.document.getState().diagnostics).toHaveLength(1));
  const row = within(page.row('atomic_1'));
  expect(row.queryByRole('img', { name: '1 problem' })).toBeNull();
  expect(page.topBar.queryByRole('button', { name: '1 problem' })).toBeNull();
  const prompt = await waitFor(() => page.field('Prompt'));
  prompt.focus();
  prompt.blur();
  await row.findByRole('img', { name: '1 problem' });
  await page.topBar.findByRole('button', { name: '1 problem' });
});
