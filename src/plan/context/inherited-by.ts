import type { ContextManagement, PlannedTask } from '../plan';

/** What of a container's context a part is given: what the part of a map or a reduce says itself wins. */
export function findInherited(part: PlannedTask, container: PlannedTask): ContextManagement['inheritContext'] {
  const own = listItemParts(container).includes(part) ? part.contextManagement : undefined;
  return (own ?? container.contextManagement)?.inheritContext ?? 'none';
}

/** Whether any part of a task is given the task's context. */
export function isPassingContextOn(task: PlannedTask): boolean {
  const { inheritContext = 'none' } = task.contextManagement ?? {};
  return inheritContext !== 'none' || listItemParts(task).some((part) => findInherited(part, task) !== 'none');
}

/** The parts of a map or a reduce. */
function listItemParts(task: PlannedTask): readonly PlannedTask[] {
  if (task.type === 'map') return [task.innerTask];
  if (task.type !== 'reduce') return [];
  return task.innerTask === undefined ? [task.reductionTask] : [task.innerTask, task.reductionTask];
}
