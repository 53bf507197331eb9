import fc from 'fast-check';
import { expect, it } from 'vitest';
import { samples } from '@/base/samples.testing';
import type { WorkflowDocument } from '../document';
import type { Task } from '../tasks';
import { mapParts } from '../tasks/parts';
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
/** Calls of functions, which may lack, want other arguments, or have no such result. */
const call = fc.record(
  {
    type: fc.constant('call' as const),
    ref: fc.constantFrom('big', 'bgi', 'other'),
    args: fc.constantFrom({ topic: 'x' }, { topic: 1, more: 2 }),
    dependsOn: fc.array(id, { maxLength: 1 }),
  },
  { requiredKeys: ['type', 'ref'] },
) as unknown as fc.Arbitrary<Task>;
const reading = fc
  .tuple(id, fc.constantFrom('fetch', 'write', 'sum'))
  .map(([from, field]) => ({ type: 'atomic', dependsOn: [from], description: `{{${from}.output.${field}}}` }) as Task);
const task = fc.oneof(
  { weight: 3, arbitrary: simple },
  call,
  reading,
  nested.map((subtasks) => ({ type: 'group', subtasks }) as unknown as Task),
);
const inFunction = fc.oneof(simple, call, reading);

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
  { weight: 6, arbitrary: fc.record({ of: fc.constantFrom('big', 'other'), id, task: fc.option(inFunction) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      of: fc.constantFrom('big', 'other'),
      definition: fc.option(
        fc.constantFrom<object[]>(
          { task: { type: 'group', completionMode: 'any', inputs: { topic: 'x' } } },
          { task: { type: 'group' }, parameters: [{ name: 'topic', type: 'string' }] },
          { task: { type: 'group' }, parameters: [{ name: 'topic' }, { name: 'more' }], returns: { type: 'string' } },
          { task: { type: 'group', inputs: { told: 'x' } } },
          { task: { type: 'group' } },
          { task: { type: 'map', items: [1], innerTask: { type: 'group' } } },
          { task: { type: 'map', items: 'topic', innerTask: { type: 'group', inputs: { told: 'x' } } } },
          { task: { type: 'director_evaluator', director: { type: 'group' }, evaluator: { type: 'atomic' } } },
          { task: { type: 'sequential', steps: [{ type: 'atomic', id: 'fetch' }, { type: 'group' }] } },
          { task: { type: 'sequential', steps: [{ type: 'group' }, { type: 'group', inputs: { told: 'x' } }] } },
          { task: { type: 'atomic', description: '{{topic}}' } },
          {},
        ),
      ),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The tasks of a group in a task, the first that has some. */
function subtasksIn(task: Task | undefined): Record<string, Task> {
  let found: Record<string, Task> = {};
  const look = (part: Task): Task => {
    if (part.type === 'group' && Object.keys(found).length === 0) found = { ...part.subtasks };
    return mapParts(part, look);
  };
  if (task !== undefined) look(task);
  return found;
}

/** A task with these as the tasks of each outermost group in it. */
function withSubtasks(task: Task, subtasks: Record<string, Task>): Task {
  return task.type === 'group' ? { ...task, subtasks } : mapParts(task, (part) => withSubtasks(part, subtasks));
}

/** The document with a function that keeps its tasks in another definition, or without it. */
function afterInLibrary(document: WorkflowDocument, made: Step): WorkflowDocument {
  if (!('of' in made)) return document;
  const { [made.of]: was, ...others } = (document.library ?? {}) as Record<string, { task?: Task }>;
  const subtasks = subtasksIn(was?.task);
  let definition: { task?: Task } | null | undefined = was;
  if ('definition' in made) definition = made.definition as typeof definition;
  else if (made.task === null) delete subtasks[made.id];
  else subtasks[made.id] = made.task;
  const { task: body } = definition ?? {};
  const whole = body === undefined ? definition : { ...definition, task: withSubtasks(body, subtasks) };
  const library = { ...others, ...(whole && { [made.of]: whole }) };
  return { ...document, library } as unknown as WorkflowDocument;
}

function after(document: WorkflowDocument, made: Step): WorkflowDocument {
  if (!Array.isArray(made) && 'of' in made) return afterInLibrary(document, made);
  const { library } = document;
  if (!Array.isArray(made)) return { ...made, ...(library && { library }), tasks: document.tasks } as WorkflowDocument;
  const [changed, next] = made;
  const { [changed as never]: _gone, ...others } = document.tasks;
  const tasks = next === undefined ? others : { ...document.tasks, [changed]: next };
  return { ...document, tasks: tasks as WorkflowDocument['tasks'] };
}

it('finds after each edit what a first check finds, in the same order', () => {
  fc.assert(
    fc.property(settings, fc.array(step, { maxLength: 14 }), (first, steps) => {
      const checks = new DocumentChecks();
      let document = { ...first, library: { big: { task: { type: 'group' } } }, tasks: {} } as WorkflowDocument;
      for (const made of steps) {
        document = after(document, made);
        expect(checks.check(document, [])).toEqual(validateDocument(document, []));
      }
    }),
    { numRuns: samples('CHECK_RUNS', 40, 500) },
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

it('checks the tasks of a function again if what is around them changes, and else only the one that changed', () => {
  const [a, b] = [
    { type: 'atomic', description: '{{nobody}}' },
    { type: 'atomic', description: '{{told}}' },
  ];
  const body = (around: object = {}, first = a) =>
    ({
      library: { big: { task: { type: 'group', ...around, subtasks: { a: first, b } } } },
      tasks: {},
    }) as unknown as WorkflowDocument;
  const checks = new DocumentChecks();
  for (const document of [body(), body({ inputs: { told: 'x' } }), body()])
    expect(checks.check(document, [])).toEqual(validateDocument(document, []));
  const first = checks.check(body(), []);
  const after = body({}, { type: 'atomic', description: '{{nowhere}}' });
  const second = checks.check(after, []);
  expect(second).toEqual(validateDocument(after, []));
  // What was found in the other task is the same object.
  expect(second.at(-1)).toBe(first.at(-1));
});
