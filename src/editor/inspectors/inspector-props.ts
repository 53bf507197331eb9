import type { TaskPath } from '@/workflow/task-path';
import type { TaskOf, TaskType } from '@/workflow/tasks';

/** What the inspector of a type is given. Edits go by the subject around it. */
export interface InspectorProps<K extends TaskType> {
  readonly id: TaskPath;
  readonly task: TaskOf<K>;
}
