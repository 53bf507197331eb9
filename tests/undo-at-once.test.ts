import { expect, it } from 'vitest';
import { isEnabled } from '@/editor/actions/action';
import { getAction } from '@/editor/actions/actions';
import { addTask } from '@/workflow/commands/add-task';
import { openPage } from './gestures.testing';

it('the first edit of a workflow can be undone while it is still being written into the text', async () => {
  const stores = await openPage('tasks: {}\n');
  const undo = getAction('undo');
  expect(isEnabled(undo, stores)).toBe(false);
  const whileWriting: boolean[] = [];
  let undone: Promise<unknown> | undefined;
  stores.document.subscribe(({ sync }) => {
    if (sync !== 'writing') return;
    whileWriting.push(isEnabled(undo, stores));
    undone ??= Promise.resolve(undo.run(stores));
  });
  await stores.document.actions.dispatch((document) => addTask(document, { type: 'atomic', at: [0, 0] }), 'Add a task');
  await undone;
  await stores.document.actions.settled();
  expect(whileWriting[0]).toBe(true);
  expect(stores.document.getState()).toMatchObject({ text: 'tasks: {}\n', document: { tasks: {} } });
});
