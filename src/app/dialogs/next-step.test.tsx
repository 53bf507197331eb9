import { act, waitFor } from '@tests/support/dom';
import { openPage } from '@tests/support/page';
import { expect, it } from 'vitest';
import { importForeign } from '@/formats/foreign/import-foreign';
import { openDialog } from '@/state/view/screens';

const app = `app: { name: Search, mode: workflow }
kind: app
version: 0.3.0
workflow:
  graph:
    nodes:
      - { id: start, data: { type: start, title: Start } }
      - { id: find, data: { type: tool, title: Find, tool_name: search } }
    edges: [{ source: start, target: find }]
`;

it('what a person does next about a line opens the workflow at its task, where the problem is listed', async () => {
  const imported = importForeign(app);
  if (imported?.ok !== true) throw new Error(JSON.stringify(imported));
  const page = await openPage('heddle: 1\ntasks:\n  one: { description: Say one }\n');
  act(() => openDialog(page.stores.view, { name: 'foreign-file', label: '“a.yml”', ...imported.value }));
  await page.press('Give it a tool');
  await waitFor(() => expect(page.stores.document.getState().document.name).toBe('Search'));
  await waitFor(() => expect(page.all.queryByRole('dialog')).toBeNull());
  expect([...page.stores.view.getState().canvas.selection]).toEqual(['find']);
  const { diagnostics } = page.stores.document.getState();
  expect(diagnostics.map(({ code, path }) => [code, path.join('.')])).toEqual([['HED532', 'tasks.find.script']]);
});
