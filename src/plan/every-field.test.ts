import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { WorkflowDocument } from '@/workflow/document';
import { documentSchema, settingsFields } from '@/workflow/document-schema';
import {
  agentSchema,
  contextSchema,
  createCommonFields,
  errorHandlingSchema,
  taskLimitsSchema,
} from '@/workflow/tasks/common';
import { scriptBodySchema } from '@/workflow/tasks/script-body';
import { nestedTaskSchema } from '@/workflow/tasks/task-schema';
import { buildPlan } from './build-plan';

/** Fields that do not affect a run: only a person or another tool reads them. */
class About {
  constructor(readonly value: unknown) {}
}

/** For each field, a value that differs from its default. */
type Samples = Readonly<Record<string, unknown>>;

const limits: Samples = {
  maxStdoutBytes: 9,
  maxStderrBytes: 9,
  maxCombinedBytes: 9,
  truncationStrategy: 'head',
  maxContextBytes: 9,
  maxContextTasks: 9,
  externalStorageThreshold: 9,
  externalStorageDir: 'there',
  compressExternal: false,
  maxStoredBytes: 9,
  cleanupStrategy: 'lru',
  maxTurns: 9,
  maxContextWindowFraction: 0.5,
  warningThreshold: 0.5,
  maxOutputTokens: 9,
  timeoutMs: 9,
  maxTotalTokens: 9,
  maxTotalCostUsd: 9,
  extensions: new About({ 'x-mine': 1 }),
};
const context: Samples = {
  mode: 'none',
  includeTasks: ['b'],
  excludeTasks: ['b'],
  minRelevance: 0.1,
  maxBytes: 9,
  maxTasks: 9,
  timeWindowSecs: 9,
  repeatNamed: true,
  extensions: new About({ 'x-mine': 1 }),
};
const errorHandling: Samples = {
  onError: 'continue',
  maxRetries: 9,
  backoff: 'linear',
  onMaxRetries: 'skip',
  extensions: new About({ 'x-mine': 1 }),
};
const agent: Samples = {
  model: 'sim:other',
  system: 'Be brief.',
  options: { temperature: 1 },
  reasoningEffort: 'low',
  fallbackModels: ['sim:third'],
  fallbackOnRefusal: true,
  cache: 'off',
  reuse: 'never',
  tier: 'light',
  tools: ['read_file'],
  contextTransfer: 'full',
  inheritTools: false,
  inheritVariables: false,
  extensions: new About({ 'x-mine': 1 }),
};
const task: Samples = {
  id: new About('a'),
  subtype: 'director',
  name: 'A name',
  description: 'Another prompt',
  system: 'Be brief.',
  agent: { model: 'sim:other' },
  model: 'sim:other',
  options: { temperature: 1 },
  reasoningEffort: 'low',
  fallbackModels: ['sim:third'],
  fallbackOnRefusal: true,
  cache: 'off',
  reuse: 'never',
  dependsOn: ['b'],
  triggerRule: 'all_done',
  condition: 'true',
  priority: 'high',
  inputs: { x: 1 },
  variables: { x: 1 },
  returns: { x: 'output' },
  output: 'a.md',
  tools: ['read_file'],
  toolMode: 'exclusive',
  approve: true,
  injectContext: false,
  context: { mode: 'none' },
  contextManagement: { inheritContext: 'full' },
  clearMemory: true,
  rebuildMemory: true,
  limits: { timeoutMs: 9 },
  expectedOutput: 'A list',
  outputSchema: { type: 'array' },
  validate: 'true',
  errorHandling: { onError: 'continue' },
  loop: { type: 'repeat', count: 2 },
  voting: { k: 3 },
  bestOf: { n: 2, evaluator: { type: 'atomic', description: 'Choose' } },
  interactive: true,
  inputTimeoutMs: 9,
  reparse: { on: ['no_progress'] },
  disableReparsing: new About(true),
  manualXml: new About(true),
  criteria: 'any',
  checkpoint: false,
  breakpoint: true,
  disabled: true,
  pinned: true,
  continuationPolicy: new About('latest-only'),
  outputSlot: 'slot',
  inputSource: 'slot',
  validationRules: 'strict',
  extensions: new About({ 'x-mine': 1 }),
};
const settings: Samples = {
  heddle: new About(1),
  name: 'A name',
  version: new About('1.0'),
  description: new About('Text'),
  variables: { v: 2 },
  inputs: { i: { default: 'x' } },
  defaultModel: 'sim:other',
  fallbackModels: ['sim:third'],
  fallbackOnRefusal: true,
  cache: 'off',
  reuse: 'never',
  agents: { w: { model: 'sim:other' } },
  tools: { search: { http: { url: 'https://x.org' } } },
  limits: { timeoutMs: 9 },
  context: { mode: 'none' },
  compaction: { enabled: true },
  errorHandling: { onError: 'continue' },
  checkpoint: { enabled: false },
  retention: { keepDays: 1 },
  maxConcurrency: 1,
  hooks: { postTask: [{ checkpointAndPrune: { every: 10 } }] },
  library: { f: { task: { type: 'atomic', description: 'Work' } } },
  memory: { index: { '/a.md': 'A file' } },
  testDefaults: new About({ repeat: 2 }),
  tests: new About({ plain: { expect: [{ type: 'equals', value: 'x' }] } }),
  extensions: new About({ 'x-mine': 1 }),
};
const scriptBody: Samples = {
  language: 'javascript',
  content: 'echo 1',
  command: 'ls',
  stdin: 'x',
  env: { X: '1' },
  timeoutMs: 9,
  extensions: new About({ 'x-mine': 1 }),
};

