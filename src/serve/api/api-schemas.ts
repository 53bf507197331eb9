import { z } from '@hono/zod-openapi';
import type { Json } from '@/base/json';
import { maxWorkflowBytes } from '@/formats/limits';
import { notations } from '@/formats/notation';
import { targetKinds } from '@/plan/partial/run-targets';
import { listedStatuses } from '@/run/listed-status';
import { editedThings } from '@/run/run-edit';
import { reuseSchema } from '@/workflow/reuse';
import { accessScopes } from '../access/access-token';
import { labelPattern, mostLabels } from '../machines/labels';
import { sentName } from '../runs/sent-workflow';

/** Schemas of what the API takes and answers. They are the OpenAPI description, too. */

const time = z.iso.datetime().openapi({ description: 'ISO 8601.' });
const anyJson = z
  .custom<Json>((value) => value !== undefined)
  .openapi({ type: ['object', 'array', 'string', 'number', 'boolean', 'null'], description: 'Any JSON.' });
const jsonObject = z.record(z.string(), anyJson).readonly();

const problem = z
  .object({
    code: z.string(),
    severity: z.enum(['error', 'warning']),
    message: z.string(),
    path: z.string(),
    line: z.number().int().optional(),
    column: z.number().int().optional(),
  })
  .readonly()
  .openapi('Problem');

const refusal = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      advice: z.string().optional(),
      problems: z.array(problem).readonly().optional().openapi({ description: 'Of a workflow that cannot run.' }),
      requestId: z.string().openapi({ description: 'By which the log of the server names the request.' }),
    }),
  })
  .openapi('Refusal');

const server = z
  .object({
    version: z.string(),
    scopes: z.array(z.enum(accessScopes)).readonly(),
    runs: z.object({ active: z.number().int(), most: z.number().int() }).readonly(),
  })
  .readonly()
  .openapi('Server');

const workflow = z
  .object({
    name: z.string().openapi({ description: 'Its path in the folder.', example: 'team/review.yaml' }),
    title: z.string(),
    description: z.string().optional(),
    notation: z.enum(notations),
    updatedAt: time,
    runnable: z.boolean().openapi({ description: 'Whether its text could be read.' }),
    inputs: jsonObject.openapi({
      description: 'JSON Schema of its inputs: those that it declares, else its variables.',
    }),
  })
  .readonly()
  .openapi('Workflow');

const totals = z
  .looseObject({
    calls: z.number().int(),
    inputTokens: z.number(),
    outputTokens: z.number(),
    costUsd: z.number().openapi({ description: 'Without the calls whose price is not known.' }),
    unpricedCalls: z.number().int(),
  })
  .readonly();

const run = z
  .object({
    id: z.string().openapi({ example: '20261122-045144-9f1c22ab' }),
    workflow: z.string(),
    name: z.string(),
    status: z.enum(listedStatuses).openapi({
      description:
        '`waiting`: somebody has to do something. `moving`: another machine takes it up by itself; wait. `interrupted`: it was given up; resume it.',
    }),
    isDry: z
      .literal(true)
      .optional()
      .openapi({ description: 'Set for a dry run: its answers are made up, and no other run takes any of them.' }),
    startedAt: time,
    endedAt: time.optional(),
    durationMs: z
      .number()
      .optional()
      .openapi({ description: 'ms at work: without the time in which it waited, or no process ran it.' }),
    lastSeq: z.number().int().openapi({ description: 'Number of its last event.' }),
    totals,
    labels: z.array(z.string()).readonly().optional().openapi({ description: 'Those of the machines that run it.' }),
  })
  .readonly()
  .openapi('Run');

const wait = z
  .object({ reason: z.string(), provider: z.string().optional(), server: z.string().optional() })
  .readonly();

const runDetail = z
  .object({
    ...run.unwrap().shape,
    tasks: z.object({ total: z.number().int(), done: z.number().int() }).readonly(),
    waits: z.array(wait).readonly(),
    questions: z.number().int().openapi({ description: 'How many are open.' }),
  })
  .readonly()
  .openapi('RunDetail');

