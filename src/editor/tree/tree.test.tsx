import { waitFor, within } from '@tests/support/dom';
import { openPage } from '@tests/support/page';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { FilterButton } from './filter-button';
import { WorkflowTree } from './tree';

function FilteredTree() {
  const [isFiltering, setFiltering] = useState(false);
  return (
    <>
      <FilterButton isFiltering={isFiltering} onChange={setFiltering} />
      <WorkflowTree isFiltering={isFiltering} onFilterEnd={() => setFiltering(false)} />
    </>
  );
}

it('the tree is filtered, also in collapsed containers, and goes to what was found', async () => {
  const page = await openPage(
    `name: Notes
tasks:
  collect: { description: Collect }
  by_topic:
    type: group
    depends_on: [collect]
    subtasks:
      web_page: { name: Fetch the web page, description: Fetch }
      archive: { description: Look it up }
layout: { collapsed: [by_topic] }
`,
    { only: <FilteredTree /> },
  );
  const rows = () => within(page.all.getByRole('tree')).getAllByRole('treeitem');
  const selected = () => [...page.stores.view.getState().canvas.selection];
  const field = () => page.all.queryByRole('textbox', { name: 'Filter the tasks' });
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(field()).toBeNull();
  await page.press('Filter the tasks');
  const filter = await page.all.findByRole('textbox', { name: 'Filter the tasks' });
  expect(filter).toHaveFocus();
  await page.fill(filter, 'web');
  await waitFor(() => expect(rows()).toEqual([page.row('by_topic'), page.row('Fetch the web page')]));
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(selected()).toEqual(['by_topic/web_page']));
  await page.fill(filter, 'zzz');
  await page.all.findByText('No matching tasks.');
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(field()).toHaveFocus();
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(field()).toBeNull());
  await page.press('Filter the tasks');
  await page.fill(await page.all.findByRole('textbox', { name: 'Filter the tasks' }), 'web');
  await waitFor(() => expect(page.all.queryByText('collect')).toBeNull());
  await page.press('Filter the tasks');
  await waitFor(() => expect(rows()).toHaveLength(2));
  await page.user.click(page.row('collect'));
  expect(selected()).toEqual(['collect']);
});
