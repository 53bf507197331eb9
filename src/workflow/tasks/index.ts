import type { Task } from './task-schema';

// The schemas are in their own file (`task-schema.ts`), so that the page can draw tasks before zod is loaded.
export type {
  AskTask,
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
  ToolTask,
} from './task-schema';

export type TaskType = Task['type'];
export type TaskOf<K extends TaskType> = Extract<Task, { type: K }>;

/** An input of a task: `{from}`, `{task}` or a literal. */
export type Input = NonNullable<Task['inputs']>[string];

/** Task types of one family share a hue on the canvas (visual rules). */
export type TaskFamily = 'model' | 'script' | 'control' | 'loop' | 'library';

/** The label of a type, the start of the ids of new tasks, and the family that it is drawn in. */
export const taskTypeInfo: {
  readonly [K in TaskType]: { readonly label: string; readonly id: string; readonly family: TaskFamily };
} = {
  atomic: { label: 'Atomic', id: 'atomic', family: 'model' },
  script: { label: 'Script', id: 'script', family: 'script' },
  sequential: { label: 'Sequence', id: 'sequence', family: 'control' },
  map: { label: 'Map', id: 'map', family: 'loop' },
  reduce: { label: 'Reduce', id: 'reduce', family: 'loop' },
  cond: { label: 'Condition', id: 'condition', family: 'control' },
  group: { label: 'Group', id: 'group', family: 'control' },
  director_evaluator: { label: 'Director and evaluator', id: 'director_evaluator', family: 'loop' },
  pipeline: { label: 'Pipeline', id: 'pipeline', family: 'loop' },
  call: { label: 'Call', id: 'call', family: 'library' },
  associative_memory: { label: 'Memory match', id: 'match', family: 'library' },
  reparse: { label: 'Decompose', id: 'decompose', family: 'model' },
  tool: { label: 'Tool', id: 'tool', family: 'script' },
  ask: { label: 'Ask a person', id: 'ask', family: 'control' },
};

/** All types, in the order of the language page. */
export const taskTypes = Object.keys(taskTypeInfo) as readonly TaskType[];

/** Whether a value is the name of a task type. */
export function isTaskType(value: unknown): value is TaskType {
  return typeof value === 'string' && Object.hasOwn(taskTypeInfo, value);
}
