import { z } from 'zod';
import { jsonSchema } from '@/base/json-schema';
import { nameSchema } from '@/base/name-schema';
import { expectationTypes } from './expectation-types';
import { createExtensibleSchema, extensionsSchema } from './extensible';
import { placeSchema } from './name-schemas';
import { taskLimitsSchema } from './tasks/common';

const share = z.number().min(0).max(1);

/** The model that judges, and how many votes it casts. */
const judgeSchema = z.strictObject({
  model: z.string().min(1).optional().meta({ description: 'Model that judges, as provider:name.' }),
  votes: z
    .number()
    .int()
    .min(1)
    .max(9)
    .optional()
    .meta({ description: 'How often it is asked: odd, 1 (default) to 9.' }),
});

/** What a result, a call or a run must be. Names of the types are those of promptfoo. */
const expectationSchema = z.strictObject({
  type: z.enum(expectationTypes).meta({ description: 'How it is checked; not- before it turns it round.' }),
  value: jsonSchema.optional().meta({ description: 'What is expected: a text, JSON, a pattern, an expression.' }),
  task: z.string().min(1).optional().meta({
    description:
      'Task path of the result that is checked, such as review/write@2 or review/write@all. Without it: the result of the run.',
  }),
  threshold: z.number().min(0).optional().meta({ description: 'Most USD, ms or tokens; or the score that is needed.' }),
  weight: z.number().min(0).optional().meta({ description: 'How much it counts in the mean. Default 1.' }),
  metric: z.string().min(1).optional().meta({ description: 'Name under which its scores are added up.' }),
  judge: judgeSchema.optional().meta({ description: 'Who judges, if a model does.' }),
});

/** What answers in place of tasks and tools. */
const mockSchema = z.strictObject({
  outputs: z
    .record(placeSchema, jsonSchema)
    .optional()
    .meta({ description: 'Results of tasks, which then do not run, by task path.' }),
  tools: z
    .record(nameSchema, jsonSchema)
    .optional()
    .meta({ description: 'Answers of tools by name: a list of { args, output } or { args, error }.' }),
});

const sharedFields = {
  tags: z.array(z.string().min(1)).optional().meta({ description: 'Names by which tests are chosen.' }),
  inputs: z.record(nameSchema, jsonSchema).optional().meta({ description: 'What the run is given.' }),
  mock: mockSchema.optional().meta({ description: 'What answers in place of tasks and tools.' }),
  tools: z.enum(['recorded', 'mock', 'live']).optional().meta({
    description: 'Who answers tools and scripts: the recording (default with one), mocks (else), or they run (live).',
  }),
  expect: z.array(expectationSchema).optional().meta({ description: 'What must hold of the run.' }),
  threshold: share
    .optional()
    .meta({ description: 'Weighted mean of scores that is needed. Without it each must pass.' }),
  repeat: z.number().int().min(1).max(1000).optional().meta({ description: 'How often it runs. Default 1.' }),
  passRate: share.optional().meta({ description: 'Share of the repeats that must pass. Default 1.' }),
  limits: taskLimitsSchema.optional().meta({ description: 'Limits of its run.' }),
  judge: judgeSchema.optional().meta({ description: 'Who judges, unless an expectation says so itself.' }),
};

/** What holds for every test; a test's own fields win, and its `expect` is added. */
export const testDefaultsSchema = z.strictObject({ ...sharedFields, extensions: extensionsSchema.optional() });

/** A test of the workflow: what a run is given, what answers, and what is expected. */
export const testCaseSchema = createExtensibleSchema({
  name: z.string().optional().meta({ description: 'Name for a person.' }),
  description: z.string().optional().meta({ description: 'What it is for.' }),
  ...sharedFields,
  rows: z.string().min(1).optional().meta({
    description: 'File whose rows are cases, as file:///rows.csv: CSV, JSONL, or a JSON array.',
  }),
  recording: z.string().min(1).optional().meta({
    description: 'File of an earlier run that answers its calls, as file:///tests/run.jsonl.',
  }),
  target: placeSchema.optional().meta({ description: 'Only this task runs; what it reads is mocked or recorded.' }),
  disabled: z.boolean().optional().meta({ description: 'Whether it is left out. Default false.' }),
});

export type Expectation = z.infer<typeof expectationSchema>;
export type TestCase = z.infer<typeof testCaseSchema>;
export type TestDefaults = z.infer<typeof testDefaultsSchema>;
