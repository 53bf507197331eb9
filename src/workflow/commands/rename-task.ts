import { ok, type Result } from '@/base/result';
import type { ModelChange } from '../change';
import { taskOf, type WorkflowDocument } from '../document';
import { mapAgent } from '../expressions/task-texts';
import { readsOf } from '../graph/reads';
import { type TaskId, taskIdSchema } from '../names';
import { changeBetween } from './change-between';
import { mapLayoutIds, mapTasks } from './edits';
import { quoted, type Refusal, refuse, refuseUnknown } from './refusal';
import { type Renaming, renameInContext, renameReferences, renamingVisitor } from './rename-references';

/** What {@link renameTask} is told. */
export interface RenameTask {
  readonly id: TaskId;
  readonly newId: string;
}

/** Gives a task another id, wherever it is named: wires, templates, inputs, expressions, context settings, layout. */
export function renameTask(document: WorkflowDocument, { id, newId }: RenameTask): Result<ModelChange, Refusal> {
  const unknown = refuseUnknown(document, [id]);
  if (unknown !== undefined) return unknown;
  if (newId === id) return ok(changeBetween(document, document));
  const checked = taskIdSchema.safeParse(newId);
  if (!checked.success) return refuse(checked.error.issues[0]?.message ?? `“${newId}” is no id.`);
  if (taskOf(document, newId) !== undefined) return refuse(`There is a task “${newId}” already. Choose another name.`);
  const hiding = hidingTask(document, id, newId);
  if (hiding !== undefined) {
    const where = quoted(document, hiding);
    return refuse(
      `${where} has an input or variable “${newId}”, which would hide the renamed task there. Choose another name.`,
    );
  }

  const renaming: Renaming = {
    to: new Map([[id, newId]]),
    isTask: (name) => taskOf(document, name) !== undefined,
  };
  const next = mapTasks(
    mapLayoutIds(document, (one) => renaming.to.get(one) ?? one),
    (one, task) => [renaming.to.get(one) ?? one, renameReferences(task, renaming)],
  );
  return ok(changeBetween(document, renameInSettings(next, renaming)));
}

/** A task that reads the renamed one and has a value of the new name, which would be taken instead. */
function hidingTask(document: WorkflowDocument, id: TaskId, newId: string): string | undefined {
  for (const [reader, task] of Object.entries(document.tasks)) {
    const hides = Object.hasOwn(task.inputs ?? {}, newId) || Object.hasOwn(task.variables ?? {}, newId);
    if (hides && readsOf(task).has(id)) return reader;
  }
  return undefined;
}

function renameInSettings(document: WorkflowDocument, renaming: Renaming): WorkflowDocument {
  const { context, agents } = document;
  const visitor = renamingVisitor(renaming);
  return {
    ...document,
    ...(context ? { context: renameInContext(context, renaming) } : {}),
    ...(agents
      ? {
          agents: Object.fromEntries(
            Object.entries(agents).map(([name, agent]) => [name, mapAgent(agent, visitor, [])]),
          ),
        }
      : {}),
  };
}
