import type { WorkflowDocument } from '../../document';
import { getGraph } from '../../graph/graph';
import { findContainerPath, getLastSegment, listParts, locateTask, type TaskPath } from '../../task-path';

/** In the order in which they run, else in that of the document: so they come into a list. */
export function sortByRunOrder(document: WorkflowDocument, taskPaths: readonly TaskPath[]): readonly TaskPath[] {
  const ranks = new Map<TaskPath | undefined, Map<string, number>>();
  const computeRank = (taskPath: TaskPath) => {
    const container = findContainerPath(taskPath);
    const known = ranks.get(container) ?? new Map(listSegments(document, container).map((one, index) => [one, index]));
    ranks.set(container, known);
    return known.get(getLastSegment(taskPath)) ?? 0;
  };
  return [...new Set(taskPaths)]
    .map((taskPath, index) => ({
      taskPath,
      container: findContainerPath(taskPath) ?? '',
      rank: computeRank(taskPath),
      index,
    }))
    .sort((a, b) => (a.container === b.container ? a.rank - b.rank : a.index - b.index))
    .map(({ taskPath }) => taskPath);
}

function listSegments(document: WorkflowDocument, container: TaskPath | undefined): readonly string[] {
  if (container === undefined) return getGraph(document.tasks).order;
  const task = locateTask(document, container)?.task;
  if (task === undefined) return [];
  const own = task.type === 'group' ? getGraph(task.subtasks ?? {}).order : [];
  return [...new Set<string>([...own, ...listParts(task).map(({ position }) => position.segment)])];
}
