import * as fc from 'fast-check';
import type { WorkflowDocument } from './document';
import { formatAccessor } from './expressions/scan-expression';
import { documentOf } from './sample.testing';
import { type Task, taskTypes } from './tasks';

/** Names of tasks, parts and values in {@link nestedDocument}: only a few, so that they often coincide. */
export const names = ['a', 'b', 'c', 'a.b'];
const name = fc.constantFrom(...names);
const returned = 'title';
const reference = fc
  .tuple(fc.constantFrom(...names, returned), fc.constantFrom('', '.output', '.output.x[0]'))
  .map((parts) => parts.join(''));
const template = reference.map((path) => `See {{${path}}}.`);
const expression = name.map((one) => `tasks${formatAccessor(one)}.output != null`);
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 3 });

const fields = {
  description: optional(template),
  condition: optional(expression),
  dependsOn: optional(fc.uniqueArray(name, { maxLength: 2 })),
  inputs: optional(fc.dictionary(name, fc.oneof(template, fc.record({ from: reference })), { maxKeys: 2 })),
  variables: optional(fc.dictionary(name, template, { maxKeys: 1 })),
  returns: optional(fc.constant({ [returned]: 'output' })),
  context: optional(fc.record({ includeTasks: fc.array(name, { maxLength: 2 }) })),
  system: optional(template),
};

/** The own fields of types that hold tasks or read values; other types have none here. */
const own = (part: fc.Arbitrary<Task>): Partial<Record<Task['type'], fc.Arbitrary<object>>> => ({
  sequential: fc
    .record({ steps: fc.array(fc.record({ id: optional(name), part }), { maxLength: 3 }) })
    .map(({ steps }) => ({ steps: steps.map(({ id, part: step }) => (id === undefined ? step : { ...step, id })) })),
  group: fc.record({ subtasks: fc.dictionary(name, part, { maxKeys: 3 }) }),
  map: fc.record({ items: fc.record({ from: reference }), innerTask: part }),
  reduce: fc.record({ items: fc.record({ from: reference }), reductionTask: part }),
  cond: fc.record({ cases: fc.array(fc.record({ test: expression, task: part }), { maxLength: 2 }), else: part }),
  director_evaluator: fc.record({ director: part, evaluator: part }),
  pipeline: fc.record({ plan: fc.array(template, { maxLength: 2 }), state: fc.record({ from: reference }) }),
  call: fc.record({ ref: name, args: fc.dictionary(name, template, { maxKeys: 2 }) }),
  associative_memory: fc.record({ query: template }),
  ask: fc.record({ message: template, form: fc.dictionary(name, fc.record({ default: template }), { maxKeys: 2 }) }),
  tool: fc.record({ tool: name, args: fc.dictionary(name, template, { maxKeys: 2 }) }),
});

function taskOf(depth: number): fc.Arbitrary<Task> {
  const common = fc
    .record(fields)
    .map((all) => Object.fromEntries(Object.entries(all).filter(([, one]) => one !== undefined)));
  const atomic = common.map((all) => ({ type: 'atomic', ...all }) as unknown as Task);
  if (depth === 0) return atomic;
  const special = own(taskOf(depth - 1));
  return fc
    .constantFrom(...taskTypes)
    .chain((type) =>
      fc
        .tuple(common, special[type] ?? fc.constant({}))
        .map(([all, more]) => ({ type, ...all, ...more }) as unknown as Task),
    );
}

/**
 * Documents of nested tasks that refer to one another by names that often mean different things in different scopes.
 */
export const nestedDocument: fc.Arbitrary<WorkflowDocument> = fc
  .tuple(
    fc.dictionary(name, taskOf(2), { minKeys: 1, maxKeys: 4 }),
    optional(fc.dictionary(name, fc.constant(1), { maxKeys: 1 })),
  )
  .map(([tasks, variables]) =>
    documentOf(tasks as unknown as Record<string, Record<string, unknown>>, {
      defaultModel: 'sim:echo',
      ...(variables === undefined ? {} : { variables }),
    }),
  );

/**
 * The document with its tasks in a function too, which has parameters of some of their names, and with its first one as
 * the whole of another.
 */
export function withFunctions(document: WorkflowDocument): WorkflowDocument {
  const [first] = Object.values<Task>(document.tasks);
  const { dependsOn: _none, ...alone } = first ?? ({ type: 'atomic' } as Task);
  const group = { type: 'group', subtasks: document.tasks } as Task;
  return {
    ...document,
    library: { all: { parameters: [{ name: 'c' }], task: group }, one: { parameters: [{ name: 'b' }], task: alone } },
  };
}
