import { sameJson } from '@/base/json';
import type { Result } from '@/base/result';
import { withPositions } from '@/workflow/commands/edits';
import { taskOf, type WorkflowDocument } from '@/workflow/document';
import { functionOf } from '@/workflow/function-path';
import type { TaskId } from '@/workflow/names';
import { containerPath, locateTask, partPath, rootOf, type TaskPath } from '@/workflow/task-path';
import { type TaskRecord, tasksDifference } from '@/workflow/task-record';
import { positionIn } from './box-sizes';
import { type Box, boxesAround } from './boxes';
import { isSamePoint, layoutDifference } from './layout-difference';

/**
 * The edit with nothing moved that it does not touch: where it places a task among others without a position, or lets
 * them wait otherwise, those keep, as part of the same edit, the places where they are drawn. Otherwise they would be
 * laid out anew.
 */
export function keepPlaces<E>(
  command: (document: WorkflowDocument) => Result<WorkflowDocument, E>,
): (document: WorkflowDocument) => Result<WorkflowDocument, E> {
  return (document) => {
    const made = command(document);
    if (!made.ok) return made;
    const kept = withDrawnPlaces(document, made.value);
    return kept === document ? made : command(kept);
  };
}

/** The document with a position for each task that has none, in every graph where the edit would move some. */
function withDrawnPlaces(before: WorkflowDocument, after: WorkflowDocument): WorkflowDocument {
  const touched =
    before.layout === after.layout
      ? []
      : layoutDifference(before.layout, after.layout).filter((taskPath) => isPlacedAnew(before, after, taskPath));
  const placedIn = touched.map(containerPath).filter((container) => isGraph(before, container));
  const rewired = rewiredGraphs(before.tasks, after.tasks, undefined).filter((container) =>
    movesOthers(before, after, container),
  );
  const containers = new Set([...placedIn, ...rewired]);
  return withPositions(
    before,
    [...containers].flatMap((container) =>
      unplacedIn(before, container).map(({ taskPath, at }) => [taskPath, at] as const),
    ),
  );
}

/** The tasks in a container that have no position of their own, as they are drawn. */
function unplacedIn(document: WorkflowDocument, container: TaskPath | undefined): readonly Box[] {
  const boxes = [...boxesAround(document, container).values()];
  return boxes.filter(
    ({ taskPath }) => containerPath(taskPath) === container && positionIn(document.layout, taskPath) === undefined,
  );
}

/** Whether an edit moves tasks in a container that stay there and have no position. */
function movesOthers(before: WorkflowDocument, after: WorkflowDocument, container: TaskPath | undefined): boolean {
  const drawn = unplacedIn(before, container);
  if (drawn.length === 0 || (container !== undefined && !isGraph(after, container))) return false;
  const now = boxesAround(after, container);
  return drawn.some(({ taskPath, at }) => {
    const box = now.get(taskPath);
    return box !== undefined && !isSamePoint(box.at, at);
  });
}

/**
 * The containers, `undefined` for the workflow, whose tasks wait for others than before, or are others. Only what
 * differs is looked at.
 */
function rewiredGraphs(
  before: TaskRecord,
  after: TaskRecord,
  container: TaskPath | undefined,
): readonly (TaskPath | undefined)[] {
  const { ids } = tasksDifference(before, after);
  const isRewired = ids.some(
    (id) => !sameJson(before[id]?.dependsOn ?? noTask(before, id), after[id]?.dependsOn ?? noTask(after, id)),
  );
  const inside = ids.flatMap((id) => {
    const [was, is] = [before[id], after[id]];
    if (was?.type !== 'group' || is?.type !== 'group') return [];
    return rewiredGraphs(was.subtasks ?? {}, is.subtasks ?? {}, container === undefined ? id : partPath(container, id));
  });
  return isRewired ? [container, ...inside] : inside;
}

/** What stands for the waits of a task without any: a task that is not there differs from it. */
const noTask = (tasks: TaskRecord, id: TaskId): readonly string[] | null => (Object.hasOwn(tasks, id) ? [] : null);

/** Whether a task gets a place, and did not merely take one along with a new name. */
function isPlacedAnew(before: WorkflowDocument, after: WorkflowDocument, taskPath: TaskPath): boolean {
  if (functionOf(rootOf(taskPath)) === taskPath || positionIn(after.layout, taskPath) === undefined) return false;
  return locateTask(before, taskPath) !== undefined || countPlaced(after) > countPlaced(before);
}

const countPlaced = ({ layout }: WorkflowDocument): number => Object.keys(layout?.tasks ?? {}).length;

/** Whether the tasks in a container lie by what they wait for: then one more moves the others. */
function isGraph(document: WorkflowDocument, container: TaskPath | undefined): boolean {
  if (container === undefined) return true;
  const task = taskOf(document, container) ?? locateTask(document, container)?.task;
  return task?.type === 'group';
}
