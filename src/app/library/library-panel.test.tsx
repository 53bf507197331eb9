import { act, waitFor, within } from '@tests/support/dom';
import { openPage, type Page } from '@tests/support/page';
import { expect, it } from 'vitest';
import { Toaster } from '@/ui/overlay/toast';
import { Dialogs } from '../dialogs/dialog-place';
import LibraryPanel from './library-panel';

const withDefinition = (prompt: string) => `name: First
default_model: sim:echo
library:
  report:
    description: Writes a report.
    parameters: [{ name: text, type: string }]
    task: { description: "${prompt} {{text}}" }
tasks:
  a: { description: Hello }
`;
const second = 'name: Second\ndefault_model: sim:echo\ntasks:\n  b: { description: Hello }\n';

const panel = (
  <>
    <LibraryPanel />
    <Dialogs />
    <Toaster />
  </>
);
const list = async (page: Page, name: string) => within(await page.all.findByRole('list', { name }));
const own = (page: Page) => list(page, 'In this workflow');
const choose = async (page: Page, from: ReturnType<typeof within>, action: string): Promise<void> => {
  await page.press('Actions of report', from);
  await page.user.click(await page.all.findByRole('menuitem', { name: action }));
};
/** Opens a workflow in place of the open one, and returns its id. */
const open = async (page: Page, text: string): Promise<string> => {
  await act(() => page.app.workflows.text(text));
  await page.savedText();
  return page.stores.document.getState().id;
};

it('a definition is saved, put into another workflow, called, and updated with its differences shown', async () => {
  const page = await openPage(withDefinition('Report on'), { only: panel });
  await choose(page, await own(page), 'Save for other workflows');
  await page.all.findByText('Saved “report” as version 1.');

  const here = await open(page, second);
  const saved = await list(page, 'Saved in this browser');
  saved.getByText('Writes a report.');
  await choose(page, saved, 'Add with its version');
  await (await own(page)).findByText('version 1');
  await choose(page, await own(page), 'Add a task that calls it');
  await page.isSaved(/call_1:/);

  await open(page, withDefinition('Tell of'));
  await choose(page, await own(page), 'Save for other workflows');
  await page.all.findByText('Saved “report” as version 2.');

  await act(() => page.app.workflows.open(here));
  await page.press(
    'Update to version 2',
    await waitFor(async () => {
      const rows = await own(page);
      rows.getByRole('button', { name: 'Update to version 2' });
      return rows;
    }),
  );
  const dialog = within(await page.all.findByRole('dialog', { name: 'Update report to version 2' }));
  await dialog.findByText(/Report on/);
  dialog.getByText(/Tell of/);
  await page.press('Update', dialog);
  await (await own(page)).findByText('version 2');
  expect((await own(page)).queryByRole('button', { name: /Update/ })).toBeNull();
  await act(() => page.stores.document.actions.undo());
  await (await own(page)).findByText('version 1');
});
