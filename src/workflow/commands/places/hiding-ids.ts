import { taskOf, type WorkflowDocument } from '../../document';
import { meaningOfName } from '../../graph/name-uses';
import { mentionsOf } from '../../graph/reads';
import { taskScopeAt } from '../../graph/task-scope-at';
import { globalScope } from '../../graph/task-scopes';
import { locateTask, partPath, type TaskPath } from '../../task-path';
import { returnedBy } from '../../tasks/returned';
import { siblingIds } from './arrange-tasks';

/** Whether an id, given to a task that comes into a container, would hide what is read there by that name. */
export function hidingIds(document: WorkflowDocument, container: TaskPath | undefined, coming: readonly TaskPath[]) {
  const scope = container === undefined ? globalScope(document) : taskScopeAt(document, container)?.within;
  const beside = siblingIds(document, container).filter(
    (id) => !coming.includes(container === undefined ? id : partPath(container, id)),
  );
  return (id: string): boolean => {
    const meant = scope && meaningOfName(scope, id);
    const isItself = meant?.kind === 'task' && meant.taskPaths.some((taskPath) => coming.includes(taskPath));
    const isReturned = beside.some((one) => {
      const task = taskAmong(document, container, one);
      return task !== undefined && Object.hasOwn(returnedBy(task), id);
    });
    if (isReturned) return true;
    if (meant === undefined || isItself) return false;
    return beside.some((one) => {
      const task = taskAmong(document, container, one);
      return task !== undefined && mentionsOf(task).has(id);
    });
  };
}

function taskAmong(document: WorkflowDocument, container: TaskPath | undefined, id: string) {
  return container === undefined ? taskOf(document, id) : locateTask(document, partPath(container, id))?.task;
}
