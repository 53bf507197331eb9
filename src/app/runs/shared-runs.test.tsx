import { waitFor, within } from '@tests/support/dom';
import { openPage } from '@tests/support/page';
import { describe, expect, it, vi } from 'vitest';
import { readyMessage, runMessage } from '@/share/hand-over-messages';
import { readSharedFile, writeSharedFile } from '@/share/shared-file';
import { openDialog } from '@/state/view/screens';
import { receiveRun } from './receive-run';

const shell = '<!doctype html><head><title>A run of Heddle</title></head><body><!--heddle-run--></body>';
const text = `heddle: 1
name: Boats
default_model: sim:default
tasks:
  count: { description: Count the boats, options: { reply: Two boats } }
`;

/** A run of the open workflow as a file. */
async function exportRun(page: Awaited<ReturnType<typeof openPage>>): Promise<string> {
  await page.run();
  const [run] = await page.runs();
  const { bytes } = await page.stores.services.runner.exportRun(run?.id ?? '', true);
  return new TextDecoder().decode(bytes);
}

const inPage = async (run: string) =>
  new File([await writeSharedFile(shell, { title: 'Boats', madeAt: '', takenOut: 0 }, run)], 'boats.html');

describe('the page of a shared run', () => {
  it('opens like a recording, with its workflow, where that is not known', async () => {
    const run = await exportRun(await openPage(text));
    const page = await openPage();
    await page.app.workflows.file(await inPage(run));
    await waitFor(() => expect(page.stores.document.getState().document.name).toBe('Boats'));
    expect(await page.runs()).toMatchObject([{ status: 'completed', imported: true }]);
  });

  it('is told apart from other web pages', async () => {
    const page = await openPage(text);
    await page.app.workflows.file(new File(['<!doctype html><p>Hello'], 'hello.html'));
    await (await page.told()).findByText(/is a web page, not a workflow or a run/);
  });

  it('gives its run to the page that it opened, which asks first', async () => {
    const page = await openPage(text);
    const run = await exportRun(page);
    const said: unknown[] = [];
    const opener = { postMessage: (message: unknown) => said.push(message) };
    const target = Object.assign(new EventTarget(), { opener }) as unknown as Window;
    receiveRun(page.stores, target);
    expect(said).toEqual([readyMessage]);
    const tell = (data: unknown, source: unknown = opener) =>
      target.dispatchEvent(Object.assign(new Event('message'), { source, data }));
    const message = runMessage('Boats of\u202e others', new Blob([run]));
    for (const other of [null, 'run', { heddle: 'run', title: 1, file: new Blob() }, { heddle: 'run', title: 'x' }])
      tell(other);
    tell(message, {});
    expect(page.stores.view.getState().dialog).toBeUndefined();
    tell(message);
    expect((await page.opened()).getByText(/Boats of\\u202e others/)).toBeTruthy();
    expect(await page.runs()).toHaveLength(1);
    await page.press('Open', page.dialog);
    await waitFor(async () => expect(await page.runs()).toHaveLength(2));
    expect((await page.runs()).map(({ imported }) => imported)).toContain(true);
  });

  it('is asked nothing by a page that nobody opened', () => {
    expect(() => receiveRun({ view: {} as never }, { opener: null } as unknown as Window)).not.toThrow();
  });
});

describe('sharing a run', () => {
  const bytesOf = (said: string) => {
    const [, number = '', unit] = /^([\d.]+) (k?B)/.exec(said) ?? [];
    return Number(number) * (unit === 'kB' ? 1000 : 1);
  };
  const key = `ghp_${'a1B2c3'.repeat(6)}`;
  const withKey = text.replace('Count the boats', `Count the boats of anna@x.org with ${key}`);

  it('says what others will see, is refused while something looks like a key, and saves what is left', async () => {
    const page = await openPage(withKey);
    await page.run();
    const [run] = await page.runs();
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`);
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(shell));
    openDialog(page.stores.view, { name: 'share-run', executionId: run?.id ?? '' });
    const dialog = await page.opened();
    await dialog.findByRole('checkbox', { name: /^Prompts of 1 call/ });
    const part = (name: RegExp) => dialog.getByRole<HTMLInputElement>('checkbox', { name });
    expect(part(/^No files/).disabled).toBe(true);
    expect(dialog.getByText(/^\d+ B$|^\d.* kB$/, { selector: 'li:first-child > span' })).toBeTruthy();
    expect((await dialog.findByRole('alert')).textContent).toMatch(/looks like a key.*ghp_••••••B2c3/s);
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save the file' }).disabled).toBe(true);
    const shown = within(await dialog.findByRole('region', { name: 'As others will see it' }));
    await page.press('Show', dialog);
    const text = shown.getByRole('region', { name: 'The text of the place' });
    expect(text.textContent).toMatch(/boats of mail 1 with ghp_••••••B2c3/);
    await page.user.click(shown.getByRole('radio', { name: 'Before' }));
    expect(text.textContent).toMatch(/boats of anna@x.org with ghp_••••••B2c3/);
    await page.press('Take it out', dialog);
    await dialog.findByText(/^1 key in \d+ places?, as \[key 1\]$/);
    expect(dialog.queryByRole('alert')).toBeNull();
    const size = await dialog.findByText(/^[\d.]+ (?:k?B): viewer [\d.]+ k?B, data [\d.]+ k?B\. It opens in any/);
    await page.press('Save the file', dialog);
    await page.isClosed();
    const file = await saved[0]?.text();
    // But for its name and its day, the saved file is as large as was said.
    expect(Math.abs((file?.length ?? 0) - bytesOf(size.textContent))).toBeLessThan(200);
    let log = '';
    for await (const part of readSharedFile(file ?? '')) log += new TextDecoder().decode(part);
    expect(log).toContain('[mail 1] with [key 1]');
    for (const gone of [key, 'anna@x.org']) expect(log).not.toContain(gone);
    openDialog(page.stores.view, { name: 'share-run', executionId: run?.id ?? '' });
    const again = await page.opened();
    await page.user.click(await again.findByRole('button', { name: 'Figures only' }));
    const ticked = again.getAllByRole<HTMLInputElement>('checkbox').filter(({ checked }) => checked);
    expect(ticked.map(({ parentElement }) => parentElement?.textContent)).toEqual([
      'Mail addresses',
      'Telephone numbers',
    ]);
    await waitFor(() => expect(again.queryByRole('alert')).toBeNull());
  });
});
