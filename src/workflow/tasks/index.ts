import { z } from 'zod';
import { atomicSchema } from './atomic';
import { opaqueSchema, opaqueTypeNames } from './opaque';
import { scriptSchema } from './script';

/** Schema of each task type that runs. A type has one name in every layer, and every layer a registry over these. */
export const taskSchemas = { atomic: atomicSchema, script: scriptSchema } as const;

/** A task of any type. */
export const taskSchema = z.discriminatedUnion('type', [atomicSchema, scriptSchema, opaqueSchema]);
export type Task = z.infer<typeof taskSchema>;

/** A type that is whole: it has a schema, an evaluator and an inspector. */
export type RunnableType = keyof typeof taskSchemas;
export type RunnableTask = Extract<Task, { type: RunnableType }>;
export type TaskType = Task['type'];
/** All types, those that run first. */
export const taskTypes: readonly TaskType[] = ['atomic', 'script', ...opaqueTypeNames];

/** Whether a task is of a type that is whole. */
export function isRunnable(task: Task): task is RunnableTask {
  return Object.hasOwn(taskSchemas, task.type);
}

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
