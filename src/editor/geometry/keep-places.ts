import type { Result } from '@/base/result';
import { withPositions } from '@/workflow/commands/edits';
import { taskOf, type WorkflowDocument } from '@/workflow/document';
import { functionOf } from '@/workflow/function-path';
import { containerPath, locateTask, rootOf, type TaskPath } from '@/workflow/task-path';
import { positionIn } from './box-sizes';
import { boxesAround } from './boxes';
import { layoutDifference } from './layout-difference';

/**
 * The edit with nothing moved that it does not touch: where it places a task among others without a position, those
 * keep, as part of the same edit, the places where they are drawn. Otherwise they would be laid out anew beside it.
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

/** The document with a position for each task that has none, in every graph where the edit places tasks. */
function withDrawnPlaces(before: WorkflowDocument, after: WorkflowDocument): WorkflowDocument {
  if (before.layout === after.layout) return before;
  const touched = layoutDifference(before.layout, after.layout).filter((taskPath) =>
    isPlacedAnew(before, after, taskPath),
  );
  const containers = new Set(touched.map(containerPath).filter((container) => isGraph(before, container)));
  const positions = [...containers].flatMap((container) => {
    const boxes = [...boxesAround(before, container).values()];
    const beside = boxes.filter(({ taskPath }) => containerPath(taskPath) === container);
    return beside.flatMap(({ taskPath, at }) =>
      positionIn(before.layout, taskPath) === undefined ? [[taskPath, at] as const] : [],
    );
  });
  return withPositions(before, positions);
}

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
