import { z } from 'zod';
import { jsonSchema } from '@/base/json-schema';
import { nameSchema } from '@/base/name-schema';
import { extensionsSchema } from './extensible';
import { workflowInputSchema } from './inputs/workflow-input-schema';
import { placeSchema, taskIdSchema } from './name-schemas';
import type { TaskId } from './names';
import { noteColors } from './note-colors';
import { reuseSchema } from './reuse';
import {
  checkpointSchema,
  compactionSchema,
  createDefinitionSchema,
  hooksSchema,
  memorySchema,
  retentionSchema,
} from './settings';
import type { Task } from './tasks';
import {
  agentSchema,
  cacheSchema,
  contextSchema,
  errorHandlingSchema,
  fallbackModelsSchema,
  fallbackOnRefusalSchema,
  taskLimitsSchema,
} from './tasks/common';
import { nestedTaskSchema } from './tasks/task-schema';
import { toolSchema } from './tasks/tools';
import { testCaseSchema, testDefaultsSchema } from './test-case-schema';

/** The version of the language that this code reads and writes. */
export const languageVersion = 1;

/**
 * Where things are drawn. The layout is separate from the logic and means nothing to a run or its hash. Positions are
 * in pixels; those of tasks within a task are from the upper left of its content, and are not negative.
 */
export const layoutSchema = z.strictObject({
  tasks: z.record(placeSchema, z.tuple([z.number(), z.number()])).optional(),
  collapsed: z.array(placeSchema).optional(),
  notes: z
    .array(
      z.strictObject({
        text: z.string(),
        at: z.tuple([z.number(), z.number()]),
        size: z.tuple([z.number(), z.number()]).optional(),
        color: z.enum(noteColors).optional(),
        in: placeSchema.optional(),
      }),
    )
    .optional(),
});
export type Layout = z.infer<typeof layoutSchema>;

/** The parts of a document apart from tasks and layout: the settings of the workflow. */
export const settingsFields = {
  heddle: z.literal(languageVersion).optional().meta({ description: 'Version of the Heddle language.' }),
  name: z.string().optional().meta({ description: 'Name of the workflow.' }),
  version: z.string().optional().meta({ description: "The author's version." }),
  description: z.string().optional().meta({ description: 'What the workflow is for.' }),
  variables: z.record(nameSchema, jsonSchema).optional().meta({ description: 'Values that every task sees.' }),
  inputs: z
    .record(nameSchema, workflowInputSchema)
    .optional()
    .meta({ description: 'What a run is given: the form, the command line, the API and MCP ask for it.' }),
  defaultModel: z.string().min(1).optional().meta({ description: 'Model of tasks without one, as provider:name.' }),
  fallbackModels: fallbackModelsSchema.optional().meta({
    description: 'Models to try, in order, when the model of a task is overloaded, limited, gone or unreachable.',
  }),
  fallbackOnRefusal: fallbackOnRefusalSchema.optional().meta({
    description: 'Whether they are tried, too, when a model or its filter refuses the content. Default: false.',
  }),
  cache: cacheSchema.optional().meta({
    description: 'Whether prompts are cached by the maker where that can pay: auto (default) or off.',
  }),
  reuse: reuseSchema.optional().meta({
    description:
      'Which earlier runs may answer calls of models: all, only the run that is continued, or never. Default: all in the page, continued elsewhere.',
  }),
  agents: z.record(nameSchema, agentSchema).optional().meta({ description: 'Named model configurations.' }),
  tools: z
    .record(nameSchema, toolSchema)
    .optional()
    .meta({ description: 'Tools that models may call: each is http, script, mcp or builtin.' }),
  limits: taskLimitsSchema.optional().meta({ description: 'Limits of every task that does not set its own.' }),
  context: contextSchema.optional().meta({ description: 'Which earlier outputs tasks are given.' }),
  compaction: compactionSchema.optional().meta({ description: 'How a long history is shortened.' }),
  errorHandling: errorHandlingSchema
    .optional()
    .meta({ description: 'What happens when a task fails, unless the task sets it itself.' }),
  checkpoint: checkpointSchema.optional().meta({ description: 'When snapshots of a run are taken.' }),
  retention: retentionSchema.optional().meta({ description: 'How long runs are kept.' }),
  maxConcurrency: z.number().int().min(1).max(64).optional().meta({ description: 'Most calls at once. Default 4.' }),
  hooks: hooksSchema.optional().meta({ description: 'What happens between tasks.' }),
  library: z
    .record(nameSchema, createDefinitionSchema(nestedTaskSchema))
    .optional()
    .meta({ description: 'Functions, and templates found by matching.' }),
  memory: memorySchema.optional().meta({ description: 'Files that tasks may match and read.' }),
  testDefaults: testDefaultsSchema.optional().meta({ description: 'What holds for every test.' }),
  tests: z
    .union([
      z
        .string()
        .min(1)
        .refine((text) => text.trim() !== '', 'A file is named as file:///x.tests.yaml.'),
      z.record(nameSchema, testCaseSchema),
    ])
    .optional()
    .meta({ description: 'Tests of the workflow, by id; or the file that has them, as file:///x.tests.yaml.' }),
  extensions: extensionsSchema.optional(),
} as const;
/** Schema of {@link DocumentSettings}. */
export const settingsSchema = z.strictObject(settingsFields);
export type DocumentSettings = z.infer<typeof settingsSchema>;

/**
 * A workflow document: what an author wrote, without defaults. `tasks` are in the author's order. The saved form is its
 * YAML text, from which this is parsed.
 */
export const documentSchema = z.strictObject({
  ...settingsFields,
  tasks: z.record(taskIdSchema, nestedTaskSchema),
  layout: layoutSchema.optional(),
});
export type WorkflowDocument = Omit<z.infer<typeof documentSchema>, 'tasks'> & {
  readonly tasks: Readonly<Record<TaskId, Task>>;
};
