import { buildPartPath, listParts, type TaskPath } from '@/workflow/task-path';
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
export function listResultRows(task: Task | undefined, root: TaskPath): readonly GivenRow[] {
  if (task === undefined) return [];
  const segments = listParts(task).map(({ position }) => position);
  const buildRowPath = (segment: string) => buildPartPath(root, segment);
  if (!hasOwnSlots(task)) return [{ label: 'of the task', from: [root] }];
  switch (task.type) {
    case 'group': {
      const ids = Object.keys(task.subtasks ?? {});
      if (task.completionMode === 'any') return [{ label: 'of the first that is done', from: ids.map(buildRowPath) }];
      const rows = ids.slice(0, mostRows).map((id) => ({ label: id, from: [buildRowPath(id)] }));
      return ids.length > mostRows ? [...rows, { label: `and ${ids.length - mostRows} more`, from: [] }] : rows;
    }
    case 'sequential': {
      const last = segments.findLast(({ role }) => role === 'step');
      return [{ label: 'of the last step', from: last ? [buildRowPath(last.segment)] : [root] }];
    }
    case 'cond':
      return [{ label: 'of the case that is taken', from: selectByRole(segments, ['case', 'else']).map(buildRowPath) }];
    case 'map':
      return [{ label: 'one for each item', from: selectByRole(segments, ['map_item']).map(buildRowPath) }];
    case 'reduce':
      return [{ label: 'of the last reduction', from: selectByRole(segments, ['reduction']).map(buildRowPath) }];
    case 'director_evaluator':
      return [{ label: 'of the director', from: selectByRole(segments, ['director']).map(buildRowPath) }];
  }
}

function selectByRole(
  positions: readonly { readonly role: string; readonly segment: string }[],
  roles: readonly string[],
): readonly string[] {
  return positions.filter(({ role }) => roles.includes(role)).map(({ segment }) => segment);
}
