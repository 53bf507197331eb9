import { ok, type Result } from '@/base/result';
import { findTopTask, type WorkflowDocument } from '../../document';
import { buildGraph, isMakingCycle } from '../../graph/graph';
import { listPorts } from '../../graph/ports';
import type { TaskId } from '../../names';
import { findContainerPath, getLastSegment, type TaskPath } from '../../task-path';
import type { Task } from '../../tasks';
import { type EditRefusal, quoteTask, refuseEdit, refuseUnknown } from '../edit-refusal';
import { replaceTasks, setDependencies } from '../edits';
import { editInGroup } from '../in-group';
import { type TaskEdge, takeItemsFrom } from './connect-tasks';
import { isPortReading, setPortOfTask } from './set-port';

/** Arguments of {@link insertOnEdge}: a task, and the wire that it goes into. */
export interface InsertOnEdge extends TaskEdge {
  readonly task: TaskId;
}

/** The same at any depth; the paths are of tasks of the same graph. */
export function insertOnEdgeAt(
  document: WorkflowDocument,
  { task, from, to }: { readonly task: TaskPath; readonly from: TaskPath; readonly to: TaskPath },
): Result<WorkflowDocument, EditRefusal> {
  const id = (taskPath: TaskPath) => getLastSegment(taskPath) as TaskId;
  return editInGroup(document, findContainerPath(to), (beside) =>
    insertOnEdge(beside, { task: id(task), from: id(from), to: id(to) }),
  );
}

/**
 * Inserts an existing task into an edge: it waits for `from`, and `to` waits for it instead of `from`. A port of `to`
 * that reads the whole result of `from` reads that of the task instead.
 */
export function insertOnEdge(
  document: WorkflowDocument,
  { task: id, from, to }: InsertOnEdge,
): Result<WorkflowDocument, EditRefusal> {
  const unknown = refuseUnknown(document, [id, from, to]);
  if (unknown !== undefined) return unknown;
  const task = findTopTask(document, id);
  const target = findTopTask(document, to);
  if (task === undefined || !target?.dependsOn?.includes(from)) {
    return refuseEdit(`${quoteTask(document, to)} does not wait for ${quoteTask(document, from)}.`);
  }
  if (id === from || id === to) return refuseEdit(`${quoteTask(document, id)} is an end of this wire.`);
  const graph = buildGraph(document);
  if (isMakingCycle(graph, from, id) || isMakingCycle(graph, id, to)) {
    return refuseEdit(`${quoteTask(document, id)} cannot go into this wire: that would make a cycle.`);
  }
  const joined = target.dependsOn.map((dependency) => (dependency === from ? id : dependency));
  const next = replaceTasks(document, [
    [id, setDependencies(takeItemsFrom(task, from), [...(task.dependsOn ?? []), from])],
    [to, setDependencies(readFromInstead(document, target, from, id), joined)],
  ]);
  return ok(next);
}

function readFromInstead(document: WorkflowDocument, target: Task, from: TaskId, instead: TaskId): Task {
  return listPorts(document, target)
    .filter(({ name, reads }) => name !== 'attachments' && reads[0] === from && isPortReading(target, name))
    .reduce((task, { name }) => setPortOfTask(task, name, instead), target);
}
