import { nameProblem } from '@/base/name';
import { ok, type Result } from '@/base/result';
import { type Point, taskOf, type WorkflowDocument } from '../document';
import { buildGraph, wouldCycle } from '../graph/graph';
import type { TaskId } from '../names';

import { type TaskType, taskTypeInfo } from '../tasks';
import { blankTasks } from '../tasks/blank-tasks';
import { type EditRefusal, quoted, refuse, refuseUnknown } from './edit-refusal';
import { withDependencies, withPositions, withTasks } from './edits';
import { freshId } from './fresh-id';

/** Arguments of {@link addTask}. */
export interface AddTask {
  /** Left out: the name of the type with a number, such as `sequence_1`. */
  readonly id?: string;
  readonly type: TaskType;
  readonly at: Point;
  /** The task that the new one waits for. */
  readonly after?: TaskId;
  /** The task that waits for the new one, and no longer directly for `after`. */
  readonly before?: TaskId;
}

/** Adds an empty task at the end of the document, connected if asked to. `addedTasks` of the change has its id. */
export function addTask(
  document: WorkflowDocument,
  { id, type, at, after, before }: AddTask,
): Result<WorkflowDocument, EditRefusal> {
  const newId = id ?? freshId(taskTypeInfo[type].id, 1, (taken) => taskOf(document, taken) !== undefined);
  const problem = nameProblem(newId);
  if (problem !== undefined) return refuse(problem);
  if (taskOf(document, newId) !== undefined) return refuse(`There is a task “${newId}” already. Choose another name.`);
  const unknown = refuseUnknown(
    document,
    [after, before].filter((neighbour) => neighbour !== undefined),
  );
  if (unknown !== undefined) return unknown;
  if (after !== undefined && before !== undefined && wouldCycle(buildGraph(document), after, before)) {
    return refuse(`${quoted(document, after)} waits for ${quoted(document, before)}, so nothing fits between them.`);
  }

  let next = withTasks(document, [[newId, withDependencies(blankTasks[type], after === undefined ? [] : [after])]]);
  const follower = before === undefined ? undefined : taskOf(document, before);
  if (before !== undefined && follower !== undefined) {
    const dependsOn = follower.dependsOn ?? [];
    const replaced = after !== undefined && dependsOn.includes(after);
    const joined = replaced ? dependsOn.map((one) => (one === after ? newId : one)) : [...dependsOn, newId];
    next = withTasks(next, [[before, withDependencies(follower, joined)]]);
  }
  return ok(withPositions(next, [[newId, at]]));
}
