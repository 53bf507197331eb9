import { nameProblem } from '@/base/name';
import { ok, type Result } from '@/base/result';
import { findTopTask, type WorkflowDocument } from '../../document';
import { mapAgent } from '../../expressions/task-texts';
import type { Scope } from '../../graph/scope';
import { createDocumentSiblings, createGlobalScope, createTaskScope } from '../../graph/task-scopes';
import { mapField, mapMembers } from '../../map-same';
import type { TaskId } from '../../names';
import { type EditRefusal, quoteTask, refuseEdit, refuseUnknown } from '../edit-refusal';
import { mapLayoutIds, mapTasks } from '../edits';
import { type Clash, findClash } from './rename-clash';
import { renameInTests } from './rename-in-tests';
import { createRenamingVisitor, type Renaming, renameInContext, renameReferences } from './rename-references';

/** Arguments of {@link renameTask}. */
export interface RenameTask {
  readonly id: TaskId;
  readonly newId: string;
}

/** Renames a task wherever its id is used: wires, templates, inputs, expressions, context settings, tests, layout. */
export function renameTask(
  document: WorkflowDocument,
  { id, newId }: RenameTask,
): Result<WorkflowDocument, EditRefusal> {
  return renameTasks(document, new Map([[id, newId]]));
}

/** Renames several tasks at once, as {@link renameTask}. They may swap their ids. */
export function renameTasks(
  document: WorkflowDocument,
  newIds: ReadonlyMap<TaskId, string>,
): Result<WorkflowDocument, EditRefusal> {
  const unknown = refuseUnknown(document, newIds.keys());
  if (unknown !== undefined) return unknown;
  const to = new Map([...newIds].filter(([id, newId]) => id !== newId));
  if (to.size === 0) return ok(document);
  const among = createDocumentSiblings(document);
  const taken = new Set<string>();
  for (const newId of to.values()) {
    const problem = nameProblem(newId);
    if (problem !== undefined) return refuseEdit(problem);
    const isTaken = taken.has(newId) || (findTopTask(document, newId) !== undefined && !to.has(newId as TaskId));
    if (isTaken) return refuseEdit(`There is a task “${newId}” already. Choose another name.`);
    taken.add(newId);
    const [returning] = among.returning(newId) ?? [];
    if (returning !== undefined) {
      return refuseEdit(
        `${quoteTask(document, returning)} returns a value of the name “${newId}”. Choose another name.`,
      );
    }
  }
  const renaming: Renaming = { to, among };
  const next = mapTasks(
    mapLayoutIds(document, (one) => to.get(one as TaskId) ?? one),
    (one, task) => [to.get(one) ?? one, renameReferences(task, createTaskScope(document, among, one, task), renaming)],
  );
  const clash = findClash(document, next, renaming);
  return clash === undefined
    ? ok(renameInTests(renameInSettings(next, renaming), (one) => to.get(one as TaskId) ?? one))
    : refuseEdit(formatClash(quoteTask(document, clash.reader), clash));
}

function formatClash(reader: string, { isHidden, name }: Clash): string {
  const what = isHidden
    ? `${reader} has an input or variable “${name}”, which would hide the renamed task there.`
    : `${reader} reads another value “${name}”, which the renamed task would hide.`;
  return `${what} Choose another name.`;
}

function renameInSettings(document: WorkflowDocument, renaming: Renaming): WorkflowDocument {
  const visitor = createRenamingVisitor(renaming);
  const scope: Scope = { beside: { siblings: renaming.among, member: undefined }, outer: createGlobalScope(document) };
  const settled = mapField(document, 'context', (context) => renameInContext(context, scope, renaming));
  return mapField(settled, 'agents', (agents) => mapMembers(agents, (agent) => mapAgent(agent, scope, visitor, [])));
}
