import type { Task } from './task-schema';
import { taskTraits } from './traits';

// The schemas are in their own file (`task-schema.ts`), so that the page can draw tasks before zod is loaded.
export type {
  AskTask,
  AtomicTask,
  CallTask,
  CondTask,
  GroupTask,
  MapTask,
  PipelineTask,
  SequentialTask,
  Task,
} from './task-schema';
export { taskTraits } from './traits';

export type TaskType = Task['type'];
export type TaskOf<K extends TaskType> = Extract<Task, { type: K }>;

/** An input of a task: `{from}`, `{task}` or a literal. */
export type Input = NonNullable<Task['inputs']>[string];

/** All types, in the order of the language page. */
export const taskTypes = Object.keys(taskTraits) as readonly TaskType[];

/** Whether a value is the name of a task type. */
export function isTaskType(value: unknown): value is TaskType {
  return typeof value === 'string' && Object.hasOwn(taskTraits, value);
}
