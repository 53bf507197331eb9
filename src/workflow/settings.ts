import { z } from 'zod';
import { jsonSchema } from '@/base/json-schema';
import { nameSchema } from '@/base/name-schema';
import { createExtensibleSchema } from './extensible';
import { reasoningEffortSchema } from './reasoning-effort';
import { cleanupStrategy } from './tasks/cleanup';
import { optionsSchema, systemSchema } from './tasks/common';

const record = z.record(z.string(), jsonSchema);
const count = z.number().int().min(0);
const positive = z.number().int().min(1);

/** How a long history is shortened (language page, section 7). */
export const compactionSchema = createExtensibleSchema({
  enabled: z.boolean().optional().meta({ description: 'Whether histories are compacted.' }),
  trigger: z
    .enum(['on_complete', 'on_threshold', 'batch', 'manual'])
    .optional()
    .meta({ description: 'When: after each task (default), at a size, after several tasks, or by hand.' }),
  threshold: count.optional().meta({ description: 'Characters of the history for on_threshold. Default 50000.' }),
  batchSize: positive.optional().meta({ description: 'Tasks for batch. Default 3.' }),
  strategy: z
    .enum(['aggressive', 'moderate', 'comprehensive'])
    .optional()
    .meta({ description: 'How much is kept. Default moderate.' }),
  preserve: z
    .array(z.enum(['outputs', 'decisions', 'errors']))
    .optional()
    .meta({ description: 'What is never shortened away.' }),
  agent: createExtensibleSchema({
    model: z.string().min(1).optional().meta({ description: 'Model, as provider:name.' }),
    system: systemSchema.optional().meta({ description: 'System prompt.' }),
    options: optionsSchema.optional().meta({ description: 'Options of the call.' }),
    reasoningEffort: reasoningEffortSchema.optional().meta({ description: 'How hard the model thinks.' }),
    outputSchema: record.optional().meta({ description: 'JSON Schema of the summary.' }),
  })
    .optional()
    .meta({ description: 'The model that writes the summary. Left out: by template, no model.' }),
});

/** When snapshots of a run are taken. The journal is always on. */
export const checkpointSchema = createExtensibleSchema({
  enabled: z.boolean().optional().meta({ description: 'Whether snapshots are taken. Default true.' }),
  saveInterval: z
    .union([z.enum(['on_task_complete', 'on_step']), z.number().min(0)])
    .optional()
    .meta({ description: 'on_task_complete (default), on_step, or seconds.' }),
});

/** How long runs are kept. */
export const retentionSchema = createExtensibleSchema({
  keepDays: count.optional().meta({ description: 'Days. Default 30.' }),
  keepLast: count.optional().meta({ description: 'Always keep the last runs. Default 100.' }),
});

const hook = createExtensibleSchema({
  checkpointAndPrune: createExtensibleSchema({
    every: positive.optional().meta({ description: 'After every so many ended tasks. Default 1.' }),
    strategy: cleanupStrategy.optional().meta({ description: 'Which outputs stay.' }),
    keepCount: count.optional().meta({ description: 'How many outputs stay. Default 20.' }),
    keep: z.string().optional().meta({ description: 'CEL expression of custom: whether an output stays.' }),
  })
    .optional()
    .meta({ description: 'Prunes the candidates for context, then takes a snapshot.' }),
});

/** Actions between tasks. */
export const hooksSchema = createExtensibleSchema({
  postTask: z.array(hook).optional().meta({ description: 'After a task has ended.' }),
});

/** A definition of the library: a function with parameters, or a template that is found by its criteria. */
export const createDefinitionSchema = <T extends z.ZodType>(nested: T) =>
  createExtensibleSchema({
    description: z.string().optional().meta({ description: 'What it does.' }),
    parameters: z
      .array(
        createExtensibleSchema({
          name: nameSchema.meta({ description: 'Name of the parameter.' }),
          type: z.string().optional().meta({ description: 'Type: string, number, boolean, object, array or any.' }),
          description: z.string().optional().meta({ description: 'What it is for.' }),
          default: jsonSchema.optional().meta({ description: 'Its value when the call gives none.' }),
        }),
      )
      .optional()
      .meta({ description: 'What a call gives it.' }),
    returns: record.optional().meta({ description: 'JSON Schema of what it gives back, such as {type: object}.' }),
    criteria: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .meta({ description: 'Free text by which it is matched.' }),
    task: nested.optional().meta({ description: 'What a call runs.' }),
    origin: z.string().optional().meta({ description: 'The saved definition that it is a copy of: NAME@VERSION.' }),
  });

/** The memory index: text about a file by its absolute path. */
export const memorySchema = createExtensibleSchema({
  index: z.record(z.string(), z.string()).optional().meta({ description: 'Absolute path to a text about the file.' }),
});
