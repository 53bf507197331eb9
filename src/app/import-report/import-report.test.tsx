import { act, waitFor, within } from '@tests/support/dom';
import { openPage } from '@tests/support/page';
import { expect, it } from 'vitest';
import { Dialogs } from '../dialogs/dialog-place';

const file = JSON.stringify({
  app: { name: 'Desk', mode: 'workflow' },
  kind: 'app',
  version: '0.3.0',
  workflow: {
    graph: {
      nodes: [
        { id: '1', position: { x: 0, y: 0 }, data: { type: 'start', title: 'Start', variables: [] } },
        { id: '2', position: { x: 300, y: 0 }, data: { type: 'knowledge-retrieval', title: '<b>Handbook</b>' } },
        { id: '3', position: { x: 600, y: 0 }, data: { type: 'template-transform', title: 'Reply', template: 'Hi' } },
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
  await act(() => page.app.workflows.pasted(file));
  const dialog = await page.opened();
  expect(dialog.getByRole('heading', { name: 'This is a Dify workflow' })).toBeTruthy();
  expect(dialog.getByRole('region', { name: 'Dry run' }).textContent).toContain('Nothing is sent.');
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
  expect(line.getAttribute('aria-pressed')).toBe('true');
  await waitFor(() => dialog.getByText(/^2 tasks ran, 0 skipped, 0 failed/));
  expect(await page.storage.workflows.list()).toEqual([]);
});
