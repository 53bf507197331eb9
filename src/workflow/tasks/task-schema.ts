import { z } from 'zod';
import { askFields } from './ask';
import { associativeMemoryFields } from './associative-memory';
import { atomicFields } from './attachments';
import { callFields } from './call';
import { createCommonFields } from './common';
import { createCondFields } from './cond';
import { createDirectorEvaluatorFields } from './director-evaluator';
import { groupFields } from './group';
import { mapFields } from './map';
import { pipelineFields } from './pipeline';
import { reduceFields } from './reduce';
import { reparseFields } from './reparse';
import { scriptFields } from './script';
import { createSequentialFields } from './sequential';
import { toolTaskFields } from './tool-task';

/** Schema of a task within another. Readers and writers recognise it by identity. */
export const nestedTaskSchema: z.ZodType<Task> = z.lazy(() => taskSchema);

const common = createCommonFields(nestedTaskSchema);

/** Schema of each task type. A type has the same name in every layer, and each layer has a registry with these keys. */
export const taskSchemas = {
  atomic: z.strictObject({ type: z.literal('atomic'), ...common, ...atomicFields }),
  script: z.strictObject({ type: z.literal('script'), ...common, ...scriptFields }),
  sequential: z.strictObject({ type: z.literal('sequential'), ...common, ...createSequentialFields(nestedTaskSchema) }),
  map: z.strictObject({ type: z.literal('map'), ...common, ...mapFields(nestedTaskSchema) }),
  reduce: z.strictObject({ type: z.literal('reduce'), ...common, ...reduceFields(nestedTaskSchema) }),
  cond: z.strictObject({ type: z.literal('cond'), ...common, ...createCondFields(nestedTaskSchema) }),
  group: z.strictObject({ type: z.literal('group'), ...common, ...groupFields(nestedTaskSchema) }),
  director_evaluator: z.strictObject({
    type: z.literal('director_evaluator'),
    ...common,
    ...createDirectorEvaluatorFields(nestedTaskSchema),
  }),
  pipeline: z.strictObject({ type: z.literal('pipeline'), ...common, ...pipelineFields }),
  call: z.strictObject({ type: z.literal('call'), ...common, ...callFields }),
  associative_memory: z.strictObject({ type: z.literal('associative_memory'), ...common, ...associativeMemoryFields }),
  reparse: z.strictObject({ type: z.literal('reparse'), ...common, ...reparseFields }),
  tool: z.strictObject({ type: z.literal('tool'), ...common, ...toolTaskFields }),
  ask: z.strictObject({ type: z.literal('ask'), ...common, ...askFields }),
} as const;

/** A task of any type. */
export const taskSchema = z.discriminatedUnion('type', [
  taskSchemas.atomic,
  taskSchemas.script,
  taskSchemas.sequential,
  taskSchemas.map,
  taskSchemas.reduce,
  taskSchemas.cond,
  taskSchemas.group,
  taskSchemas.director_evaluator,
  taskSchemas.pipeline,
  taskSchemas.call,
  taskSchemas.associative_memory,
  taskSchemas.reparse,
  taskSchemas.tool,
  taskSchemas.ask,
]);

type Schemas = typeof taskSchemas;
// Interfaces, since a type alias of a task cannot refer to tasks.
export interface AtomicTask extends z.infer<Schemas['atomic']> {}
export interface ScriptTask extends z.infer<Schemas['script']> {}
export interface SequentialTask extends z.infer<Schemas['sequential']> {}
export interface MapTask extends z.infer<Schemas['map']> {}
export interface ReduceTask extends z.infer<Schemas['reduce']> {}
export interface CondTask extends z.infer<Schemas['cond']> {}
export interface GroupTask extends z.infer<Schemas['group']> {}
export interface DirectorEvaluatorTask extends z.infer<Schemas['director_evaluator']> {}
export interface PipelineTask extends z.infer<Schemas['pipeline']> {}
export interface CallTask extends z.infer<Schemas['call']> {}
export interface AssociativeMemoryTask extends z.infer<Schemas['associative_memory']> {}
export interface ReparseTask extends z.infer<Schemas['reparse']> {}
export interface ToolTask extends z.infer<Schemas['tool']> {}
export interface AskTask extends z.infer<Schemas['ask']> {}

/** A task of any type. */
export type Task =
  | AtomicTask
  | ScriptTask
  | SequentialTask
  | MapTask
  | ReduceTask
  | CondTask
  | GroupTask
  | DirectorEvaluatorTask
  | PipelineTask
  | CallTask
  | AssociativeMemoryTask
  | ReparseTask
  | ToolTask
  | AskTask;
