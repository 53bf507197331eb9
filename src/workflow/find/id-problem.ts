import { nameProblem } from '@/base/name';
import { findTopTask, type WorkflowDocument } from '../document';
import { findContainerPath, listParts, locateTask, type TaskPath } from '../task-path';
import type { FindableText } from './map-findable';

/** Says why an id, or the name of an entry, must not become another; undefined: it may, or the text is neither. */
export function createIdProblems(
  document: WorkflowDocument,
): ({ form, path, taskPath }: FindableText, after: string) => string | undefined {
  const segments = new Map<TaskPath, ReadonlySet<string>>();
  const segmentsIn = (container: TaskPath): ReadonlySet<string> => {
    const known = segments.get(container);
    if (known !== undefined) return known;
    const task = locateTask(document, container)?.task;
    const read = new Set((task === undefined ? [] : listParts(task)).map(({ position }) => position.segment));
    segments.set(container, read);
    return read;
  };
  return ({ form, path, taskPath }, after) => {
    if (form !== 'id' && form !== 'entry') return undefined;
    const problem = nameProblem(after);
    if (problem !== undefined) return problem;
    if (form === 'entry') {
      const isTaken = Object.hasOwn(document[path[0] as 'agents' | 'tools' | 'library'] ?? {}, after);
      return isTaken ? `There is “${after}” already.` : undefined;
    }
    const container = findContainerPath(taskPath ?? '');
    const isTaken =
      container === undefined ? findTopTask(document, after) !== undefined : segmentsIn(container).has(after);
    return isTaken ? `There is a task “${after}” already.` : undefined;
  };
}
