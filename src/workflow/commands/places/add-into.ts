import { nameProblem } from '@/base/name';
import { ok, type Result } from '@/base/result';
import { findTopTask, type Point, type WorkflowDocument } from '../../document';
import { findFunctionName } from '../../function-path';
import { buildGraph, isMakingCycle } from '../../graph/graph';
import type { TaskId } from '../../names';
import { findContainerPath, getLastSegment, type TaskPath } from '../../task-path';
import type { TaskType } from '../../tasks';
import { blankTasks } from '../../tasks/blank-tasks';
import { takeItemsFrom } from '../edges/connect-tasks';
import { type EditRefusal, quoteTask, refuseEdit, refuseUnknown } from '../edit-refusal';
import { replaceTasks, setDependencies, setPositions } from '../edits';
import { editInGroup } from '../in-group';
import { listSiblingIds, putTasks } from './arrange-tasks';
import { createHidingTest } from './hiding-ids';
import { placeRefusal, type TaskPlace } from './task-place';

/** Arguments of {@link addInto}. */
export interface AddInto {
  readonly type: TaskType;
  /** Left out: beside the neighbours or, without any, among the tasks of the document. */
  readonly into?: TaskPlace | undefined;
  /** Left out: the name of the type with a number, such as `sequence_1`. */
  readonly id?: string | undefined;
  /** Its position in a graph, from the upper left of the content of its container. */
  readonly at?: Point | undefined;
  /** The task of the same graph that the new one waits for. */
  readonly after?: TaskPath | undefined;
  /** The task of the same graph that waits for the new one, and no longer directly for `after`. */
  readonly before?: TaskPath | undefined;
}

/** A new task and its path. */
export interface AddedTask {
  readonly document: WorkflowDocument;
  readonly taskPath: TaskPath;
}

/** Adds an empty task at a place, at any depth, connected if asked to. */
export function addInto(document: WorkflowDocument, args: AddInto): Result<AddedTask, EditRefusal> {
  const { type, id, at, after, before } = args;
  const neighbour = after ?? before;
  const into = args.into ?? { kind: 'graph', container: neighbour && findContainerPath(neighbour) };
  const problem = id === undefined ? undefined : nameProblem(id);
  if (problem !== undefined) return refuseEdit(problem);
  if (id !== undefined && listSiblingIds(document, into.container).includes(id)) {
    return refuseEdit(`There is a task “${id}” already. Choose another name.`);
  }
  const refusal = placeRefusal(document, into, 1);
  if (refusal !== undefined) return refuseEdit(refusal);
  const piece = { task: blankTasks[type], id };
  const put = putTasks(document, into, [piece], createHidingTest(document, into.container, []));
  const [taskPath = ''] = put.taskPaths;
  if (into.kind !== 'graph') return ok({ document: put.document, taskPath });
  const wired = editInGroup(put.document, into.container, (beside) =>
    wireBetween(beside, getLastSegment(taskPath), after && getLastSegment(after), before && getLastSegment(before)),
  );
  if (!wired.ok) return wired;
  return ok({ document: at === undefined ? wired.value : setPositions(wired.value, [[taskPath, at]]), taskPath });
}

/** Wires a new task between its neighbours. */
function wireBetween(
  document: WorkflowDocument,
  id: string,
  after: string | undefined,
  before: string | undefined,
): Result<WorkflowDocument, EditRefusal> {
  const neighbours = [after, before].filter((neighbour) => neighbour !== undefined);
  if (neighbours.some((neighbour) => findFunctionName(neighbour) !== undefined))
    return refuseEdit('The task of a function has no task beside it.');
  const unknown = refuseUnknown(document, neighbours);
  if (unknown !== undefined) return unknown;
  if (after !== undefined && before !== undefined) {
    if (isMakingCycle(buildGraph(document), after as TaskId, before as TaskId)) {
      return refuseEdit(
        `${quoteTask(document, after)} waits for ${quoteTask(document, before)}, so nothing fits between them.`,
      );
    }
  }
  const task = findTopTask(document, id);
  const added =
    after !== undefined && task
      ? replaceTasks(document, [[id, setDependencies(takeItemsFrom(task, after), [after])]])
      : document;
  const follower = before === undefined ? undefined : findTopTask(added, before);
  if (before === undefined || follower === undefined) return ok(added);
  const dependsOn: readonly string[] = follower.dependsOn ?? [];
  const replaced = after !== undefined && dependsOn.includes(after);
  const joined = replaced ? dependsOn.map((one) => (one === after ? id : one)) : [...dependsOn, id];
  return ok(replaceTasks(added, [[before, setDependencies(follower, joined)]]));
}
