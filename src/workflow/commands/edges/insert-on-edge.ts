import { ok, type Result } from '@/base/result';
import { taskOf, type WorkflowDocument } from '../../document';
import { buildGraph, wouldCycle } from '../../graph/graph';
import { portsOf } from '../../graph/ports';
import type { TaskId } from '../../names';
import { containerPath, segmentOf, type TaskPath } from '../../task-path';
import type { Task } from '../../tasks';
import { type EditRefusal, quoted, refuse, refuseUnknown } from '../edit-refusal';
import { withDependencies, withTasks } from '../edits';
import { inGroup } from '../in-group';
import { type TaskEdge, withItemsFrom } from './connect-tasks';
import { isPortReading, withPort } from './set-port';

/** Arguments of {@link insertOnEdge}: a task, and the wire that it goes into. */
export interface InsertOnEdge extends TaskEdge {
  readonly task: TaskId;
}

/** The same at any depth; the paths are of tasks of the same graph. */
export function insertOnEdgeAt(
  document: WorkflowDocument,
  { task, from, to }: { readonly task: TaskPath; readonly from: TaskPath; readonly to: TaskPath },
): Result<WorkflowDocument, EditRefusal> {
  const id = (taskPath: TaskPath) => segmentOf(taskPath) as TaskId;
  return inGroup(document, containerPath(to), (beside) =>
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
  const task = taskOf(document, id);
  const target = taskOf(document, to);
  if (task === undefined || !target?.dependsOn?.includes(from)) {
    return refuse(`${quoted(document, to)} does not wait for ${quoted(document, from)}.`);
  }
  if (id === from || id === to) return refuse(`${quoted(document, id)} is an end of this wire.`);
  const graph = buildGraph(document);
  if (wouldCycle(graph, from, id) || wouldCycle(graph, id, to)) {
    return refuse(`${quoted(document, id)} cannot go into this wire: that would make a cycle.`);
  }
  const joined = target.dependsOn.map((dependency) => (dependency === from ? id : dependency));
  const next = withTasks(document, [
    [id, withDependencies(withItemsFrom(task, from), [...(task.dependsOn ?? []), from])],
    [to, withDependencies(readingInstead(document, target, from, id), joined)],
  ]);
  return ok(next);
}

function readingInstead(document: WorkflowDocument, target: Task, from: TaskId, instead: TaskId): Task {
  return portsOf(document, target)
    .filter(({ name, reads }) => name !== 'attachments' && reads[0] === from && isPortReading(target, name))
    .reduce((task, { name }) => withPort(task, name, instead), target);
}
