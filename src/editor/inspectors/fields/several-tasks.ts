import { isSameJson } from '@/base/json';
import { ok } from '@/base/result';
import { replaceTasks } from '@/workflow/commands/edits';
import { setTaskFields, type TaskPatch } from '@/workflow/commands/set-fields';
import { updateTask } from '@/workflow/commands/update-task';
import { findTopTask, type WorkflowDocument } from '@/workflow/document';
import { getRootPath, locateTask, type TaskPath } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';
import { type FieldPath, patchAt, readAt } from './field-path';
import { createTaskSubject, type SeveralTasks, type Subject } from './subject';

/** Several tasks as one subject: a field shows what all have, and is set in all as one edit. */
export function createSeveralSubject(taskPaths: readonly TaskPath[]): Subject {
  const [first = ''] = taskPaths;
  // Each field asks anew at each change of the document; all of the workflow may be selected.
  let seen: { readonly document: WorkflowDocument; readonly tasks: readonly (Task | undefined)[] } | undefined;
  const shared = new Map<string, Shared>();
  const sharedAt = (document: WorkflowDocument, path: FieldPath): Shared => {
    if (seen?.document !== document) {
      seen = { document, tasks: taskPaths.map((taskPath) => locateTask(document, taskPath)?.task) };
      shared.clear();
    }
    const name = path.join('.');
    const found = shared.get(name) ?? findShared(seen.tasks, path);
    shared.set(name, found);
    return found;
  };
  const several: SeveralTasks = {
    valueAt: (document, path) => sharedAt(document, path).value,
    isMixed: (document, path) => sharedAt(document, path).isMixed,
    set: (path, value) => (document) => {
      const roots = new Map<string, Task>();
      for (const taskPath of taskPaths) {
        const root = getRootPath(taskPath);
        const top = roots.get(root) ?? findTopTask(document, root);
        if (top === undefined) continue;
        // One task alone, so that the record of all is copied once.
        const alone: WorkflowDocument = { tasks: { [root]: top } };
        const task = locateTask(alone, taskPath)?.task;
        if (task === undefined) continue;
        const update = { id: taskPath, patch: patchAt(task, path, value) as TaskPatch };
        // The field is the same in all, so that its value is checked once.
        const set = roots.size === 0 ? updateTask(alone, update) : setTaskFields(alone, update);
        if (!set.ok) return set;
        roots.set(root, findTopTask(set.value, root) ?? top);
      }
      return ok(replaceTasks(document, roots));
    },
  };
  return { ...createTaskSubject(first), label: `Edit ${taskPaths.length} tasks`, several };
}

/** What some tasks have in a field: the value if it is the same in all, otherwise that it is mixed. */
interface Shared {
  readonly value: unknown;
  readonly isMixed: boolean;
}

function findShared([first, ...others]: readonly (Task | undefined)[], path: FieldPath): Shared {
  const value = readAt(first, path);
  const isMixed = others.some((task) => !isSameValue(readAt(task, path), value));
  return { value: isMixed ? undefined : value, isMixed };
}

function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && typeof b === 'object' && isSameJson(a, b));
}
