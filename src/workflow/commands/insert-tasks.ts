import { ok, type Result } from '@/base/result';
import { type Point, taskOf, type WorkflowDocument } from '../document';
import { Siblings } from '../graph/siblings';
import { scopeOfTask } from '../graph/task-scopes';
import type { TaskId } from '../names';
import type { Task } from '../tasks';
import type { EditRefusal } from './edit-refusal';
import { withDependencies, withPositions, withTasks } from './edits';
import { freshId } from './fresh-id';
import { renameReferences } from './rename/rename-references';

/** Arguments of {@link insertTasks}. */
export interface InsertTasks {
  readonly tasks: Readonly<Record<string, Task>>;
  readonly positions: Readonly<Record<string, Point>>;
  /** Added to every position, in pixels. */
  readonly offset: Point;
}

/**
 * Inserts copies of tasks: paste and duplicate. Ids that are taken get a number, and references between the copies are
 * updated. Wires to tasks that the document does not have are left out.
 */
export function insertTasks(document: WorkflowDocument, args: InsertTasks): Result<WorkflowDocument, EditRefusal> {
  const { tasks, positions, offset } = args;
  const to = new Map<string, string>();
  const given = new Set<string>();
  for (const id of Object.keys(tasks)) {
    const isTaken = (candidate: string) =>
      taskOf(document, candidate) !== undefined ||
      given.has(candidate) ||
      (candidate !== id && Object.hasOwn(tasks, candidate));
    const newId = isTaken(id) ? freshId(id.replace(/_\d+$/, ''), 2, isTaken) : id;
    given.add(newId);
    to.set(id, newId);
  }
  const among = new Siblings('graph', { ...document.tasks, ...tasks }, ['tasks']);
  const copies = Object.entries(tasks).map(([id, task]) => {
    const copy = renameReferences(task, scopeOfTask(document, among, id as TaskId, task), { to, among });
    const dependsOn = copy.dependsOn?.filter((dependency) => given.has(dependency) || taskOf(document, dependency));
    return [to.get(id) ?? id, dependsOn === undefined ? copy : withDependencies(copy, dependsOn)] as const;
  });
  const placed = Object.entries(positions).flatMap(([id, [x, y]]) => {
    const newId = to.get(id);
    return newId === undefined ? [] : [[newId, [x + offset[0], y + offset[1]] as Point] as const];
  });
  return ok(withPositions(withTasks(document, copies), placed));
}
