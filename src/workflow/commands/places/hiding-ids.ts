import { findTopTask, type WorkflowDocument } from '../../document';
import { findNameMeaning } from '../../graph/name-uses';
import { collectMentions } from '../../graph/reads';
import { findTaskScope } from '../../graph/task-scope-at';
import { createGlobalScope } from '../../graph/task-scopes';
import { buildPartPath, locateTask, type TaskPath } from '../../task-path';
import { listReturns } from '../../tasks/returned';
import { listSiblingIds } from './arrange-tasks';

/** Whether an id, given to a task that comes into a container, would hide what is read there by that name. */
export function createHidingTest(
  document: WorkflowDocument,
  container: TaskPath | undefined,
  coming: readonly TaskPath[],
) {
  const scope = container === undefined ? createGlobalScope(document) : findTaskScope(document, container)?.within;
  const beside = listSiblingIds(document, container).filter(
    (id) => !coming.includes(container === undefined ? id : buildPartPath(container, id)),
  );
  return (id: string): boolean => {
    const meant = scope && findNameMeaning(scope, id);
    const isItself = meant?.kind === 'task' && meant.taskPaths.some((taskPath) => coming.includes(taskPath));
    const isReturned = beside.some((one) => {
      const task = findTaskAmong(document, container, one);
      return task !== undefined && Object.hasOwn(listReturns(task), id);
    });
    if (isReturned) return true;
    if (meant === undefined || isItself) return false;
    return beside.some((one) => {
      const task = findTaskAmong(document, container, one);
      return task !== undefined && collectMentions(task).has(id);
    });
  };
}

function findTaskAmong(document: WorkflowDocument, container: TaskPath | undefined, id: string) {
  return container === undefined ? findTopTask(document, id) : locateTask(document, buildPartPath(container, id))?.task;
}
