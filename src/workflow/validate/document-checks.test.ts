import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { WorkflowDocument } from '../document';
import type { Task } from '../tasks';
import { DocumentChecks, validateDocument } from './validate';

const ids = ['fetch', 'fetsh', 'write', 'sum', 'group', 'last'] as const;
const id = fc.constantFrom(...ids);
const name = fc.constantFrom('fetch', 'write', 'sum', 'told', 'said', 'nowhere', 'topic', 'step');

/** Fields in which tasks name each other, settings, and things that are nowhere. */
const simple: fc.Arbitrary<Task> = fc.record(
  {
    type: fc.constant('atomic' as const),
    description: name.map((one) => `Read {{${one}}}`),
    dependsOn: fc.array(id, { maxLength: 2 }),
    returns: fc.constantFrom({ told: 'output' }, { said: 'output', told: 'tasks.sum.output' }),
    condition: fc.constantFrom('false', 'tasks.fetch.output == 1', 'tasks.nobody.output'),
    disabled: fc.boolean(),
    model: fc.constantFrom('none:such', 'sim:fast'),
    agent: fc.constantFrom('reader', 'redaer'),
    tools: fc.constantFrom(['task.sum.mine'], ['shell'], [{ name: 'mine', builtin: 'read' }]),
    context: fc.record({ includeTasks: fc.array(id, { maxLength: 1 }) }),
    pinned: fc.constant('x'),
  },
  { requiredKeys: ['type'] },
) as unknown as fc.Arbitrary<Task>;
const nested = fc.dictionary(fc.constantFrom('step', 'fetch', 'other'), simple, { maxKeys: 2, noNullPrototype: true });
const task = fc.oneof(
  { weight: 3, arbitrary: simple },
  nested.map((subtasks) => ({ type: 'group', subtasks }) as unknown as Task),
);
const settings = fc.record(
  {
    name: fc.constantFrom('One', 'Two'),
    defaultModel: fc.constantFrom('sim:fast', 'what:model', 'plain'),
    variables: fc.constant({ topic: 'x' }),
    agents: fc.constant({ reader: { system: 'Read {{said}}', model: 'other:model' } }),
  },
  { requiredKeys: [] },
) as unknown as fc.Arbitrary<Partial<WorkflowDocument>>;

/** What an edit does: a task becomes another, goes, or comes; or the settings change. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(id, fc.option(task, { nil: undefined })) },
  { weight: 1, arbitrary: settings },
);

function after(
  document: WorkflowDocument,
  made: typeof step extends fc.Arbitrary<infer T> ? T : never,
): WorkflowDocument {
  if (!Array.isArray(made)) return { ...made, tasks: document.tasks } as WorkflowDocument;
  const [changed, next] = made;
  const { [changed as never]: _gone, ...others } = document.tasks;
  const tasks = next === undefined ? others : { ...document.tasks, [changed]: next };
  return { ...document, tasks: tasks as WorkflowDocument['tasks'] };
}

it('finds after each edit what a first check finds, in the same order', () => {
  fc.assert(
    fc.property(settings, fc.array(step, { maxLength: 14 }), (first, steps) => {
      const checks = new DocumentChecks();
      let document = { ...first, tasks: {} } as WorkflowDocument;
      for (const made of steps) {
        document = after(document, made);
        expect(checks.check(document, [])).toEqual(validateDocument(document, []));
      }
    }),
    { numRuns: 500 },
  );
});

it('guesses at as many names as a first check does', () => {
  const many = (count: number, from = 0) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, n) => [`t${from + n}`, { type: 'atomic', description: '{{t0x}}' } as Task]),
    ) as WorkflowDocument['tasks'];
  const checks = new DocumentChecks();
  const large = { tasks: many(130) };
  expect(checks.check(large, [])).toEqual(validateDocument(large, []));
  const { ['t5' as never]: _gone, ...fewer } = large.tasks;
  for (const tasks of [fewer, { ...many(3, 500), ...fewer }, many(90)]) {
    const document = { tasks: tasks as WorkflowDocument['tasks'] };
    expect(checks.check(document, [])).toEqual(validateDocument(document, []));
  }
});
