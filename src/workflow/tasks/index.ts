import type { Task } from './task-schema';

// The schemas stand apart (`task-schema.ts`), so that the page can draw tasks before it has zod.
export type {
  AssociativeMemoryTask,
  AtomicTask,
  CallTask,
  CondTask,
  DirectorEvaluatorTask,
  GroupTask,
  MapTask,
  PipelineTask,
  ReduceTask,
  ReparseTask,
  ScriptTask,
  SequentialTask,
  Task,
} from './task-schema';

export type TaskType = Task['type'];
export type TaskOf<K extends TaskType> = Extract<Task, { type: K }>;

/** An input of a task: `{from}`, `{task}` or a literal. */
export type Input = NonNullable<Task['inputs']>[string];

/** Families share a hue on the canvas (visual rules). */
export type TaskFamily = 'model' | 'script' | 'control' | 'loop' | 'library';

/** How a type is named to a person, and the family it is drawn in. */
export const taskTypeInfo: { readonly [K in TaskType]: { readonly label: string; readonly family: TaskFamily } } = {
  atomic: { label: 'Atomic', family: 'model' },
  script: { label: 'Script', family: 'script' },
  sequential: { label: 'Sequence', family: 'control' },
  map: { label: 'Map', family: 'loop' },
  reduce: { label: 'Reduce', family: 'loop' },
  cond: { label: 'Condition', family: 'control' },
  group: { label: 'Group', family: 'control' },
  director_evaluator: { label: 'Director and evaluator', family: 'loop' },
  pipeline: { label: 'Pipeline', family: 'loop' },
  call: { label: 'Call', family: 'library' },
  associative_memory: { label: 'Memory match', family: 'library' },
  reparse: { label: 'Decompose', family: 'model' },
};

/** All types, in the order of the language page. */
export const taskTypes = Object.keys(taskTypeInfo) as readonly TaskType[];

/** Whether a value is the name of a task type. */
export function isTaskType(value: unknown): value is TaskType {
  return typeof value === 'string' && Object.hasOwn(taskTypeInfo, value);
}
