import { ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../document';
import type { TaskId } from '../names';
import { type EditRefusal, refuseUnknown } from './edit-refusal';
import { mapLayoutIds, mapTasks, setDependencies } from './edits';

/** Arguments of {@link removeTasks}. */
export interface RemoveTasks {
  readonly ids: readonly TaskId[];
  /** Whether tasks that waited for a removed one now wait for what it waited for. */
  readonly join?: boolean;
}

/** Removes tasks, with all their wires and their entries in the layout. */
export function removeTasks(
  document: WorkflowDocument,
  { ids, join = false }: RemoveTasks,
): Result<WorkflowDocument, EditRefusal> {
  const unknown = refuseUnknown(document, ids);
  if (unknown !== undefined) return unknown;
  const removed = new Set<string>(ids);
  const remaining = createDependencyReplacer(document, removed, join);
  const next = mapTasks(document, (id, task) => {
    if (removed.has(id)) return undefined;
    return task.dependsOn?.some((dependency) => removed.has(dependency))
      ? [id, setDependencies(task, task.dependsOn.flatMap(remaining))]
      : [id, task];
  });
  const { layout } = mapLayoutIds(document, (id) => (removed.has(id) ? undefined : id));
  const { layout: _before, ...rest } = next;
  return ok(layout === undefined ? rest : { ...rest, layout });
}

/**
 * Gives what replaces a dependency: itself if it stays; else nothing or, with `join`, what the removed task waited for.
 */
function createDependencyReplacer(document: WorkflowDocument, removed: ReadonlySet<string>, join: boolean) {
  const resolved = new Map<TaskId, readonly TaskId[]>();
  return function remaining(id: TaskId): readonly TaskId[] {
    if (!removed.has(id)) return [id];
    const known = resolved.get(id);
    if (known !== undefined) return known;
    resolved.set(id, []);
    const above = join ? [...new Set((document.tasks[id]?.dependsOn ?? []).flatMap(remaining))] : [];
    resolved.set(id, above);
    return above;
  };
}
