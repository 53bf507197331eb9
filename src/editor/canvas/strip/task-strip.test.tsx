import { act, waitFor, within } from '@tests/support/dom';
import { PageCanvas } from '@tests/support/page-canvas';
import { openWithScripts } from '@tests/support/page-runs';
import { expect, it } from 'vitest';
import { selectTasks } from '@/state/view/canvas';
import { toggleDrawerSize } from '@/state/view/panels';
import { getSelectedTask } from '@/state/view-store';

const workflow = `heddle: 1
name: Digest
default_model: sim:fast
tasks:
  fetch: { type: script, script: { content: "exit 3" } }
  both:
    type: group
    subtasks:
      one: { description: Say one }
  write: { name: Write it up, description: Write., depends_on: [fetch, both] }
`;

it('beside the large drawer the tasks are pills with their status, and the canvas is as it was after it', async () => {
  const { page, runs } = await openWithScripts(workflow);
  const canvas = new PageCanvas(page);
  await canvas.has(['fetch', 'both/one', 'write']);
  expect(await runs.run()).toBe('failed');
  act(() => selectTasks(page.stores.view, ['both/one']));
  act(() => toggleDrawerSize(page.stores.view));
  const strip = within(await page.all.findByRole('region', { name: 'Tasks beside the large drawer' }));
  await canvas.has([], ['fetch', 'both/one', 'write']);
  const pills = strip.getAllByRole('button');
  expect(pills.map(({ dataset }) => [dataset['pill'], dataset['status']])).toEqual([
    ['fetch', 'failed'],
    ['both', 'ok'],
    ['write', 'skipped'],
  ]);
  // What is inside another is found in it.
  expect(pills.map((pill) => pill.getAttribute('aria-pressed'))).toEqual(['false', 'true', 'false']);
  await page.user.click(strip.getByRole('button', { name: /^Write it up, atomic, after fetch and both, / }));
  expect(getSelectedTask(page.stores.view.getState())).toBe('write');
  expect(page.canvas).toHaveFocus();
  act(() => toggleDrawerSize(page.stores.view));
  await canvas.has(['fetch', 'both/one', 'write']);
  await waitFor(() => expect(page.all.queryByRole('region', { name: 'Tasks beside the large drawer' })).toBeNull());
});
