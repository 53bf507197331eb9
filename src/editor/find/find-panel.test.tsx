import { waitFor, within } from '@tests/support/dom';
import { openPage, type Page } from '@tests/support/page';
import { PageCanvas } from '@tests/support/page-canvas';
import { expect, it, vi } from 'vitest';
import { AppError } from '@/base/errors';

const workflow = `name: Fetching
default_model: sim:echo
tasks:
  fetch: { description: Fetch the pages }
  other: { description: Something else }
  gather:
    type: group
    depends_on: [fetch]
    subtasks:
      fetch_more: { description: "Go on from {{fetch}}", condition: 'tasks.fetch.status == "COMPLETE"' }
      sort: { type: script, script: { content: "echo fetch" }, depends_on: [fetch_more] }
`;

const panel = (page: Page) => within(page.all.getByRole('region', { name: 'Find and replace' }));
const row = (page: Page, text: string) =>
  waitFor(() => {
    const found = panel(page)
      .getAllByRole('treeitem')
      .find(({ textContent }) => textContent.includes(text));
    if (found === undefined) throw new Error(`“${text}” is not found.`);
    return found;
  });
const says = (page: Page, text: string | RegExp) =>
  expect.poll(() => panel(page).getByRole('status')).toHaveTextContent(text);

/** Opens the search by its keys, and types into it. */
async function find(page: Page, text: string): Promise<void> {
  await new PageCanvas(page).press('Control+f');
  await waitFor(() => expect(panel(page).getByLabelText('Find')).toHaveFocus());
  await page.user.keyboard(text);
}

/** Opens the field for what takes the place of what is found, and fills it in. */
async function replaceBy(page: Page, text: string): Promise<void> {
  await page.press('Replace', panel(page));
  await page.fill(await panel(page).findByLabelText('Replace with'), text);
}

it('what is left out stays, ids take their references along, and all that is replaced is one step', async () => {
  const page = await openPage(workflow);
  const canvas = new PageCanvas(page);
  const before = await page.savedText();
  await find(page, 'fetch');
  await says(page, /^7 found\.$/);
  await page.user.click(panel(page).getByRole('button', { name: 'Match case' }));
  await replaceBy(page, 'load');
  const inGroup = await row(page, 'Go on from');
  await waitFor(() => expect(inGroup.querySelector('ins')).toHaveTextContent('load'));
  expect(inGroup.querySelector('del')).toHaveTextContent('fetch');
  const box = (await row(page, 'echo')).querySelector('[data-box]');
  if (box) await page.user.click(box);
  await page.press(/^Replace \d+$/, panel(page));
  await says(page, /^Replaced 4 places\./);
  const after = await page.isSaved(/load_more:\s+description: Go on from \{\{load\}\}\s+condition: tasks.load.status/);
  expect(after).toContain('echo fetch');
  expect(after).toContain('depends_on: [load_more]');
  await page.press('Close the search', panel(page));
  expect(page.canvas).toHaveFocus();
  await canvas.press('Control+z');
  await expect.poll(() => page.savedText()).toBe(before);
  await canvas.press('Control+y');
  await expect.poll(() => page.savedText()).toBe(after);
});

it('keys go from one that is found to the next, and to the list, from which the field of it is opened', async () => {
  const page = await openPage(workflow);
  await find(page, 'fetch');
  await says(page, /^7 found\.$/);
  await page.user.keyboard('{Enter}{Enter}');
  await waitFor(() => expect([...page.stores.view.getState().canvas.selection]).toEqual(['fetch']));
  await page.user.keyboard('{ArrowDown}');
  expect(panel(page).getByRole('tree')).toHaveFocus();
  await page.user.keyboard('{End}{Enter}');
  await waitFor(() => expect(page.field('Script')).toHaveFocus());
});

it('what would be a mistake is refused at its place, and a wrong expression is said', async () => {
  const page = await openPage(workflow);
  await find(page, 'fetch');
  await page.press('Whole words', panel(page));
  await page.press('Names', panel(page));
  await replaceBy(page, 'nobody');
  await says(page, /^4 found\.$/);
  await page.user.keyboard('{Control>}{Enter}{/Control}');
  await says(page, /stayed: see the reason at each/);
  expect(await row(page, 'Go on from')).toHaveTextContent('nobody');
  expect(await page.isSaved('nobody the pages')).toContain('Go on from {{fetch}}');

  // An id that is taken.
  await page.press('Names', panel(page));
  await page.press('Prompts', panel(page));
  await page.fill(panel(page).getByLabelText('Replace with'), 'other');
  await row(page, 'There is a task “other” already.');

  await page.press('Regular expression', panel(page));
  await page.fill(panel(page).getByLabelText('Find'), '(');
  await panel(page).findByText(/^This is not a regular expression/);
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(page.all.queryByRole('region', { name: 'Find and replace' })).toBeNull());
});

it('replacing many says how far it is, and is cancelled', async () => {
  const page = await openPage(workflow);
  const { documents } = page.stores.services;
  vi.spyOn(documents, 'replaceTexts').mockImplementation((_query, _chosen, tell, signal) => {
    tell({ done: 1200, all: 3000 });
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new AppError('CANCELLED', 'The replacing was cancelled.')));
    });
  });
  const before = await page.savedText();
  await find(page, 'fetch');
  await replaceBy(page, 'load');
  await page.user.click(await panel(page).findByRole('button', { name: 'Replace all 7' }));
  await says(page, /Replacing… 1,200 of 3,000 tasks/);
  await page.press('Cancel', panel(page));
  await says(page, /^Cancelled\. Nothing was replaced\./);
  expect(await page.savedText()).toBe(before);
});

it('what is answered though it was cancelled meanwhile replaces nothing', async () => {
  const page = await openPage(workflow);
  const { documents } = page.stores.services;
  const { replaceTexts } = documents;
  vi.spyOn(documents, 'replaceTexts').mockImplementation(async (query, chosen, tell, signal) => {
    const made = await replaceTexts(query, chosen, () => {}, new AbortController().signal);
    tell({ done: 7, all: 7 });
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return made;
  });
  const before = await page.savedText();
  await find(page, 'fetch');
  await replaceBy(page, 'load');
  await page.user.click(await panel(page).findByRole('button', { name: 'Replace all 7' }));
  await says(page, /Replacing… 7 of 7 tasks/);
  await page.press('Cancel', panel(page));
  await says(page, /^Cancelled\. Nothing was replaced\./);
  expect(await page.savedText()).toBe(before);
});
