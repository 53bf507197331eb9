import { partPath, partsOf, type TaskPath } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';
import { hasOwnSlots } from '@/workflow/tasks/traits';

/** What a function gives back: rows of the result node, each with the tasks that give it. */
export interface GivenRow {
  readonly label: string;
  readonly from: readonly TaskPath[];
}

/** Most rows of a result. */
const mostRows = 12;

/** The rows of the result of a function: of a group one for each task in it, else one for the whole. */
export function resultRows(task: Task | undefined, root: TaskPath): readonly GivenRow[] {
  if (task === undefined) return [];
  const segments = partsOf(task).map(({ position }) => position);
  const at = (segment: string) => partPath(root, segment);
  if (!hasOwnSlots(task)) return [{ label: 'of the task', from: [root] }];
  switch (task.type) {
    case 'group': {
      const ids = Object.keys(task.subtasks ?? {});
      if (task.completionMode === 'any') return [{ label: 'of the first that is done', from: ids.map(at) }];
      const rows = ids.slice(0, mostRows).map((id) => ({ label: id, from: [at(id)] }));
      return ids.length > mostRows ? [...rows, { label: `and ${ids.length - mostRows} more`, from: [] }] : rows;
    }
    case 'sequential': {
      const last = segments.findLast(({ role }) => role === 'step');
      return [{ label: 'of the last step', from: last ? [at(last.segment)] : [root] }];
    }
    case 'cond':
      return [{ label: 'of the case that is taken', from: ofRoles(segments, ['case', 'else']).map(at) }];
    case 'map':
      return [{ label: 'one for each item', from: ofRoles(segments, ['map_item']).map(at) }];
    case 'reduce':
      return [{ label: 'of the last reduction', from: ofRoles(segments, ['reduction']).map(at) }];
    case 'director_evaluator':
      return [{ label: 'of the director', from: ofRoles(segments, ['director']).map(at) }];
  }
}

function ofRoles(
  positions: readonly { readonly role: string; readonly segment: string }[],
  roles: readonly string[],
): readonly string[] {
  return positions.filter(({ role }) => roles.includes(role)).map(({ segment }) => segment);
}
