import { act, waitFor, within } from '@tests/support/dom';
import { openPage } from '@tests/support/page';
import { expect, it } from 'vitest';
import { openDialog } from '@/state/view/screens';
import type { TaskId } from '@/workflow/names';
import { Dialogs } from '../dialogs/dialog-place';

const write = (template: string) =>
  JSON.stringify({
    app: { name: 'Desk', mode: 'workflow' },
    kind: 'app',
    version: '0.3.0',
    workflow: {
      graph: {
        nodes: [
          { id: '1', position: { x: 0, y: 0 }, data: { type: 'start', title: 'Start', variables: [] } },
          { id: '2', position: { x: 300, y: 0 }, data: { type: 'knowledge-retrieval', title: '<b>Handbook</b>' } },
          { id: '3', position: { x: 600, y: 0 }, data: { type: 'template-transform', title: 'Reply', template } },
        ],
        edges: [
          { source: '1', target: '2' },
          { source: '2', target: '3' },
        ],
      },
    },
  });

it('a line selects its node in both drawings, a node its line, and arrow keys go from node to node', async () => {
  const page = await openPage(undefined, { only: <Dialogs /> });
  await act(() => page.app.workflows.pasted(write('Hi')));
  const dialog = await page.opened();
  expect(dialog.getByRole('heading', { name: 'This is a Dify workflow' })).toBeTruthy();
  // While it goes on, and when it is over.
  expect(dialog.getByRole('region', { name: 'Dry run' }).textContent).toMatch(/Nothing (is|was) sent\./);
  const region = (name: string) => within(dialog.getByRole('region', { name }));
  const there = (name: string | RegExp) => region('The drawing in Dify').getByRole('button', { name });
  await page.user.click(dialog.getByRole('button', { name: 'Reply (template-transform)' }));
  expect(there(/^Reply/).getAttribute('aria-pressed')).toBe('true');
  const here = region('The drawing in Heddle').getByRole('button', { name: /^Reply/ });
  expect(here.getAttribute('aria-pressed')).toBe('true');
  // What the file says is text, and a filter goes that would hide the line.
  await page.user.click(dialog.getByRole('radio', { name: /^Exact/ }));
  act(() => there(/^Reply/).focus());
  await page.user.keyboard('{ArrowLeft}{Enter}');
  expect(document.activeElement).toBe(there('<b>Handbook</b>, knowledge-retrieval, dropped'));
  const line = dialog.getByRole('button', { name: '<b>Handbook</b> (knowledge-retrieval)' });
  expect(line.getAttribute('aria-expanded')).toBe('true');
  await waitFor(() => dialog.getByText(/^2 tasks ran, 0 skipped, 0 failed/));
  await waitFor(() => dialog.getByText(/^A real run calls no model/));
  // The opened line has its fields of both sides, and another press closes it.
  expect(region('Fields: In Dify').getByText(/type: knowledge-retrieval/)).toBeTruthy();
  expect(region('Fields: In Heddle').getByText(/x-stand-in: /)).toBeTruthy();
  await page.user.click(line);
  expect(dialog.queryByRole('region', { name: 'Fields: In Dify' })).toBeNull();
  const first = region('Before the first real run');
  expect(first.getByText(/<b>Handbook<\/b>/).textContent).toContain('Attach the documents');
  await page.user.click(dialog.getByRole('radio', { name: 'Settings 1' }));
  expect(dialog.getAllByRole('row')).toHaveLength(2);
  expect(await page.storage.workflows.list()).toEqual([]);
});

it('keeps the file without its keys, and says of a newer one what changed, which one step takes over', async () => {
  const page = await openPage(undefined, { only: <Dialogs /> });
  const key = `sk-proj-${'a1B2'.repeat(12)}`;
  await act(() => page.app.workflows.pasted(write(`Hi ${key}`)));
  await page.user.click((await page.opened()).getByRole('button', { name: 'Open as a new workflow' }));
  await page.isClosed();
  await waitFor(async () => expect(await page.storage.workflows.imports()).toHaveLength(1));
  const { id, text } = page.stores.document.getState();
  const kept = await page.storage.workflows.importOf(id, 1);
  expect(kept?.original).toContain('<b>Handbook</b>');
  expect(JSON.stringify(kept)).not.toContain(key);

  act(() => openDialog(page.stores.view, { name: 'import-report', revision: 1 }));
  const later = await page.opened();
  await later.findByRole('region', { name: 'The drawing in Dify' });
  await page.user.click(later.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);

  await act(() => page.app.workflows.pasted(write('Bye')));
  const newer = await page.opened();
  await newer.findByText(/^You imported this on/);
  expect(newer.getByText(/1 task changed/)).toBeTruthy();
  await page.user.click(await newer.findByRole('button', { name: 'Take over in the open workflow' }));
  await page.isClosed();
  await waitFor(async () => expect(await page.storage.workflows.imports()).toHaveLength(2));
  expect(page.stores.document.getState().id).toBe(id);
  expect(page.stores.document.getState().text).toContain('Bye');
  await act(() => page.stores.document.actions.undo());
  expect(page.stores.document.getState().text).toBe(text);
});

it('code that a page cannot run begins anew as JavaScript, in a step that is taken back', async () => {
  const page = await openPage(undefined, { only: <Dialogs /> });
  await act(() => page.app.workflows.pasted(write('{% include "list" %}')));
  const dialog = await page.opened();
  const [press] = dialog.getAllByRole('button', { name: 'As JavaScript' });
  await page.user.click(press as HTMLElement);
  const script = () => {
    const task = page.stores.document.getState().document.tasks['reply' as TaskId];
    return task?.type === 'script' ? task.script : undefined;
  };
  await waitFor(() => expect(script()?.language).toBe('javascript'));
  expect(script()?.content).toContain('// {% include "list" %}\nfunction main(input) {');
  await act(() => page.stores.document.actions.undo());
  expect(script()).toBeUndefined();
});
