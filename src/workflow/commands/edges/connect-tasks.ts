import { sameJson } from '@/base/json';
import { ok, type Result } from '@/base/result';
import { taskOf, type WorkflowDocument } from '../../document';
import { buildGraph, wouldCycle } from '../../graph/graph';
import type { TaskId } from '../../names';
import type { Task } from '../../tasks';
import { blankTasks } from '../../tasks/blank-tasks';
import { type EditRefusal, quoted, refuse, refuseUnknown } from '../edit-refusal';
import { withDependencies, withTasks } from '../edits';

/** A wire: `to` waits for `from`. */
export interface TaskEdge {
  readonly from: TaskId;
  readonly to: TaskId;
}

/** Why a wire cannot be drawn, or undefined if it can. Also called while a person draws the wire. */
export function refuseWire(document: WorkflowDocument, { from, to }: TaskEdge): Result<never, EditRefusal> | undefined {
  const unknown = refuseUnknown(document, [from, to]);
  if (unknown !== undefined) return unknown;
  const [source, target] = [quoted(document, from), quoted(document, to)];
  if (from === to) return refuse(`${source} cannot wait for itself.`);
  const waiting = taskOf(document, to);
  // A second wire gives a map its items, if it still has those of a blank one.
  if (waiting?.dependsOn?.includes(from) && withItemsFrom(waiting, from) === waiting)
    return refuse(`${target} already waits for ${source}.`);
  if (wouldCycle(buildGraph(document), from, to)) {
    return refuse(`${source} already waits for ${target}, so this wire would make a cycle and neither could start.`);
  }
  return undefined;
}

/** Makes one task wait for another. */
export function connectTasks(document: WorkflowDocument, wire: TaskEdge): Result<WorkflowDocument, EditRefusal> {
  const refused = refuseWire(document, wire);
  const target = taskOf(document, wire.to);
  if (refused !== undefined || target === undefined) return refused ?? refuse(`No task “${wire.to}”.`);
  const connected = withDependencies(withItemsFrom(target, wire.from), [
    ...new Set([...(target.dependsOn ?? []), wire.from]),
  ]);
  return ok(withTasks(document, [[wire.to, connected]]));
}

/** A map or a reduce that has the items of a blank one, or none, goes over what the wire brings instead. */
export function withItemsFrom(task: Task, from: string): Task {
  if (task.type !== 'map' && task.type !== 'reduce') return task;
  const isFree = sameJson(task.items, blankTasks[task.type].items) || sameJson(task.items, []);
  return isFree ? { ...task, items: { from } } : task;
}
