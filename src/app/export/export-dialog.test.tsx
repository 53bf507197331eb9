import { act, waitFor, within } from '@tests/support/dom';
import { watchDownloads } from '@tests/support/give-files';
import { openPage, type Page } from '@tests/support/page';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Notation } from '@/formats/notation';
import { readWorkflowLink } from '@/share/workflow-link';
import { selectTasks } from '@/state/view/canvas';
import { openDialog } from '@/state/view/screens';
import { Toaster } from '@/ui/overlay/toast';
import * as clipboard from '@/ui/write-clipboard';
import { Dialogs } from '../dialogs/dialog-place';

const review = `heddle: 1
name: Review # what it is called
default_model: sim:default
tasks:
  fetch: # the change
    description: Fetch < & >
    disabled: true
  review:
    description: "Review {{fetch}}"
    depends_on: [fetch]
  report:
    description: Report
    depends_on: [review]
x-owner: me
layout:
  tasks:
    fetch: [40, 40]
    review: [300, 40]
    report: [560, 40]
`;

/** The dialog alone, over a workflow of which tasks are selected. */
async function open(text = review, name: 'export' | 'export-tasks' = 'export', ...selected: readonly string[]) {
  const downloads = watchDownloads();
  const only = (
    <>
      <Dialogs />
      <Toaster />
    </>
  );
  const page = await openPage(text, { only });
  await act(() => {
    selectTasks(page.stores.view, selected);
    openDialog(page.stores.view, { name });
  });
  await page.all.findByRole('dialog', { name: 'Export' });
  const download = async () => {
    await page.press('Download', page.dialog);
    await waitFor(() => expect(page.all.queryByRole('dialog')).toBeNull());
    const last = downloads.at(-1);
    return { name: last?.name, text: await last?.blob.text() };
  };
  return { page, download };
}
/** Copies a link, which is one of the other ways. */
async function copyLink(page: Page): Promise<void> {
  await page.press('Other ways to export', page.dialog);
  await page.user.click(await page.all.findByRole('menuitem', { name: 'Copy a link to this workflow' }));
}
/** The preview, once it contains this. */
async function shows(page: Page, part: string): Promise<string> {
  const shown = () => page.dialog.getByRole('region', { name: 'Preview' }).querySelector('pre')?.textContent ?? '';
  await waitFor(() => expect(shown()).toContain(part));
  return shown();
}
const choose = (page: Page, name: string) => page.user.click(page.dialog.getByRole('radio', { name }));
const leaveOut = (page: Page, what: string) => page.dialog.getByRole('checkbox', { name: `Leave out ${what}` });

it.each([
  ['YAML', 'yaml', '# the change'],
  ['XML', 'xml', '</workflow>'],
  ['JSON', 'json', '"heddle"'],
] as const)(
  'what is downloaded in %s is what is shown, under the name of the workflow',
  async (label, ending, part) => {
    const { page, download } = await open();
    await choose(page, label);
    const text = await shows(page, part);
    if (ending === ('yaml' satisfies Notation)) expect(text).toBe(review);
    expect(await download()).toEqual({ name: `review.${ending}`, text });
  },
);

it('without layout and debugging aids the rest is kept', async () => {
  const { page, download } = await open();
  await shows(page, '# the change');
  await page.user.click(leaveOut(page, 'layout'));
  await page.user.click(leaveOut(page, 'debugging aids'));
  const bare = review.replace('    disabled: true\n', '').split('layout:')[0];
  await waitFor(() => expect(page.dialog.getByRole('region', { name: 'Preview' })).not.toHaveTextContent('disabled'));
  expect(await download()).toEqual({ name: 'review.yaml', text: bare });
});

it('takes selected tasks as a template, in XML', async () => {
  const { page, download } = await open(review, 'export-tasks', 'review', 'report');
  await choose(page, 'XML');
  expect(leaveOut(page, 'layout')).toBeChecked();
  expect(leaveOut(page, 'debugging aids')).toBeChecked();
  const text = await shows(page, '</workflow>');
  expect(text).toContain('<task id="review">');
  expect(text).toContain('<depends_on>review</depends_on>');
  for (const part of ['<depends_on>fetch', 'id="fetch"', '<layout']) expect(text).not.toContain(part);
  await waitFor(() => expect(page.dialog.getByRole('status')).toHaveTextContent('Valid against heddle-1.xsd'));
  expect(await download()).toEqual({ name: 'review.xml', text });
});

it('takes one selected task as a bare one', async () => {
  const { page, download } = await open(review, 'export', 'fetch');
  await choose(page, 'Selected task');
  await choose(page, 'XML');
  await waitFor(() => expect(page.dialog.getByRole('status')).toHaveTextContent('Valid against heddle-1.xsd'));
  const text = '<task id="fetch">\n  <description>Fetch &lt; &amp; ></description>\n</task>\n';
  expect(await download()).toEqual({ name: 'fetch.xml', text });
});

it('of a text with mistakes gives the text as it stands', async () => {
  const broken = 'heddle: 1\ntasks:\n  a: [\n';
  const { page, download } = await open(broken);
  await page.dialog.findByText('The code has mistakes.');
  expect(page.dialog.queryAllByRole('radio')).toEqual([]);
  await shows(page, 'a: [');
  expect((await download()).text).toBe(broken);
});

it('shows only the start of a large workflow, and downloads all of it', async () => {
  const tasks = Array.from({ length: 3000 }, (_, index) => `  t${index}: { description: Say ${index} }\n`).join('');
  const { page, download } = await open(`heddle: 1\nname: Large\ndefault_model: sim:default\ntasks:\n${tasks}`);
  await page.dialog.findByText(/^Only the start is shown\./);
  expect((await download()).text).toContain('t2999: { description: Say 2999 }');
});

it('is copied as it is shown, or says why not', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce(undefined);
  onTestFinished(() => write.mockRestore());
  const { page } = await open();
  await choose(page, 'JSON');
  const text = await shows(page, '"heddle"');
  await page.press('Copy', page.dialog);
  await within(document.body).findByText('The text is in the clipboard.');
  expect(write).toHaveBeenLastCalledWith(text);
  write.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  await page.press('Copy', page.dialog);
  await within(document.body).findByText('The text was not copied.');
});

/** What is copied, instead of the clipboard. */
function takeCopied(): string[] {
  const copied: string[] = [];
  const write = vi.spyOn(clipboard, 'writeClipboard').mockImplementation(async (text) => void copied.push(await text));
  onTestFinished(() => write.mockRestore());
  return copied;
}

it('copies a link that has the workflow as it would be exported, in YAML', async () => {
  const { page } = await open();
  const copied = takeCopied();
  await choose(page, 'XML');
  await page.user.click(leaveOut(page, 'layout'));
  await copyLink(page);
  await within(document.body).findByText(/^The link is in the clipboard, /);
  const text = await readWorkflowLink(new URL(copied[0] ?? '').hash);
  expect(text).toContain('# the change');
  expect(text).not.toContain('layout:');
});

it('copies no link to a workflow with a key, and says where that is', async () => {
  const key = `ghp_${'a1B2c3'.repeat(6)}`;
  const { page } = await open(review.replace('Fetch < & >', `Fetch with ${key}`));
  const copied = takeCopied();
  await copyLink(page);
  expect(
    await page.dialog.findByText(/^No link was made: 1 text in it looks like a key \(ghp_••••••B2c3, line 6\)/),
  ).toBeTruthy();
  expect(copied).toEqual([]);
});
