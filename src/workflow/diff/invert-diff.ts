import { defined } from '@/base/defined';
import type { DocumentDiff, FieldChange, TaskDiff } from './document-diff';

/** The difference in the other direction: before and after are swapped. */
export function invertDiff({ settings, tasks, moved, layout }: DocumentDiff): DocumentDiff {
  return { settings: settings.map(invertField), tasks: tasks.map(invertTask), moved, layout };
}

function invertField({ path, before, after }: FieldChange): FieldChange {
  return {
    path,
    ...defined({ before: after, after: before }),
  };
}

const opposite = { added: 'removed', removed: 'added', changed: 'changed' } as const;

function invertTask(task: TaskDiff): TaskDiff {
  const changes = task.changes.map(invertField);
  if (task.kind === 'renamed') return { ...task, id: task.formerId, formerId: task.id, changes };
  return { ...task, kind: opposite[task.kind], changes };
}
