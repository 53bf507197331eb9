import type { RunnableTask, RunnableType } from '@/workflow/tasks';

/** What the inspector of a type is given. Edits go by the subject around it. */
export interface InspectorProps<K extends RunnableType> {
  readonly id: string;
  readonly task: Extract<RunnableTask, { type: K }>;
}
