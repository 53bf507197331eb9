import { describe, expect, it } from 'vitest';
import type { WorkflowDocument } from '../document';
import { group, sequence, task } from './problems.testing';
import { checkSome, DocumentChecks, validateDocument } from './validate';

type Fields = Readonly<Record<string, unknown>>;
/** Two states of a document. What stays is the same object in both, and has other problems in each. */
type Edit = readonly [before: WorkflowDocument, after: WorkflowDocument];

const flow = (tasks: Fields, more: Fields = {}) =>
  ({ defaultModel: 'sim:echo', ...more, tasks }) as unknown as WorkflowDocument;
const schema = (name: string) => ({ type: 'object', properties: { [name]: {} }, additionalProperties: false });
const giving = (name: string) => task({ outputSchema: schema(name) });
const reads = (description: string, more: Fields = {}) => task({ description, ...more });

function expectSameFindings([before, after]: Edit): void {
  const [found, then] = [validateDocument(before, []), validateDocument(after, [])];
  expect(then).not.toEqual(found);
  const checks = new DocumentChecks();
  expect(checks.check(before, [])).toEqual(found);
  expect(checks.check(after, [])).toEqual(then);
  expect(checks.check(before, [])).toEqual(found);
}

describe('a task is checked again when there is another', () => {
  const [ok, b] = [task(), reads('{{a.output.x}}', { dependsOn: ['a'] })];
  const off = reads('B', { dependsOn: ['a'] });
  const returning = task({ returns: { x: 'output' } });
  const told = reads('{{x}}', { dependsOn: ['a'] });
  const waiting = reads('{{b}}');
  const stands = task({ context: { excludeTasks: ['c'] } });
  const edits: Readonly<Record<string, Edit>> = {
    'task with the name that it returns': [flow({ a: returning }), flow({ a: returning, x: ok })],
    'task that it names': [flow({ a: stands }), flow({ a: stands, c: ok })],
    'name that another returns': [flow({ a: ok, b: told }), flow({ a: returning, b: told })],
    'task that returns the same name': [flow({ a: returning, b: told }), flow({ a: returning, b: told, c: returning })],
    'result of another': [flow({ a: giving('x'), b }), flow({ a: giving('y'), b })],
    'order of waits': [flow({ a: waiting, b: ok }), flow({ a: waiting, b: task({ dependsOn: ['a'] }) })],
    'circle of waits': [flow({ a: ok, b: off }), flow({ a: task({ dependsOn: ['b'] }), b: off })],
    'task that is off': [flow({ a: ok, b: off }), flow({ a: task({ disabled: true }), b: off })],
    'task that never runs': [flow({ a: ok, b: off }), flow({ a: task({ condition: 'false' }), b: off })],
    'text in it': [flow({ a: ok, b: reads('{{a}}') }), flow({ a: ok, b: reads('{{c}}') })],
    'default model': [flow({ a: ok }), flow({ a: ok }, { defaultModel: undefined })],
    'variable of the workflow': [flow({ b: told }, { variables: { x: 1 } }), flow({ b: told })],
    'tool of another task': [
      flow({ a: task({ tools: [{ name: 'own', http: { url: 'x' } }] }), b: task({ tools: ['task.a.own'] }) }),
      flow({ a: ok, b: task({ tools: ['task.a.own'] }) }),
    ],
  };
  it.each(Object.entries(edits))('%s', (_what, edit) => expectSameFindings(edit));
});