type Place = readonly [name: string, shape: z.ZodRawShape, samples: Samples, documentWith: (part: object) => object];

const onTask = (part: object) => ({ tasks: { a: { type: 'atomic', description: 'Prompt', agent: 'w', ...part }, b } });
/** A task that could be told an output twice. */
const onReader = (part: object) => onTask({ description: 'Prompt on {{b}}', dependsOn: ['b'], ...part });
const b = { type: 'script' };

/** Every position at which the fields of a schema can occur. */
const places: readonly Place[] = [
  ['a workflow', settingsFields, settings, (part) => part],
  ['a task', createCommonFields(nestedTaskSchema), task, onTask],
  ['the limits of a workflow', taskLimitsSchema.shape, limits, (part) => ({ limits: part })],
  ['the limits of a task', taskLimitsSchema.shape, limits, (part) => onTask({ limits: part })],
  ['the context of a workflow', contextSchema.shape, context, (part) => ({ ...onReader({}), context: part })],
  ['the context of a task', contextSchema.shape, context, (part) => onReader({ context: part })],
  ['error handling of a workflow', errorHandlingSchema.shape, errorHandling, (part) => ({ errorHandling: part })],
  ['error handling of a task', errorHandlingSchema.shape, errorHandling, (part) => onTask({ errorHandling: part })],
  ['an agent', agentSchema.shape, agent, (part) => ({ agents: { w: { model: 'sim:one', ...part } } })],
  ['an inline agent', agentSchema.shape, agent, (part) => onTask({ agent: { model: 'sim:one', ...part } })],
  ['a script', scriptBodySchema.shape, scriptBody, (part) => ({ tasks: { a: { type: 'script', script: part }, b } })],
];

function parse(document: object): WorkflowDocument {
  const tools = { fetch: { http: { url: 'https://x.org' } } };
  const settings = { defaultModel: 'sim:one', variables: { v: 1 }, agents: { w: {} }, tools };
  return documentSchema.parse({ ...settings, ...onTask({}), ...document }) as WorkflowDocument;
}

/** How two documents that differ in a field differ in their plans. */
function fate(document: WorkflowDocument, without: WorkflowDocument): 'runs' | 'left aside' {
  const plan = buildPlan(document, []);
  const before = buildPlan(without, []);
  if (!before.ok) throw new Error(before.error[0]?.message);
  if (!plan.ok) throw new Error(plan.error[0]?.message);
  const { hash, checkpoint, retention } = before.value;
  const reaches =
    plan.value.hash !== hash ||
    JSON.stringify([plan.value.checkpoint, plan.value.retention]) !== JSON.stringify([checkpoint, retention]);
  return reaches ? 'runs' : 'left aside';
}

describe.each(places)('every field of %s', (_name, shape, samples, documentWith) => {
  it('is looked at here', () => {
    expect(Object.keys(samples).toSorted()).toEqual(Object.keys(shape).toSorted());
  });

  it.each(Object.entries(samples))('runs, if it asks anything: %s', (field, sample) => {
    const value = sample instanceof About ? sample.value : sample;
    const found = fate(parse(documentWith({ [field]: value })), parse(documentWith({})));
    expect(found).toBe(sample instanceof About ? 'left aside' : 'runs');
  });
});
