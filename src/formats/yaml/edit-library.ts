import { sameInOrder, sameJson } from '@/base/json';
import { taskChanges } from '@/workflow/commands/change-between';
import type { Definition, DocumentSettings } from '@/workflow/document';
import { idsOf } from '@/workflow/task-record';
import type { Task } from '@/workflow/tasks';
import { writtenTask } from '../written-form';
import { editBody } from './edit-tasks';
import type { BlockReplacement } from './replace-blocks';
import type { TextParts } from './text-parts';

type Library = NonNullable<DocumentSettings['library']>;

/**
 * The edits for a change of the library in which only tasks in groups that are functions change. Undefined if anything
 * else does, or if one of these tasks cannot be edited alone: then the library is edited as one entry.
 */
export function editLibrary(parts: TextParts, before: Library, after: Library): BlockReplacement[] | undefined {
  const names = Object.keys(after);
  if (!sameInOrder(Object.keys(before), names)) return undefined;
  const replacements: BlockReplacement[] = [];
  for (const name of names) {
    const [was, is] = [before[name], after[name]];
    if (was === is) continue;
    const edited = editDefinition(parts, name, was, is);
    if (edited === undefined) return undefined;
    replacements.push(...edited);
  }
  return replacements;
}

function editDefinition(
  parts: TextParts,
  name: string,
  was: Definition | undefined,
  is: Definition | undefined,
): BlockReplacement[] | undefined {
  const { task: oldTask, ...oldRest } = was ?? {};
  const { task: newTask, ...newRest } = is ?? {};
  if (oldTask?.type !== 'group' || newTask?.type !== 'group' || !sameJson(oldRest, newRest)) return undefined;
  const { subtasks: old = {}, ...oldFields } = oldTask;
  const { subtasks: now = {}, ...newFields } = newTask;
  if (!sameInOrder(writtenTask(oldFields as Task), writtenTask(newFields as Task))) return undefined;
  return editBody(parts, name, idsOf(old).length, taskChanges(old, now));
}
