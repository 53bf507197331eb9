import { act, waitFor, within } from '@tests/support/dom';
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
  const flows = [{ ...imported.value, label: 'a.yml' }];
  const page = await openPage('heddle: 1\ntasks:\n  one: { description: Say one }\n');
  act(() => openDialog(page.stores.view, { name: 'foreign-file', flows, refused: [] }));
  const dialog = await page.opened();
  // The step is in its line, and among those before the first real run.
  const [line, step] = ['Report', 'Before the first real run'].map((name) =>
    within(dialog.getByRole('region', { name })),
  );
  expect(step?.getByRole('button', { name: 'Give it a tool' })).toBeTruthy();
  await page.press('Give it a tool', line);
  await waitFor(() => expect(page.stores.document.getState().document.name).toBe('Search'));
  await waitFor(() => expect(page.all.queryByRole('dialog')).toBeNull());
  expect([...page.stores.view.getState().canvas.selection]).toEqual(['find']);
  const { diagnostics } = page.stores.document.getState();
  expect(diagnostics.map(({ code, path }) => [code, path.join('.')])).toEqual([['HED532', 'tasks.find.script']]);
});