describe('a call is checked again when its function has another', () => {
  const f = (name: string) => ({ parameters: [{ name, type: 'string' }], task: task() });
  const both = {
    one: task({ type: 'call', ref: 'f', args: { x: 'x' } }),
    two: task({ type: 'call', ref: 'g', args: { x: 'x' } }),
  };
  const c = task({ type: 'call', ref: 'f' });
  const one = { c, r: reads('{{c.output.x}}', { dependsOn: ['c'] }) };
  const inner = { c, r: reads('{{c.output.a.x}}', { dependsOn: ['c'] }) };
  const given = (first: object, second: object, tasks: Fields = one): Edit => [
    flow(tasks, { library: { f: first } }),
    flow(tasks, { library: { f: second } }),
  ];
  const more = (first: Fields, second: Fields): Edit => [
    flow(both, { library: first }),
    flow(both, { library: second }),
  ];
  const edits: Readonly<Record<string, Edit>> = {
    'parameter, be it the second': more({ f: f('x'), g: f('x') }, { f: f('x'), g: f('y') }),
    'parameter, be it the first': more({ f: f('x'), g: f('x') }, { f: f('y'), g: f('x') }),
    'parameter type': more(
      { f: f('x'), g: f('x') },
      { f: { ...f('x'), parameters: [{ name: 'x', type: 'number' }] }, g: f('x') },
    ),
    name: more({ f: f('x'), g: f('x') }, { f: f('x'), h: f('x') }),
    result: given({ task: task(), returns: schema('x') }, { task: task(), returns: schema('y') }),
    'result that it tells': given({ task: task() }, { task: task(), returns: schema('y') }),
    'result of its task': given({ task: giving('x') }, { task: giving('y') }),
    'task, or none': given({ task: giving('y') }, {}),
    'task in its group': given({ task: group({ x: task() }) }, { task: group({ y: task() }) }),
    'task in its group that gives something else': given(
      { task: group({ a: giving('x') }) },
      { task: group({ a: giving('y') }) },
      inner,
    ),
    'schema of its group': given(
      { task: group({ x: task() }) },
      { task: { ...group({ x: task() }), outputSchema: schema('y') } },
    ),
    'end of its group': given(
      { task: group({ y: task() }) },
      { task: { ...group({ y: task() }), completionMode: 'any' } },
    ),
  };
  it.each(Object.entries(edits))('%s', (_what, edit) => expectSameFindings(edit));
});

describe('what is in a function is checked', () => {
  const ghost = reads('{{ghost}}');
  const rows: Readonly<Record<string, readonly [body: object, paths: readonly string[]]>> = {
    'step by step, each of which sees those before it': [
      sequence(task(), reads('{{step_1}}'), reads('{{step_9}}'), group({ x: ghost })),
      ['steps.2.description', 'steps.3.subtasks.x.description'],
    ],
    'task by task in a group, also in one within another': [
      group({ a: ghost, b: task({ dependsOn: ['a'] }), c: reads('{{b}}'), d: group({ e: ghost, f: reads('{{e}}') }) }),
      [
        'subtasks.a.description',
        'subtasks.c.description',
        'subtasks.d.subtasks.e.description',
        'subtasks.d.subtasks.f.description',
      ],
    ],
    'around a group, and in it': [
      task({ type: 'map', items: [1], innerTask: group({ a: reads('{{item}}'), b: ghost }), condition: 'ghost' }),
      ['condition', 'inner_task.subtasks.b.description'],
    ],
    'in the inputs of a group': [
      { ...group({ a: task() }), inputs: { x: { task: ghost } } },
      ['inputs.x.task.description'],
    ],
    'for tasks that never run': [
      group({ a: task({ disabled: true }), b: task({ dependsOn: ['a'] }) }),
      ['subtasks.b.depends_on'],
    ],
  };
  it.each(Object.entries(rows))('%s', (_what, [body, paths]) => {
    const found = validateDocument(flow({}, { library: { f: { task: body } } }), []);
    expect(found.map(({ path }) => path.join('.'))).toEqual(paths.map((path) => `library.f.task.${path}`));
  });
});

it('a task that stays as it is keeps what was found in it', () => {
  const [a, b] = [reads('{{x}}'), reads('{{y}}')];
  const checks = new DocumentChecks();
  const [first] = checks.check(flow({ a, b }), []);
  expect(checks.check(flow({ a, b: reads('{{z}}') }), [])[0]).toBe(first);
  const branch = checks.branch();
  expect(branch.check(flow({ a, b }), [])[0]).toBe(first);
});

it('a model is looked for again when other providers are known', () => {
  const checks = new DocumentChecks();
  const document = flow({ c: task({ model: 'lab:x' }) });
  const found = [[], ['lab'], []].map((known) => checks.check(document, known).length);
  expect(found).toEqual([1, 0, 1]);
});

it('of an edit only what it may have caused is looked for, in tasks and in functions', () => {
  const ghost = reads('{{ghost}}');
  const library = { f: { task: ghost }, g: { task: group({ x: ghost }) }, h: {} };
  const document = flow({ a: ghost, b: ghost, c: group({ y: ghost }) }, { library });
  const pathsOf = (ids: string[], definitions?: string[]) =>
    checkSome(document, ids, definitions).map(({ path }) => path.slice(0, -1).join('.'));
  expect(pathsOf(['b', 'c', 'none'])).toEqual(['tasks.b', 'tasks.c.subtasks.y']);
  expect(pathsOf([], ['g', 'h', 'none', 'f'])).toEqual(['library.g.task.subtasks.x', 'library.f.task']);
});
