import type { TaskPath } from '@/workflow/task-path';
import type { TaskOf, TaskType } from '@/workflow/tasks';

/** The props of a type's inspector. Its edits go through the surrounding subject. */
export interface InspectorProps<K extends TaskType> {
  readonly id: TaskPath;
  readonly task: TaskOf<K>;
}
