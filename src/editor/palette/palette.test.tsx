import { within } from '@tests/support/dom';
import { openPage } from '@tests/support/page';
import { expect, it } from 'vitest';

const text = 'heddle: 1\nname: Palette\ntasks:\n  a:\n    description: x\n';

it('has six types in sight, the others folded, and remembers that they were wanted', async () => {
  const page = await openPage(text, { isFirstVisit: true });
  const list = await page.all.findByRole('list', { name: 'Task types' });
  const names = () =>
    within(list)
      .getAllByRole('button')
      .map((button) => button.textContent.replace(/^(.+)\1$/, '$1'));
  expect(names()).toEqual([
    'Atomic',
    'Script',
    'Condition',
    'Ask a person',
    'Map',
    'Director and evaluator',
    '8 more types',
  ]);
  await page.press('8 more types');
  expect(names()).toHaveLength(15);
  expect(names()).toContain('Pipeline');
  await page.reload();
  await page.all.findByRole('button', { name: '8 more types', expanded: true });
});

it('searches all types, and says of each what it is for', async () => {
  const page = await openPage(text, { isFirstVisit: true });
  const search = await page.all.findByRole('textbox', { name: 'Search task types' });
  await page.fill(search, 'items');
  const rows = within(page.all.getByRole('list', { name: 'Task types' })).getAllByRole('button');
  expect(rows.map((row) => row.querySelector('small')?.textContent)).toEqual([
    'The same task for each item, in parallel',
    'Joins items into one result, in order',
  ]);
});
