import { describe, expect, it } from 'vitest';
import { addTask } from '@/workflow/commands/add-task';
import { moveTasks } from '@/workflow/commands/move-tasks';
import { removeTasks } from '@/workflow/commands/remove-tasks';
import type { WorkflowDocument } from '@/workflow/document';
import { documentOf, id } from '@/workflow/sample.testing';
import { type Boxes, computeBoxes } from './boxes';
import { listEdges } from './edges';

const count = 200;
const atomics = (from: string) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `${from}${index}`,
      { type: 'atomic', ...(index > 0 && { dependsOn: [`${from}${index - 1}`] }) },
    ]),
  );
const points = Object.fromEntries(
  Array.from({ length: count }, (_, index): [string, [number, number]] => [`t${index}`, [index * 280, 0]]),
);
const flat = documentOf({ ...atomics('t') }, { layout: { tasks: points } });
const nested = documentOf(
  Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`g${index}`, { type: 'group', subtasks: atomics('s') }] as const),
  ),
  {
    layout: {
      tasks: Object.fromEntries(
        Array.from({ length: 20 }, (_, index): [string, [number, number]] => [`g${index}`, [0, index * 900]]),
      ),
    },
  },
);

const value = (result: { readonly ok: boolean; readonly value?: WorkflowDocument }): WorkflowDocument =>
  result.value ?? expect.unreachable();
/** How many boxes of the later map are other objects than before. */
function madeAnew(before: Boxes, after: Boxes): number {
  return [...after].filter(([taskPath, box]) => before.get(taskPath) !== box).length;
}

describe('the boxes after an edit', () => {
  it('are made again for the task that was added, removed or moved alone', () => {
    const before = computeBoxes(flat);
    const added = value(addTask(flat, { type: 'atomic', at: [0, 500] }));
    expect(madeAnew(before, computeBoxes(added))).toBe(1);
    const removed = value(removeTasks(flat, { ids: [id('t199')] }));
    expect(madeAnew(before, computeBoxes(removed))).toBe(0);
    computeBoxes(flat);
    const moved = value(moveTasks(flat, { positions: new Map([['t7', [9, 9]]]) }));
    expect(madeAnew(before, computeBoxes(moved))).toBe(1);
    expect(madeAnew(before, computeBoxes(flat, new Map([['t7', [9, 9]]])))).toBe(1);
  });

  it('are made again for what is in the container in which a task moves, and no other', () => {
    const before = computeBoxes(nested);
    const moved = value(moveTasks(nested, { positions: new Map([['g3/s5', [9, 0]]]) }));
    const changed = [...computeBoxes(moved)].filter(([taskPath, box]) => before.get(taskPath) !== box);
    expect(changed).toHaveLength(1 + count);
    expect(changed.every(([taskPath]) => taskPath.startsWith('g3'))).toBe(true);
  });
});

describe('the edges after an edit', () => {
  it('are the same list when tasks only move, and the same objects beside a new one', () => {
    const before = listEdges(flat, computeBoxes(flat));
    const moved = value(moveTasks(flat, { positions: new Map([['t7', [9, 9]]]) }));
    expect(listEdges(moved, computeBoxes(moved))).toBe(before);
    const added = value(addTask(flat, { type: 'atomic', at: [0, 500], after: 't3' }));
    const after = listEdges(added, computeBoxes(added));
    expect(after.filter((edge) => !before.includes(edge))).toHaveLength(1);
    expect(after).toHaveLength(before.length + 1);
  });
});
