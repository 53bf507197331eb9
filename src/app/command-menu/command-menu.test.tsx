import { waitFor } from '@tests/support/dom';
import { openPage, type Page } from '@tests/support/page';
import { expect, it, onTestFinished, vi } from 'vitest';

const notes = `heddle: 1
name: Notes
default_model: sim:default
tasks:
  collect: { description: Collect }
  by_topic:
    type: group
    depends_on: [collect]
    subtasks:
      web_page: { name: Fetch the web page, description: Fetch }
      archive: { description: Look it up }
`;

/** Opens the menu by its key, and searches. */
async function search(page: Page, text: string): Promise<void> {
  await page.user.keyboard('{Control>}k{/Control}');
  const field = await page.all.findByRole('combobox', { name: 'Search everything' });
  await page.fill(field, text);
}
/** The row that Enter opens, once it says this. */
const chosen = (page: Page, says: string | RegExp) =>
  waitFor(() => expect(page.dialog.getByRole('option', { selected: true })).toHaveTextContent(says));
async function enter(page: Page): Promise<void> {
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(page.all.queryByRole('dialog')).toBeNull());
}
const isOpen = (page: Page, name: string) =>
  waitFor(() => expect(page.topBar.getByRole('heading')).toHaveTextContent(name));

it('finds and runs actions, tasks at any depth, settings and runs', async () => {
  const page = await openPage(notes);
  await page.all.findByRole('tree');

  // What cannot be run says what it needs; the arrows pass over it.
  await search(page, 'undo');
  const undo = await page.dialog.findByRole('option', { name: /^Undo/ });
  expect(undo).toHaveAttribute('aria-disabled', 'true');
  expect(undo).toHaveTextContent('Nothing to undo');
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(page.all.queryByRole('dialog')).toBeNull());

  // A task within a group, by the words of its name and of its place.
  await search(page, 'web');
  await chosen(page, /Fetch the web page.*Atomic in by_topic.*Task/);
  await enter(page);
  await waitFor(() => expect(page.row('Fetch the web page')).toHaveAttribute('aria-selected', 'true'));

  // An action on it, with its key beside it; then undone by the menu too.
  await search(page, 'disable');
  await chosen(page, /Disable or enable.*D/);
  await enter(page);
  await page.isSaved(/web_page:.*disabled: true/);
  await search(page, 'undo');
  await chosen(page, /^Undo/);
  await enter(page);
  await page.isSaved('web_page: { name: Fetch the web page, description: Fetch }');

  // From the menu of the page: a setting within a closed section.
  await page.press('More', page.topBar);
  await page.user.click(await page.all.findByRole('menuitem', { name: /Search everything/ }));
  await page.fill(await page.all.findByRole('combobox', { name: 'Search everything' }), 'parallel');
  await page.user.click(await page.dialog.findByRole('option', { name: /^Calls at once/ }));
  await waitFor(() => expect(document.querySelector('[name="maxConcurrency"]')).toHaveFocus());
  await search(page, 'theme dark');
  await chosen(page, /dark/i);
  await enter(page);
  await waitFor(() => expect(document.documentElement).toHaveAttribute('data-theme', 'dark'));

  // A run.
  await search(page, 'dry run');
  await chosen(page, /dry run/i);
  await enter(page);
  await waitFor(async () => expect(await page.runs()).toHaveLength(1));
  await page.isOver();
  await search(page, 'dry run 1');
  await chosen(page, /^Dry run 1.*Done/);
  await enter(page);
  await page.all.findByRole('region', { name: 'Run' });
});

it('finds and opens workflows, templates and pages of the guide, the last ones first, on each screen', async () => {
  const page = await openPage(notes);
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  onTestFinished(() => opened.mockRestore());
  await page.savedText();

  await search(page, 'voting');
  await chosen(page, /Voting.*Guide/);
  await enter(page);
  await waitFor(() => expect(String(opened.mock.calls[0]?.[0])).toContain('/guide/voting-and-pipelines.html'));

  // A template, then the workflow before it; the last ones are listed first after a reload.
  await search(page, 'sort inbox');
  await chosen(page, /^Sort an inbox/);
  await enter(page);
  await isOpen(page, 'Sort an inbox');
  await page.savedText();
  await search(page, 'stock ledger');
  await chosen(page, /^Stock ledger by voted steps.*Gallery.*Template/);
  await page.user.keyboard('{Escape}');
  await search(page, 'notes workflow');
  await chosen(page, /^Notes.*Workflow/);
  await enter(page);
  await isOpen(page, 'Notes');
  await page.reload();
  await search(page, '');
  await waitFor(() => expect(page.dialog.getAllByRole('option')[0]).toHaveTextContent('Sort an inbox'));
  await page.fill(page.dialog.getByRole('combobox'), 'qqqq');
  await page.dialog.findByText(/^Nothing fits\./);
  await page.user.keyboard('{Escape}');

  await search(page, 'all workflows');
  await chosen(page, /^All workflows/);
  await enter(page);
  await page.all.findByRole('button', { name: 'Blank workflow' });
  await search(page, 'notes workflow');
  await chosen(page, /^Notes.*Workflow/);
  await enter(page);
  await isOpen(page, 'Notes');
});

it('marks the best row when it comes late, until a person moves to another', async () => {
  const page = await openPage(notes);
  await page.all.findByRole('tree');
  const fetchNow = globalThis.fetch;
  const show: (() => void)[] = [];
  globalThis.fetch = async (...asked) => {
    if (String(asked[0]).includes('sections.json')) await new Promise<void>((resolve) => show.push(resolve));
    return fetchNow(...asked);
  };
  onTestFinished(() => {
    globalThis.fetch = fetchNow;
  });
  await search(page, 'qqqq');
  await page.dialog.findByText(/^Nothing fits\./);
  await page.fill(page.dialog.getByRole('combobox'), 'voting');
  await chosen(page, /voted steps/);
  for (const resolve of show) resolve();
  await chosen(page, /^Voting and pipelinesGuide/);
  await page.user.keyboard('{ArrowDown}');
  await chosen(page, /^Voting and pipelines: /);
});
