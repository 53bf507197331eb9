import type { WorkflowDocument } from '../../document';
import { graphOf } from '../../graph/graph';
import { containerPath, locateTask, partsOf, segmentOf, type TaskPath } from '../../task-path';

/** In the order in which they run, else in that of the document: so they come into a list. */
export function inRunOrder(document: WorkflowDocument, taskPaths: readonly TaskPath[]): readonly TaskPath[] {
  const ranks = new Map<TaskPath | undefined, Map<string, number>>();
  const rankOf = (taskPath: TaskPath) => {
    const container = containerPath(taskPath);
    const known = ranks.get(container) ?? new Map(segmentsOf(document, container).map((one, index) => [one, index]));
    ranks.set(container, known);
    return known.get(segmentOf(taskPath)) ?? 0;
  };
  return [...new Set(taskPaths)]
    .map((taskPath, index) => ({ taskPath, container: containerPath(taskPath) ?? '', rank: rankOf(taskPath), index }))
    .sort((a, b) => (a.container === b.container ? a.rank - b.rank : a.index - b.index))
    .map(({ taskPath }) => taskPath);
}

function segmentsOf(document: WorkflowDocument, container: TaskPath | undefined): readonly string[] {
  if (container === undefined) return graphOf(document.tasks).order;
  const task = locateTask(document, container)?.task;
  if (task === undefined) return [];
  const own = task.type === 'group' ? graphOf(task.subtasks ?? {}).order : [];
  return [...new Set<string>([...own, ...partsOf(task).map(({ position }) => position.segment)])];
}
