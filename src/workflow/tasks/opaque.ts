import { z } from 'zod';
import { jsonSchema } from '@/base/json';
import { commonFields } from './common';

/**
 * Task types that are read, shown and kept whole, but not run yet, with the names (as written in a file) of their own
 * fields. A type leaves this table when it gets a schema of its own.
 */
export const opaqueTypes = {
  sequential: ['steps', 'step'],
  map: ['items', 'inner_task', 'max_concurrency', 'on_item_error'],
  reduce: ['items', 'initial_value', 'inner_task', 'reduction_task'],
  cond: ['cases', 'else'],
  group: ['subtasks', 'completion_mode'],
  director_evaluator: ['mode', 'director', 'script', 'evaluator', 'max_iterations'],
  pipeline: ['plan', 'state', 'state_template', 'max_retries', 'pipeline_id'],
  call: ['ref', 'args'],
  associative_memory: ['query', 'constraints'],
  reparse: ['failed_task'],
} as const satisfies Record<string, readonly string[]>;
export type OpaqueType = keyof typeof opaqueTypes;
/** The types of {@link opaqueTypes}. */
export const opaqueTypeNames = Object.keys(opaqueTypes) as [OpaqueType, ...OpaqueType[]];

/** A task of a type that is not run yet: the common fields, and its own fields verbatim as they were written. */
export const opaqueSchema = z.strictObject({
  type: z.enum(opaqueTypeNames),
  ...commonFields,
  own: z.record(z.string(), jsonSchema),
});
export type OpaqueTask = z.infer<typeof opaqueSchema>;
