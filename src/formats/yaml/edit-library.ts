import { sameInOrder, sameJson } from '@/base/json';
import { taskChanges } from '@/workflow/commands/change-between';
import type { Definition, DocumentSettings } from '@/workflow/document';
import { idsOf, type TaskRecord } from '@/workflow/task-record';
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
  if (!sameJson(oldFields, newFields) || !isSameOrder(old, now)) return undefined;
  return editBody(parts, name, idsOf(old).length, taskChanges(old, now));
}

/** Whether tasks that are in both records are in the same order. */
function isSameOrder(before: TaskRecord, after: TaskRecord): boolean {
  const both = idsOf(after).filter((id) => Object.hasOwn(before, id));
  return sameInOrder(
    idsOf(before).filter((id) => Object.hasOwn(after, id)),
    both,
  );
}
