import { type DocumentPath, formatPath } from '../diagnostic';
import type { WorkflowDocument } from '../document';
import { locateTask, type TaskPath } from '../task-path';

/** A path of the document before its tasks were renamed, as it is after that. `newIds`: by the paths before. */
export function mapReplacedPath(path: DocumentPath, newIds: ReadonlyMap<string, string>): DocumentPath {
  return path.map((step, index) => {
    const newId = newIds.get(formatPath(path.slice(0, index + 1)));
    // A step of a sequence has its place in the path, not its id.
    return newId === undefined || typeof step === 'number' ? step : newId;
  });
}

/** The path of a task of the document before its ids were replaced, as it is after that. */
export function mapRenamedPath(
  before: WorkflowDocument,
  taskPath: TaskPath,
  newIds: ReadonlyMap<string, string>,
): TaskPath {
  const segments = taskPath.split('/');
  return segments
    .map((segment, index) => {
      const found = locateTask(before, segments.slice(0, index + 1).join('/'));
      return (found && newIds.get(formatPath(found.path))) ?? segment;
    })
    .join('/');
}
