import { act, waitFor, within } from '@tests/support/dom';
import { chooseFiles, dropFiles } from '@tests/support/give-files';
import { openPage, type Page } from '@tests/support/page';
import { expect, it } from 'vitest';
import { Toaster } from '@/ui/overlay/toast';
import { FilesPanel } from './files-panel';

const workflow = `name: Beamline
default_model: sim:echo
tasks:
  find: { type: associative_memory, query: Why was the beam lost in run 123? }
`;

const panel = (
  <>
    <FilesPanel />
    <Toaster />
  </>
);
const file = (name: string, text: string) => new File([text], name);
const rows = (page: Page) => within(page.all.getByRole('listbox', { name: 'Files' })).queryAllByRole('option');
/** The row of a file, once it says this. */
const row = (page: Page, name: string, says: string) =>
  waitFor(() => {
    const found = rows(page).find((one) => one.textContent.includes(name));
    expect(found).toHaveTextContent(says);
    return found as HTMLElement;
  });
const dropOn = (...files: readonly File[]) =>
  dropFiles(files, document.querySelector('[data-takes-files]') ?? undefined);

async function withFiles(...files: readonly File[]): Promise<Page> {
  const page = await openPage(workflow, { only: panel });
  await page.all.findByText('No files yet');
  await dropOn(...files);
  await waitFor(() => expect(rows(page)).toHaveLength(files.length));
  return page;
}
const menu = async (page: Page, item: string) => {
  await page.press('Add files');
  await page.user.click(await page.all.findByRole('menuitem', { name: item }));
};

it('files are dropped, described, kept, and found by a memory match', async () => {
  const page = await openPage(workflow);
  const openTab = async (name: string) => {
    const tabs = within(await page.all.findByRole('tablist', { name: 'Left panel' }));
    await page.user.click(tabs.getByRole('tab', { name }));
  };
  await openTab('Files');
  await page.all.findByText('No files yet');
  await dropOn(file('log.txt', 'beam lost at 14:02 by a cooling fault'), file('notes.md', '# Meeting\n\nWe met.'));
  await row(page, 'notes.md', 'Markdown: Meeting We met.');
  await page.isSaved('/log.txt');

  await page.user.click(await row(page, 'log.txt', 'beam'));
  const about = within(await page.all.findByRole('region', { name: 'File /log.txt' })).getByLabelText('Description');
  await page.fill(about, 'run 123 log, beamline 4');
  await page.user.tab();
  await row(page, 'log.txt', 'run 123 log, beamline 4');
  await page.isSaved('run 123 log, beamline 4');

  await page.reload();
  await openTab('Files');
  await page.all.findByRole('listbox', { name: 'Files' });
  await row(page, 'log.txt', '37 B');
  await row(page, 'log.txt', 'run 123 log, beamline 4');
  await openTab('Tasks');
  expect(await page.run()).toBe('completed');
  const output = await page.output('find');
  expect(output).toHaveTextContent('["/log.txt","run 123 log, beamline 4"]');
  expect(output).toHaveTextContent('beam lost at 14:02');
  expect(output).not.toHaveTextContent('We met.');
});

it('files are chosen with their folder, searched, removed and put back', async () => {
  const page = await withFiles(file('a.md', 'one'), file('b.md', 'two'));
  const search = page.all.getByLabelText('Search files');
  await page.fill(search, 'two');
  await waitFor(() => expect(rows(page)).toHaveLength(1));
  await page.fill(search, 'nothing like it');
  await page.all.findByText('No matching files.');
  await page.fill(search, '');

  await page.user.click(await row(page, 'a.md', 'one'));
  await page.press('Remove');
  await waitFor(() => expect(rows(page)).toHaveLength(1));
  await page.user.click(await page.all.findByRole('button', { name: 'Put it back' }));
  await row(page, 'a.md', '3 B');

  const inFolder = (path: string, text: string) =>
    Object.defineProperty(file(path.split('/').at(-1) ?? '', text), 'webkitRelativePath', { value: path });
  const hidden = inFolder('notes/.git/config', 'x');
  const asked = chooseFiles(file('c.csv', 'x,y\n1,2\n'), inFolder('notes/deep/d.txt', 'from a folder'), hidden);
  await menu(page, 'Add a folder');
  expect(asked.map(({ webkitdirectory }) => webkitdirectory)).toEqual([true]);
  await row(page, 'c.csv', 'table: x,y 1,2');
  await row(page, '/notes/deep/d.txt', 'text: from a folder');
  await page.all.findByText(/Left out: 1 hidden or in node_modules\./);
});

it('files can be written about all at once, and lack what they lack', async () => {
  const page = await withFiles(file('a.md', 'one'));
  await menu(page, 'Edit all descriptions');
  const text = await page.all.findByLabelText('The memory index');
  expect(text).toHaveValue('/a.md: Markdown: one');
  await page.fill(text, 'notes.md: x');
  await page.press('Replace the index', page.dialog);
  await page.dialog.findByText(/Line 1 has no absolute path/);
  await page.fill(text, '/data/log.txt: the log\n/data/more.txt: more');
  await page.press('Replace the index', page.dialog);
  await row(page, '/data/log.txt', 'Nothing stored');
  await page.user.click(await row(page, 'a.md', 'Not in the index'));
  await page.press('Add to the index');
  await row(page, 'a.md', 'Markdown: one');

  await act(() => page.stores.document.actions.undo());
  await act(() => page.stores.document.actions.undo());
  await waitFor(() => expect(rows(page)).toHaveLength(1));
  expect(await page.isSaved('/a.md: "Markdown: one"')).not.toContain('log.txt');
});

it('files go with their workflow', async () => {
  const page = await withFiles(file('a.md', 'one'));
  await act(() => page.app.workflows.blank());
  await page.all.findByText('No files yet');
});