const event = z
  .looseObject({
    v: z.number().int(),
    seq: z.number().int().openapi({ description: 'From 1, without gaps.' }),
    t: time,
    path: z.string().openapi({ description: 'Journal path; empty for the run itself.' }),
    kind: z.string().openapi({ example: 'task.completed' }),
    data: jsonObject,
  })
  .readonly()
  .openapi('Event');

const output = z
  .object({
    path: z.string().openapi({ description: 'Journal path, by which it is read.' }),
    task: z.string(),
    type: z.string(),
    bytes: z.number().int(),
    binary: z.boolean(),
    endedAt: time,
  })
  .readonly()
  .openapi('Output');

const file = z
  .object({ path: z.string().openapi({ example: '/notes/a.md' }), bytes: z.number().int() })
  .readonly()
  .openapi('File');

const question = z
  .object({
    path: z.string().openapi({ description: 'Names it in an answer.' }),
    task: z.string(),
    kind: z.enum(['input', 'budget', 'price', 'approval', 'breakpoint']),
    text: z.string(),
    askedAt: time,
    deadline: time.optional(),
    form: jsonObject.optional().openapi({ description: 'Fields by their names. Left out: the answer is a text.' }),
    call: z.object({ tool: z.string(), arguments: jsonObject, parameters: jsonObject }).readonly().optional(),
    model: z.string().optional(),
    budget: z
      .object({ resource: z.enum(['tokens', 'cost']), used: z.number(), limit: z.number(), needed: z.number() })
      .readonly()
      .optional(),
  })
  .readonly()
  .openapi('Question');

const startBody = z
  .strictObject({
    inputs: jsonObject.optional().openapi({
      description:
        'Values of inputs by name; of a file the path of one of files. Without declared inputs: of variables.',
    }),
    model: z.string().optional().openapi({ description: 'For every task, as provider:name.', example: 'sim:default' }),
    files: z
      .array(
        z.strictObject({
          path: z.string(),
          text: z.string().optional(),
          base64: z.base64().optional().openapi({ description: 'In place of text.' }),
        }),
      )
      .optional()
      .openapi({ description: 'Files of this run alone, over those of the workflow.' }),
    labels: z
      .array(z.string().regex(labelPattern))
      .max(mostLabels)
      .optional()
      .openapi({ description: 'What the machine has to have, where several share runs.', example: ['gpu'] }),
    reuse: reuseSchema.optional().openapi({
      description: 'Which earlier runs may answer calls of models: `all` of this server, `continued`, or `never`.',
    }),
  })
  .openapi('Start');

const nameOfSent = z.string().regex(sentName).openapi({ description: 'What the workflow is called; no path.' });

const sentWorkflow = {
  name: nameOfSent,
  notation: z.enum(notations).default('yaml'),
  text: z.string().max(maxWorkflowBytes).openapi({ description: 'The workflow.' }),
};

const targets = z
  .strictObject({
    kind: z.enum(targetKinds),
    tasks: z
      .array(
        z.strictObject({
          task: z.string().min(1),
          instance: z.string().min(1).exactOptional().openapi({ description: 'Journal path of a round or an item.' }),
        }),
      )
      .min(1),
  })
  .openapi('Targets', {
    description:
      'The tasks to run. `only`: these. `from`: these and all that follows. `until`: these and all they depend on.',
  });

const sentBody = z
  .strictObject({ ...sentWorkflow, ...startBody.shape, targets: targets.exactOptional() })
  .openapi('Sent');

const forkBody = z
  .strictObject({
    seq: z.number().int().min(0).exactOptional().openapi({
      description: 'The last event of the run whose result is taken. Left out: all are.',
    }),
    workflow: z.strictObject(sentWorkflow).exactOptional().openapi({
      description: 'Left out: the run as it was planned.',
    }),
    inputs: jsonObject.exactOptional().openapi({
      description: 'With another workflow: values of inputs, in place of those that the run was given.',
    }),
    holds: z.literal(true).exactOptional().openapi({
      description: 'With another workflow: what was answered by then is taken, whatever it was asked with.',
    }),
    edits: z
      .array(z.strictObject({ path: z.string(), of: z.enum(editedThings), text: z.string() }))
      .max(1000)
      .exactOptional()
      .openapi({ description: 'Without another workflow: what is taken in place of what the run recorded.' }),
    targets: targets.exactOptional(),
    files: startBody.shape.files,
    labels: startBody.shape.labels,
    reuse: startBody.shape.reuse,
  })
  .openapi('Fork');

