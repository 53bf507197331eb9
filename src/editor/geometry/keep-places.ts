import { isSameJson } from '@/base/json';
import type { Result } from '@/base/result';
import { setPositions } from '@/workflow/commands/edits';
import { findTopTask, type WorkflowDocument } from '@/workflow/document';
import { findFunctionName } from '@/workflow/function-path';
import type { TaskId } from '@/workflow/names';
import { buildPartPath, findContainerPath, getRootPath, locateTask, type TaskPath } from '@/workflow/task-path';
import { compareTaskRecords, type TaskRecord } from '@/workflow/task-record';
import { getPosition } from './box-sizes';
import { type Box, computeBoxesAround } from './boxes';
import { isSamePoint, listLayoutDifferences } from './layout-difference';

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
    const kept = storeDrawnPlaces(document, made.value);
    return kept === document ? made : command(kept);
  };
}

/** The document with a position for each task that has none, in every graph where the edit would move some. */
function storeDrawnPlaces(before: WorkflowDocument, after: WorkflowDocument): WorkflowDocument {
  const touched =
    before.layout === after.layout
      ? []
      : listLayoutDifferences(before.layout, after.layout).filter((taskPath) => isPlacedAnew(before, after, taskPath));
  const placedIn = touched.map(findContainerPath).filter((container) => isGraph(before, container));
  const rewired = listRewiredGraphs(before.tasks, after.tasks, undefined).filter((container) =>
    isMovingOthers(before, after, container),
  );
  const containers = new Set([...placedIn, ...rewired]);
  return setPositions(
    before,
    [...containers].flatMap((container) =>
      listUnplaced(before, container).map(({ taskPath, at }) => [taskPath, at] as const),
    ),
  );
}

/** The tasks in a container that have no position of their own, as they are drawn. */
function listUnplaced(document: WorkflowDocument, container: TaskPath | undefined): readonly Box[] {
  const boxes = [...computeBoxesAround(document, container).values()];
  return boxes.filter(
    ({ taskPath }) => findContainerPath(taskPath) === container && getPosition(document.layout, taskPath) === undefined,
  );
}

/** Whether an edit moves tasks in a container that stay there and have no position. */
function isMovingOthers(before: WorkflowDocument, after: WorkflowDocument, container: TaskPath | undefined): boolean {
  const drawn = listUnplaced(before, container);
  if (drawn.length === 0 || (container !== undefined && !isGraph(after, container))) return false;
  const now = computeBoxesAround(after, container);
  return drawn.some(({ taskPath, at }) => {
    const box = now.get(taskPath);
    return box !== undefined && !isSamePoint(box.at, at);
  });
}

/**
 * The containers, `undefined` for the workflow, whose tasks wait for others than before, or are others. Only what
 * differs is looked at.
 */
function listRewiredGraphs(
  before: TaskRecord,
  after: TaskRecord,
  container: TaskPath | undefined,
): readonly (TaskPath | undefined)[] {
  const { ids } = compareTaskRecords(before, after);
  const isRewired = ids.some(
    (id) =>
      !isSameJson(
        before[id]?.dependsOn ?? standForNoTask(before, id),
        after[id]?.dependsOn ?? standForNoTask(after, id),
      ),
  );
  const inside = ids.flatMap((id) => {
    const [was, is] = [before[id], after[id]];
    if (was?.type !== 'group' || is?.type !== 'group') return [];
    return listRewiredGraphs(
      was.subtasks ?? {},
      is.subtasks ?? {},
      container === undefined ? id : buildPartPath(container, id),
    );
  });
  return isRewired ? [container, ...inside] : inside;
}

/** What stands for the waits of a task without any: a task that is not there differs from it. */
const standForNoTask = (tasks: TaskRecord, id: TaskId): readonly string[] | null =>
  Object.hasOwn(tasks, id) ? [] : null;

/** Whether a task gets a place, and did not merely take one along with a new name. */
function isPlacedAnew(before: WorkflowDocument, after: WorkflowDocument, taskPath: TaskPath): boolean {
  if (findFunctionName(getRootPath(taskPath)) === taskPath || getPosition(after.layout, taskPath) === undefined)
    return false;
  return locateTask(before, taskPath) !== undefined || countPlaced(after) > countPlaced(before);
}

const countPlaced = ({ layout }: WorkflowDocument): number => Object.keys(layout?.tasks ?? {}).length;

/** Whether the tasks in a container lie by what they wait for: then one more moves the others. */
function isGraph(document: WorkflowDocument, container: TaskPath | undefined): boolean {
  if (container === undefined) return true;
  const task = findTopTask(document, container) ?? locateTask(document, container)?.task;
  return task?.type === 'group';
}
