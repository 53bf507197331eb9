import fc from 'fast-check';
import { ok, type Result } from '@/base/result';
import { addTask } from '@/workflow/commands/add-task';
import { connectTasks } from '@/workflow/commands/edges/connect-tasks';
import { disconnectTasks } from '@/workflow/commands/edges/disconnect-tasks';
import { moveTasks } from '@/workflow/commands/move-tasks';
import { addInto } from '@/workflow/commands/places/add-into';
import { allPlaces, allTaskPaths } from '@/workflow/commands/places/any-place.testing';
import { copyInto } from '@/workflow/commands/places/copy-into';
import { type MovedTasks, moveInto } from '@/workflow/commands/places/move-into';
import { removeAtPaths } from '@/workflow/commands/remove-at-paths';
import { removeTasks } from '@/workflow/commands/remove-tasks';
import { renameTask } from '@/workflow/commands/rename/rename-task';
import { typeReplaced } from '@/workflow/commands/structure/replace-type.testing';
import { updateSettings } from '@/workflow/commands/update-settings';
import { updateTask } from '@/workflow/commands/update-task';
import { listTaskIds, type WorkflowDocument } from '@/workflow/document';
import { findFunctionName } from '@/workflow/function-path';
import type { TaskId } from '@/workflow/names';
import type { Task } from '@/workflow/tasks';
import { text } from './document-arbitrary.testing';

/** A command with its arguments, for two tasks of a document. */
export type Command = (document: WorkflowDocument, ids: readonly [TaskId, TaskId]) => Result<WorkflowDocument, unknown>;

function documentOf(result: Result<Pick<MovedTasks, 'document'>, unknown>): Result<WorkflowDocument, unknown> {
  return result.ok ? ok(result.value.document) : result;
}

/** Every command. For tests. */
export const anyCommand: fc.Arbitrary<Command> = fc
  .tuple(text, fc.integer({ min: -999, max: 999 }), fc.nat({ max: 16 }))
  .map(
    ([value, x, which]): Command =>
      (document, [a, b]) => {
        switch (which) {
          case 0:
            return addTask(document, { type: x < 0 ? 'script' : 'atomic', at: [x, 0], ...(x % 2 ? { after: a } : {}) });
          case 1:
            return removeTasks(document, { ids: x % 2 ? [a] : [a, b], join: x < 0 });
          case 2:
            return connectTasks(document, { from: a, to: b });
          case 3:
            return disconnectTasks(document, { from: a, to: b });
          case 4:
            return moveTasks(document, {
              positions: new Map([
                [a, [x, x]],
                [b, [0, x]],
              ]),
            });
          case 5:
            return renameTask(document, { id: a, newId: `renamed_${Math.abs(x)}` });
          case 6:
            return updateTask(document, { id: a, patch: { description: value, name: x < 0 ? undefined : value } });
          case 7:
            return typeReplaced(document, a, x < 0 ? 'script' : 'atomic');
          case 8:
            return updateSettings(document, { patch: { name: value, description: x < 0 ? undefined : value } });
          case 9:
            return documentOf(moveInto(document, { taskPaths: [a], into: { kind: 'graph', container: b } }));
          case 10:
            return copied(document, [a, x]);
          default:
            return inFunction(document, which, { a, value, x });
        }
      },
  );

function copied(document: WorkflowDocument, [a, x]: readonly [TaskId, number]): Result<WorkflowDocument, unknown> {
  return documentOf(
    copyInto(document, {
      source: document,
      taskPaths: listTaskIds(document),
      into: { kind: 'graph', container: undefined },
      positions: new Map([[a, [x, 1]]]),
    }),
  );
}

/** A command on a task within a function; without one, it puts tasks of the document into a new function. */
function inFunction(
  document: WorkflowDocument,
  which: number,
  { a, value, x }: { readonly a: TaskId; readonly value: string; readonly x: number },
): Result<WorkflowDocument, unknown> {
  const taskPaths = allTaskPaths(document).filter((taskPath) => findFunctionName(taskPath) !== undefined);
  const taskPath = taskPaths[Math.abs(x) % Math.max(1, taskPaths.length)];
  if (taskPath === undefined || which === 12) {
    const task = { type: 'group', subtasks: { [a]: document.tasks[a], other: { type: 'script' } } } as Task;
    const made = { parameters: [{ name: 'q' }], task };
    return updateSettings(document, { patch: { library: { ...document.library, [`f_${x % 3}`]: made } } });
  }
  const places = allPlaces(document).filter(({ container }) => findFunctionName(container ?? '') !== undefined);
  const into = places[Math.abs(x) % Math.max(1, places.length)];
  if (which === 13) return updateTask(document, { id: taskPath, patch: { description: value } });
  if (which === 14) return moveTasks(document, { positions: new Map([[taskPath, [x, 1]]]) });
  if (which === 15) return removeAtPaths(document, { taskPaths: [taskPath], join: x < 0 });
  if (into === undefined) return renameTask(document, { id: a, newId: `moved_${Math.abs(x)}` });
  return documentOf(x < 0 ? moveInto(document, { taskPaths: [a], into }) : addInto(document, { type: 'script', into }));
}