const archiveForm = z
  .object({
    name: nameOfSent,
    archive: z.any().openapi({ type: 'string', format: 'binary', description: 'The file of the run.' }),
    id: z
      .string()
      .regex(/^[0-9a-f-]{16,64}$/)
      .optional()
      .openapi({ description: 'The id that it keeps, such as the one it has elsewhere. Left out: a new one.' }),
    files: z
      .any()
      .optional()
      .openapi({
        type: 'array',
        items: { type: 'string', format: 'binary' },
        description: 'Files that it works with, each under its path.',
      }),
  })
  .openapi('Archive');

const plan = jsonObject.openapi('Plan');

const startForm = z
  .object({
    inputs: z.string().optional().openapi({ description: 'JSON of an object.' }),
    model: z.string().optional(),
    labels: z.string().optional().openapi({ description: 'Separated by commas.' }),
    files: z
      .any()
      .optional()
      .openapi({
        type: 'array',
        items: { type: 'string', format: 'binary' },
        description: 'Each under its file name.',
      }),
  })
  .openapi('StartForm');

const answerBody = z
  .strictObject({
    path: z.string(),
    answer: anyJson.openapi({
      description:
        'Of a form: an object of its fields. Of a call: `{"approve": true}`, also with `arguments`, or `{"approve": false}`, also with `reason`. Of a budget: the new limit, or `stop`. Else a text.',
    }),
  })
  .openapi('Answer');

const runResult = z
  .object({
    run: run,
    result: z.string().nullable().openapi({ description: 'The start of it, if it is long; null: there is none yet.' }),
    whole: z.boolean().openapi({ description: 'Whether this is all of it. GET /runs/{id}/result streams all of it.' }),
    questions: z.array(question).readonly().openapi({ description: 'What it waits for, if it waits.' }),
    error: z.string().optional().openapi({ description: 'Why it failed.' }),
  })
  .readonly()
  .openapi('RunResult');

const secretUse = z
  .object({
    secret: z.string().max(200).openapi({ description: 'The name of a secret.', example: 'SEARCH' }),
    target: z
      .string()
      .max(2000)
      .openapi({ description: 'An origin, or `stdio:COMMAND`.', example: 'https://api.example.org' }),
  })
  .openapi('SecretUse');

const allowedSecrets = z
  .object({
    secrets: z
      .array(
        secretUse.extend({
          workflow: z.string().nullable().optional().openapi({
            description:
              'Who may send it: a workflow; null: one that is gone. Left out: all, as the server was started.',
          }),
          at: time.optional(),
        }),
      )
      .readonly(),
  })
  .openapi('AllowedSecrets');

const workflowSecrets = z
  .object({
    secrets: z
      .array(
        secretUse.extend({
          tool: z.string().optional().openapi({ description: 'Left out: no tool of the workflow sends it any more.' }),
          allowed: z.boolean(),
          at: time.optional(),
        }),
      )
      .readonly(),
  })
  .openapi('WorkflowSecrets');

/** The schemas, by what they describe. */
export const apiSchemas = {
  refusal,
  server,
  workflow,
  run,
  runDetail,
  event,
  output,
  file,
  question,
  startBody,
  startForm,
  sentBody,
  forkBody,
  archiveForm,
  plan,
  answerBody,
  runResult,
  secretUse,
  allowedSecrets,
  workflowSecrets,
} as const;

export type ApiRun = z.infer<typeof run>;
export type ApiQuestion = z.infer<typeof question>;
export type ApiRunOutcome = z.infer<typeof runResult>;
