import type { Diagnostic } from '../../diagnostic';
import { listTaskIds, type WorkflowDocument } from '../../document';
import { buildFunctionPath } from '../../function-path';
import { buildPartPath, findTaskPathAt, listParts, locateTask, type TaskPath } from '../../task-path';
import type { Task } from '../../tasks';
import { getOwnSlots } from '../../tasks/traits';
import { validateDocument } from '../../validate/validate';
import { mapTaskAt } from '../map-task-at';
import { listSegmentsInOrder } from '../reorder-parts';
import { getPlaceKind, type TaskPlace } from './task-place';

/** The paths of all tasks of a document and of its functions, at any depth. For tests. */
export function allTaskPaths(document: WorkflowDocument): TaskPath[] {
  const within = (taskPath: TaskPath): TaskPath[] => {
    const task = locateTask(document, taskPath)?.task;
    const parts = task === undefined ? [] : listParts(task);
    return [taskPath, ...parts.flatMap(({ position }) => within(buildPartPath(taskPath, position.segment)))];
  };
  const functions = Object.entries(document.library ?? {}).flatMap(([name, { task }]) =>
    task ? buildFunctionPath(name) : [],
  );
  return [...new Set([...listTaskIds(document), ...functions].flatMap(within))];
}

/** Every place of a document, taken or not. For tests. */
export function allPlaces(document: WorkflowDocument): TaskPlace[] {
  const inside = allTaskPaths(document).flatMap((container): TaskPlace[] => {
    const task = locateTask(document, container)?.task;
    if (task === undefined) return [];
    const kind = getPlaceKind(task.type);
    if (kind === 'graph') return [{ kind, container }];
    const slots = kind === 'slot' ? getOwnSlots(task.type) : task.type === 'cond' ? ['else', 'case:1'] : [];
    const places = slots.map((segment): TaskPlace => ({ kind: 'slot', container, segment }));
    if (kind !== 'list') return places;
    const count = listSegmentsInOrder(task).length + 1;
    return [...places, ...Array.from({ length: count }, (_one, index): TaskPlace => ({ kind, container, index }))];
  });
  const functions = Object.keys(document.library ?? {}).map(
    (name): TaskPlace => ({ kind: 'slot', container: undefined, segment: buildFunctionPath(name) }),
  );
  return [{ kind: 'graph', container: undefined }, ...functions, ...inside];
}

/** The problems that a move could cause: names, order and ids. */
const codes = /^HED(20[46]|30[1-57]|401)$/;
/** Those problems of a document. For tests. */
export function nameProblems(document: WorkflowDocument): string[] {
  return validateDocument(document, [])
    .filter(({ code }) => codes.test(code))
    .map(({ code, message }) => `${code} ${message}`);
}

/**
 * The document without the fields that have such a problem, so that every name in it means something. At each task one
 * field goes at a time: without it others may have none. To check all of it again after each one takes most of a test.
 */
export function withoutProblems(document: WorkflowDocument): WorkflowDocument {
  let next = document;
  for (;;) {
    const before = next;
    const seen = new Set<TaskPath>();
    for (const { code, path } of validateDocument(before, [])) {
      const taskPath = codes.test(code) ? findTaskPathAt(before, path) : undefined;
      if (taskPath === undefined || seen.has(taskPath)) continue;
      seen.add(taskPath);
      next = withoutField(next, taskPath, path);
    }
    if (next === before) return next;
  }
}

/** The document without the field of a task that a path leads into. */
function withoutField(document: WorkflowDocument, taskPath: TaskPath, path: Diagnostic['path']): WorkflowDocument {
  const located = locateTask(document, taskPath);
  if (located === undefined) return document;
  const field = String(path[located.path.length]).replace(/_(.)/g, (_all, letter) => letter.toUpperCase());
  if (!Object.hasOwn(located.task, field)) return document;
  return mapTaskAt(document, taskPath, ({ [field as 'name']: _gone, ...task }) => task as Task) ?? document;
}
