import fc from 'fast-check';
import type { Json } from '@/base/json';
import type { WorkflowDocument } from '@/workflow/document';
import type { Task } from '@/workflow/tasks';

/** Texts that are hard to write in YAML, among ordinary ones. */
export const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 30, unit: 'grapheme' }) },
  { weight: 2, arbitrary: fc.string({ maxLength: 12, unit: 'binary' }) },
  {
    weight: 4,
    arbitrary: fc
      .array(
        fc.constantFrom(
          'a b',
          ' ',
          '\n',
          '\t',
          ': ',
          '#',
          ' # x',
          '- ',
          '{{a}}',
          '"',
          "'",
          '\\',
          'é😀',
          'k: v',
          '\r',
          '---',
        ),
        { maxLength: 8 },
      )
      .map((parts) => parts.join('')),
  },
  fc.constantFrom(
    'yes',
    'no',
    'on',
    'off',
    'true',
    'null',
    '~',
    '1.0',
    '0x1F',
    '1e3',
    '-',
    '?',
    '2026-11-21',
    '.inf',
    '<<',
    '*a',
    '&a',
    '!x',
    '@x',
    '%x',
    '|',
    '>',
    '=',
    '{{a}} b',
    '[x]',
    'y',
  ),
);

const isSafe = (key: string): boolean => key !== '__proto__';
const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'json' },
    fc.oneof(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text.filter(isSafe), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

const name = fc
  .stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,6}$/)
  .filter((id) => !Object.hasOwn(Object.prototype, id) && id !== '__proto__');
export const taskIds = fc.uniqueArray(name, { maxLength: 6 });
const nonEmpty = text.filter((value) => value !== '');
const record = fc.dictionary(text.filter(isSafe), json, { maxKeys: 3, noNullPrototype: true });
const named = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> =>
  fc.dictionary(name, value, { maxKeys: 3, noNullPrototype: true });
const extensions = fc.dictionary(
  text.map((key) => `x-${key}`),
  json,
  { minKeys: 1, maxKeys: 2, noNullPrototype: true },
);
const count = fc.nat({ max: 1e6 });
const optional = <T extends object>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Partial<T>> =>
  fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;
const system = fc.oneof(
  text,
  fc.record({ name: text, value: text }),
  fc.array(fc.oneof(text, fc.record({ name: text, value: text })), { maxLength: 3 }),
);
const agent = optional({
  model: nonEmpty,
  system,
  options: record,
  tier: fc.constantFrom('worker', 'light', 'orchestrator'),
  tools: fc.array(fc.oneof(text, record), { maxLength: 2 }),
  inheritTools: fc.oneof(fc.boolean(), fc.array(name, { maxLength: 2 })),
  extensions,
});
const limits = optional({
  maxStdoutBytes: count,
  timeoutMs: count,
  cleanupStrategy: fc.oneof(text, record),
  compressExternal: fc.boolean(),
});
const errorHandling = optional({ onError: fc.constantFrom('retry', 'skip'), maxRetries: fc.nat({ max: 100 }) });
const input = fc.oneof(fc.record({ from: nonEmpty }), fc.record({ task: record }), json);

const common = {
  subtype: text,
  name: text,
  description: text,
  system,
  agent: fc.oneof(text, agent),
  model: nonEmpty,
  options: record,
  dependsOn: fc.array(name, { maxLength: 3 }),
  condition: text,
  priority: fc.constantFrom('low', 'critical'),
  inputs: named(input),
  variables: named(json),
  returns: named(text),
  injectContext: fc.boolean(),
  limits,
  outputSchema: record,
  errorHandling,
  loop: record,
  criteria: fc.oneof(text, fc.array(text, { maxLength: 2 })),
  disabled: fc.boolean(),
  pinned: fc.oneof(fc.boolean(), json),
  extensions,
};
const script = optional({
  language: fc.constantFrom('bash', 'javascript'),
  content: text,
  env: fc.dictionary(text.filter(isSafe), text, { maxKeys: 2, noNullPrototype: true }),
  timeoutMs: fc.integer({ min: 1, max: 1e6 }),
});
const few = <T extends object>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Partial<T>> =>
  fc
    .subarray(Object.keys(fields) as (keyof T)[], { maxLength: 5 })
    .chain(
      (keys) =>
        fc.record(Object.fromEntries(keys.map((key) => [key, fields[key]]))) as unknown as fc.Arbitrary<Partial<T>>,
    );

export const task: fc.Arbitrary<Task> = fc.oneof(
  few(common).map((fields) => ({ ...fields, type: 'atomic' })),
  fc.tuple(few(common), fc.option(script, { nil: undefined })).map(([fields, body]) => ({
    ...fields,
    type: 'script',
    ...(body === undefined ? {} : { script: body }),
  })),
  fc.tuple(few(common), json).map(([fields, steps]) => ({ ...fields, type: 'sequential', own: { steps } })),
  fc.tuple(few(common), json).map(([fields, body]) => ({
    ...fields,
    type: 'director_evaluator',
    own: { script: body, director: { description: 'd' } },
  })),
) as unknown as fc.Arbitrary<Task>;

const point = fc.tuple(fc.integer({ min: -5000, max: 5000 }), fc.integer({ min: -5000, max: 5000 }));
export const layout = optional({
  tasks: named(point),
  collapsed: fc.array(text, { maxLength: 2 }),
  notes: fc.array(fc.record({ text, at: point, size: point }), { maxLength: 2 }),
});
export const settings = optional({
  heddle: fc.constant(1 as const),
  name: text,
  version: text,
  description: text,
  variables: named(json),
  defaultModel: nonEmpty,
  agents: named(agent),
  limits,
  errorHandling,
  checkpoint: record,
  maxConcurrency: fc.integer({ min: 1, max: 64 }),
  hooks: record,
  extensions,
});

/** Any valid document. */
export const workflowDocument: fc.Arbitrary<WorkflowDocument> = fc
  .tuple(settings, taskIds, fc.array(task, { minLength: 6, maxLength: 6 }), fc.option(layout, { nil: undefined }))
  .map(([own, ids, tasks, placed]) => ({
    ...own,
    tasks: Object.fromEntries(ids.map((id, index) => [id, tasks[index]])),
    ...(placed === undefined ? {} : { layout: placed }),
  })) as unknown as fc.Arbitrary<WorkflowDocument>;
