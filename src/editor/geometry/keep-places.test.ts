import fc from 'fast-check';
import { expect, it } from 'vitest';
import { err, ok, type Result } from '@/base/result';
import { samples } from '@/base/samples.testing';
import type { EditCommand } from '@/state/document-state';
import { connectPaths, disconnectPaths } from '@/workflow/commands/edges/connect-paths';
import { moveTasks } from '@/workflow/commands/move-tasks';
import { addInto } from '@/workflow/commands/places/add-into';
import { copyInto } from '@/workflow/commands/places/copy-into';
import { moveInto } from '@/workflow/commands/places/move-into';
import { removeTasks } from '@/workflow/commands/remove-tasks';
import { renameTask } from '@/workflow/commands/rename/rename-task';
import { updateTask } from '@/workflow/commands/update-task';
import type { WorkflowDocument } from '@/workflow/document';
import type { TaskId } from '@/workflow/names';
import { nestedDocument } from '@/workflow/nested.testing';
import { documentOf } from '@/workflow/sample.testing';
import { findContainerPath, type TaskPath } from '@/workflow/task-path';
import { computeBoxes } from './boxes';
import { keepPlaces } from './keep-places';
import { settleTasks } from './settle';

type Made = Result<{ readonly document: WorkflowDocument; readonly touched: readonly TaskPath[] }, unknown>;
type Gesture = (document: WorkflowDocument, taskPath: TaskPath) => Made;

const far = [3000, -2000] as const;

/** First gestures on a task: a drag, a drop beside it, a copy, and a new task that waits for it. */
const gestures: Readonly<Record<string, Gesture>> = {
  drag: (document, taskPath) => {
    const moved = moveTasks(document, { positions: new Map([[taskPath, [...far]]]) });
    return moved.ok ? ok({ document: moved.value, touched: [taskPath] }) : moved;
  },
  drop: (document, taskPath) => {
    const into = { kind: 'graph', container: findContainerPath(taskPath) } as const;
    const moved = moveInto(document, { taskPaths: [taskPath], into, positions: new Map([[taskPath, [...far]]]) });
    return moved.ok ? ok({ document: moved.value.document, touched: [taskPath] }) : moved;
  },
  paste: (document, taskPath) => {
    const positions = new Map([[taskPath, far] as const]);
    const into = { kind: 'graph', container: undefined } as const;
    const copied = copyInto(document, { source: document, taskPaths: [taskPath], into, positions });
    if (!copied.ok) return copied;
    const touched = [...copied.value.taskPaths.values()];
    return ok({ document: settleTasks(document, copied.value.document, touched), touched });
  },
  add: (document, taskPath) => {
    const added = addInto(document, { type: 'tool', at: far, after: taskPath });
    if (!added.ok) return added;
    const { document: after, taskPath: now } = added.value;
    return ok({ document: settleTasks(document, after, [now]), touched: [now] });
  },
};

/** First gestures on the waits of a task: none of them places one. */
const rewiring: Readonly<Record<string, (taskPath: TaskPath, other: TaskPath) => EditCommand>> = {
  connect: (taskPath, other) => (document) => connectPaths(document, { from: taskPath, to: other }),
  disconnect: (taskPath) => (document) => {
    const [from] = document.tasks[taskPath as TaskId]?.dependsOn ?? [];
    return from === undefined ? err({ message: 'none' }) : disconnectPaths(document, { from, to: taskPath });
  },
  delete: (taskPath) => (document) => removeTasks(document, { ids: [taskPath as TaskId] }),
};

it.each(Object.entries(rewiring))('the first %s in a workflow without positions moves nothing', (_name, gesture) => {
  fc.assert(
    fc.property(nestedDocument, fc.nat(), fc.nat(), ({ layout: _layout, ...document }, which, another) => {
      const before = computeBoxes(document);
      const tops = [...before.values()].filter(({ depth }) => depth === 0);
      const pick = (at: number) => tops[at % Math.max(1, tops.length)]?.taskPath ?? '';
      const made = keepPlaces(gesture(pick(which), pick(another)))(document);
      fc.pre(made.ok);
      const after = computeBoxes(made.ok ? made.value : document);
      const left = tops.filter(({ taskPath }) => after.has(taskPath));
      expect(left.map(({ taskPath }) => [taskPath, after.get(taskPath)?.at])).toEqual(
        left.map(({ taskPath, at }) => [taskPath, at]),
      );
    }),
    { numRuns: samples('KEEP_PLACES', 20, 500) },
  );
});

it('moves no others in a group, and writes no positions for a new name', () => {
  const task = (dependsOn: readonly string[] = []) => ({ type: 'atomic', description: 'Do', dependsOn });
  const document = documentOf({
    g: { type: 'group', subtasks: { a: task(), b: task(['a']), c: task(['b']) } },
    last: task(['g']),
  });
  const made = keepPlaces((now) => connectPaths(now, { from: 'g/a', to: 'g/c' }))(document);
  expect(made).toMatchObject({ ok: true });
  const apart = keepPlaces((now) => disconnectPaths(now, { from: 'g/b', to: 'g/c' }))(document);
  const placesIn = (one: WorkflowDocument) => [...computeBoxes(one).values()].map(({ taskPath, at }) => [taskPath, at]);
  expect(placesIn(apart.ok ? apart.value : document)).toEqual(placesIn(document));
  const renamed = keepPlaces((now) => renameTask(now, { id: 'g' as TaskId, newId: 'h' }))(document);
  expect(renamed).toMatchObject({ ok: true, value: expect.not.objectContaining({ layout: expect.anything() }) });
});

it.each(Object.entries(gestures))(
  'the first %s in a workflow without positions moves nothing else',
  (_name, gesture) => {
    fc.assert(
      fc.property(nestedDocument, fc.nat(), ({ layout: _layout, ...document }, which) => {
        const before = computeBoxes(document);
        const tops = [...before.values()].filter(({ depth }) => depth === 0);
        const chosen = tops[which % Math.max(1, tops.length)]?.taskPath;
        fc.pre(chosen !== undefined);
        let touched: readonly TaskPath[] = [];
        const made = keepPlaces((current) => {
          const result = gesture(current, chosen ?? '');
          if (!result.ok) return result;
          touched = result.value.touched;
          return ok(result.value.document);
        })(document);
        fc.pre(made.ok);
        const after = computeBoxes(made.ok ? made.value : document);
        const placesIn = (boxes: typeof before) =>
          Object.fromEntries(
            tops
              .filter(({ taskPath }) => !touched.includes(taskPath))
              .map(({ taskPath }) => [taskPath, boxes.get(taskPath)?.at]),
          );
        expect(placesIn(after)).toEqual(placesIn(before));
      }),
      { numRuns: samples('KEEP_PLACES', 20, 500) },
    );
  },
);

it('an edit that places nothing writes no positions', () => {
  const document = { tasks: { a: { type: 'atomic' }, b: { type: 'atomic' } } } as unknown as WorkflowDocument;
  const made = keepPlaces((now) => updateTask(now, { id: 'a' as TaskId, patch: { description: 'x' } }))(document);
  expect(made).toMatchObject({ ok: true, value: expect.not.objectContaining({ layout: expect.anything() }) });
});
