import { nameProblem } from '@/base/name';
import { ok, type Result } from '@/base/result';
import { type Point, taskOf, type WorkflowDocument } from '../../document';
import { functionOf } from '../../function-path';
import { buildGraph, wouldCycle } from '../../graph/graph';
import type { TaskId } from '../../names';
import { containerPath, segmentOf, type TaskPath } from '../../task-path';
import type { TaskType } from '../../tasks';
import { blankTasks } from '../../tasks/blank-tasks';
import { withItemsFrom } from '../edges/connect-tasks';
import { type EditRefusal, quoted, refuse, refuseUnknown } from '../edit-refusal';
import { withDependencies, withPositions, withTasks } from '../edits';
import { inGroup } from '../in-group';
import { putTasks, siblingIds } from './arrange-tasks';
import { hidingIds } from './hiding-ids';
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
  const into = args.into ?? { kind: 'graph', container: neighbour && containerPath(neighbour) };
  const problem = id === undefined ? undefined : nameProblem(id);
  if (problem !== undefined) return refuse(problem);
  if (id !== undefined && siblingIds(document, into.container).includes(id)) {
    return refuse(`There is a task “${id}” already. Choose another name.`);
  }
  const refusal = placeRefusal(document, into, 1);
  if (refusal !== undefined) return refuse(refusal);
  const piece = { task: blankTasks[type], id };
  const put = putTasks(document, into, [piece], hidingIds(document, into.container, []));
  const [taskPath = ''] = put.taskPaths;
  if (into.kind !== 'graph') return ok({ document: put.document, taskPath });
  const wired = inGroup(put.document, into.container, (beside) =>
    between(beside, segmentOf(taskPath), after && segmentOf(after), before && segmentOf(before)),
  );
  if (!wired.ok) return wired;
  return ok({ document: at === undefined ? wired.value : withPositions(wired.value, [[taskPath, at]]), taskPath });
}

/** Wires a new task between its neighbours. */
function between(
  document: WorkflowDocument,
  id: string,
  after: string | undefined,
  before: string | undefined,
): Result<WorkflowDocument, EditRefusal> {
  const neighbours = [after, before].filter((neighbour) => neighbour !== undefined);
  if (neighbours.some((neighbour) => functionOf(neighbour) !== undefined))
    return refuse('The task of a function has no task beside it.');
  const unknown = refuseUnknown(document, neighbours);
  if (unknown !== undefined) return unknown;
  if (after !== undefined && before !== undefined) {
    if (wouldCycle(buildGraph(document), after as TaskId, before as TaskId)) {
      return refuse(`${quoted(document, after)} waits for ${quoted(document, before)}, so nothing fits between them.`);
    }
  }
  const task = taskOf(document, id);
  const added =
    after !== undefined && task
      ? withTasks(document, [[id, withDependencies(withItemsFrom(task, after), [after])]])
      : document;
  const follower = before === undefined ? undefined : taskOf(added, before);
  if (before === undefined || follower === undefined) return ok(added);
  const dependsOn: readonly string[] = follower.dependsOn ?? [];
  const replaced = after !== undefined && dependsOn.includes(after);
  const joined = replaced ? dependsOn.map((one) => (one === after ? id : one)) : [...dependsOn, id];
  return ok(withTasks(added, [[before, withDependencies(follower, joined)]]));
}
