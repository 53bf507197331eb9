import { z } from 'zod';
import { jsonSchema } from '@/base/json';
import { nameSchema } from '@/base/name';
import { type TaskId, taskIdSchema } from './names';
import { type Task, taskSchema } from './tasks';
import { agentSchema, contextSchema, errorHandlingSchema, extensionsSchema, limitsSchema } from './tasks/common';

/** The version of the language that this code reads and writes. */
export const languageVersion = 1;

const record = z.record(z.string(), jsonSchema);

/** Where things are drawn: apart from the logic, without meaning for a run or its hash. Positions in pixels. */
export const layoutSchema = z.strictObject({
  tasks: z.record(nameSchema, z.tuple([z.number(), z.number()])).optional(),
  collapsed: z.array(z.string()).optional(),
  notes: z
    .array(
      z.strictObject({
        text: z.string(),
        at: z.tuple([z.number(), z.number()]),
        size: z.tuple([z.number(), z.number()]).optional(),
      }),
    )
    .optional(),
});
export type Layout = z.infer<typeof layoutSchema>;
export type Point = readonly [x: number, y: number];

/** The parts of a document beside its tasks and layout: the workflow's own settings. */
export const settingsFields = {
  heddle: z.literal(languageVersion).optional().meta({ description: 'Version of the Heddle language.' }),
  name: z.string().optional().meta({ description: 'Name of the workflow.' }),
  version: z.string().optional().meta({ description: "The author's version." }),
  description: z.string().optional(),
  variables: z.record(nameSchema, jsonSchema).optional().meta({ description: 'Values that every task sees.' }),
  defaultModel: z.string().min(1).optional().meta({ description: 'Model of tasks without one, as provider:name.' }),
  agents: z.record(nameSchema, agentSchema).optional().meta({ description: 'Named model configurations.' }),
  tools: record.optional(),
  limits: limitsSchema.optional(),
  context: contextSchema.optional(),
  compaction: record.optional(),
  errorHandling: errorHandlingSchema
    .optional()
    .meta({ description: 'What happens when a task fails, unless it says itself.' }),
  checkpoint: record.optional(),
  retention: record.optional(),
  maxConcurrency: z.number().int().min(1).max(64).optional().meta({ description: 'Most calls at once. Default 4.' }),
  hooks: record.optional(),
  library: record.optional(),
  memory: record.optional(),
  extensions: extensionsSchema.optional(),
} as const;
/** Schema of {@link Settings}. */
export const settingsSchema = z.strictObject(settingsFields);
export type Settings = z.infer<typeof settingsSchema>;

/**
 * A workflow document: what an author wrote, without defaults. Order of `tasks` is the author's. The saved form is its
 * YAML text, from which this is parsed.
 */
export const documentSchema = z.strictObject({
  ...settingsFields,
  tasks: z.record(taskIdSchema, taskSchema),
  layout: layoutSchema.optional(),
});
export type WorkflowDocument = Omit<z.infer<typeof documentSchema>, 'tasks'> & {
  readonly tasks: Readonly<Record<TaskId, Task>>;
};

/** A workflow without tasks. */
export const emptyDocument: WorkflowDocument = { tasks: {} };

/** The task of this id, or undefined. */
export function taskOf(document: WorkflowDocument, id: string): Task | undefined {
  return Object.hasOwn(document.tasks, id) ? document.tasks[id as TaskId] : undefined;
}

/** Ids in the author's order. */
export function taskIds(document: WorkflowDocument): TaskId[] {
  return Object.keys(document.tasks) as TaskId[];
}

/** What a person calls a task: its name, else its id. */
export function taskLabel(id: string, task: Task): string {
  return task.name ?? id;
}

/** The settings of a document: all but tasks and layout. */
export function settingsOf(document: WorkflowDocument): Settings {
  const { tasks: _tasks, layout: _layout, ...settings } = document;
  return settings;
}
