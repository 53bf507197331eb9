import { isSameJson } from '@/base/json';
import { ok, type Result } from '@/base/result';
import { findTopTask, type WorkflowDocument } from '../../document';
import { buildGraph, isMakingCycle } from '../../graph/graph';
import type { TaskId } from '../../names';
import type { Task } from '../../tasks';
import { blankTasks } from '../../tasks/blank-tasks';
import { type EditRefusal, quoteTask, refuseEdit, refuseUnknown } from '../edit-refusal';
import { replaceTasks, setDependencies } from '../edits';

/** A wire: `to` waits for `from`. */
export interface TaskEdge {
  readonly from: TaskId;
  readonly to: TaskId;
}

/** Why a wire cannot be drawn, or undefined if it can. Also called while a person draws the wire. */
export function refuseWire(document: WorkflowDocument, { from, to }: TaskEdge): Result<never, EditRefusal> | undefined {
  const unknown = refuseUnknown(document, [from, to]);
  if (unknown !== undefined) return unknown;
  const [source, target] = [quoteTask(document, from), quoteTask(document, to)];
  if (from === to) return refuseEdit(`${source} cannot wait for itself.`);
  const waiting = findTopTask(document, to);
  // A second wire gives a map its items, if it still has those of a blank one.
  if (waiting?.dependsOn?.includes(from) && takeItemsFrom(waiting, from) === waiting)
    return refuseEdit(`${target} already waits for ${source}.`);
  if (isMakingCycle(buildGraph(document), from, to)) {
    return refuseEdit(
      `${source} already waits for ${target}, so this wire would make a cycle and neither could start.`,
    );
  }
  return undefined;
}

/** Makes one task wait for another. */
export function connectTasks(document: WorkflowDocument, wire: TaskEdge): Result<WorkflowDocument, EditRefusal> {
  const refused = refuseWire(document, wire);
  const target = findTopTask(document, wire.to);
  if (refused !== undefined || target === undefined) return refused ?? refuseEdit(`No task “${wire.to}”.`);
  const connected = setDependencies(takeItemsFrom(target, wire.from), [
    ...new Set([...(target.dependsOn ?? []), wire.from]),
  ]);
  return ok(replaceTasks(document, [[wire.to, connected]]));
}

/** A map or a reduce that has the items of a blank one, or none, goes over what the wire brings instead. */
export function takeItemsFrom(task: Task, from: string): Task {
  if (task.type !== 'map' && task.type !== 'reduce') return task;
  const isFree = isSameJson(task.items, blankTasks[task.type].items) || isSameJson(task.items, []);
  return isFree ? { ...task, items: { from } } : task;
}
