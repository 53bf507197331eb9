import { waitFor } from '@tests/support/dom';
import { openPage } from '@tests/support/page';
import { describe, expect, it } from 'vitest';
import { readyMessage, runMessage } from '@/share/hand-over-messages';
import { writeSharedFile } from '@/share/shared-file';
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
    expect((await page.told()).getByText(/is a web page, not a workflow or a run/)).toBeTruthy();
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
