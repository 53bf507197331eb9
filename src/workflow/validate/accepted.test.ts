import { describe, expect, it } from 'vitest';
import { findJsonSchemaProblem } from './json-schema-problem';
import { checkRows, group, type Row, sequence, task } from './problems.testing';

// What is just right, beside what is just wrong.

const http = { url: 'https://x.org' };
const script = (fields: object = {}) => ({ type: 'script', script: { content: 'x' }, ...fields });
const ask = (form: object, more: object = {}) => task({ type: 'ask', form, ...more });
const schema = { type: 'object', properties: { n: { type: 'integer' }, t: {} }, required: ['n', 't'] };

describe('settings are fine', () => {
  const rows: readonly Row[] = [
    [
      'where they are as high as those that bound them, or those bound nothing',
      {
        a: task({
          limits: {
            maxStdoutBytes: 8,
            maxStderrBytes: 8,
            maxCombinedBytes: 8,
            maxStoredBytes: 2,
            externalStorageThreshold: 2,
          },
        }),
        b: task({ limits: { maxStdoutBytes: 9, maxStderrBytes: 9, externalStorageThreshold: 2 } }),
        c: task({ limits: { maxCombinedBytes: 8, maxStoredBytes: 1 } }),
        d: task({ limits: { cleanupStrategy: { type: 'custom', keep: 'true' } } }),
        e: task({ limits: { cleanupStrategy: { type: 'lru' } } }),
        f: task({ limits: { cleanupStrategy: 'lru' } }),
      },
      [],
      {
        limits: { maxTotalTokens: 6, maxOutputTokens: 6, maxContextBytes: 2, maxContextTasks: 2 },
        context: { maxBytes: 2, maxTasks: 2 },
      },
    ],
    [
      'where a budget of 0 is none',
      {},
      [],
      { limits: { maxTotalTokens: 0, maxOutputTokens: 6 }, context: { maxBytes: 2, maxTasks: 2 } },
    ],
    [
      'where a script may take as long as its task, or its task takes any time',
      {
        a: script({ script: { content: 'x', timeoutMs: 5 }, limits: { timeoutMs: 5 } }),
        b: script({ script: { content: 'x', timeoutMs: 5 }, limits: { timeoutMs: 0 } }),
        c: script({ script: { content: 'x', timeoutMs: 5 } }),
        d: script({ limits: { timeoutMs: 5 } }),
      },
      [],
    ],
    [
      'where what they are for is on',
      {
        a: task(),
        b: task({ dependsOn: ['a'], injectContext: true, context: { includeTasks: ['a'] } }),
        c: task({ dependsOn: ['a'], context: { includeTasks: ['a'] } }),
        d: task({ interactive: true, inputTimeoutMs: 5 }),
        e: task({ disableReparsing: false, reparse: {} }),
        f: task({ errorHandling: { onError: 'retry', maxRetries: 2, backoff: {}, onMaxRetries: 'skip' } }),
        g: task({ errorHandling: { maxRetries: 2 } }),
        h: { type: 'director_evaluator', mode: 'static', director: task(), evaluator: task(), onUnaccepted: 'fail' },
        i: task({ loop: { type: 'until', condition: 'output', maxIterations: 3 } }),
        j: task({ type: 'call', ref: 'f', loop: { type: 'repeat', count: 2, progress: {} } }),
      },
      [],
      { library: { f: { task: script() } } },
    ],
    ['where some runs are kept', {}, [], { retention: { keepDays: 0, keepLast: 1 } }],
    ['where runs of some days are kept', {}, [], { retention: { keepDays: 1, keepLast: 0 } }],
  ];
  checkRows(rows);
});

describe('settings are told', () => {
  const rows: readonly Row[] = [
    [
      'each that its loop does not use',
      { a: task({ loop: { type: 'repeat', count: 2, condition: 'true', maxIterations: 3 } }) },
      ['HED507 tasks.a.loop.condition', 'HED507 tasks.a.loop.max_iterations'],
    ],
    [
      'each of a retry that never is',
      { a: task({ errorHandling: { onError: 'fail', maxRetries: 2, backoff: {}, onMaxRetries: 'skip' } }) },
      [
        'HED507 tasks.a.error_handling.max_retries',
        'HED507 tasks.a.error_handling.backoff',
        'HED507 tasks.a.error_handling.on_max_retries',
      ],
    ],
  ];
  checkRows(rows);
});

describe('parts that a task needs', () => {
  const rows: readonly Row[] = [
    [
      'are told of each type',
      {
        a: { type: 'sequential' },
        b: { type: 'map', items: '[1]' },
        c: { type: 'reduce', items: '[1]' },
        d: { type: 'cond' },
        e: { type: 'pipeline' },
        f: { type: 'call' },
        g: { type: 'associative_memory', query: ' \n' },
        h: { type: 'ask', form: {} },
        i: { type: 'tool' },
        j: { type: 'reparse' },
        k: task({ bestOf: {} }),
        l: task({ loop: { type: 'repeat' } }),
        m: task({ loop: { type: 'while' } }),
        n: task({ limits: { cleanupStrategy: { type: 'custom' } } }),
        o: { type: 'cond', cases: [{ test: 'true' }] },
      },
      [...'abcdefghij', 'k', 'k', 'l', 'm', 'n', 'o'].map((id) => `HED310 tasks.${id}`),
    ],
    [
      'are there',
      {
        a: sequence(task()),
        b: group({ x: task() }),
        h: ask({ t: {} }),
        l: task({ loop: { type: 'repeat', count: 2 } }),
        m: task({ loop: { type: 'while', condition: 'true', maxIterations: 2 } }),
      },
      [],
    ],
  ];
  checkRows(rows);
});

describe('an answer where nobody answers', () => {
  const required = { t: { required: true } };
  const rows: readonly Row[] = [
    [
      'is needed only where it is required, in time, and given',
      {
        a: ask(required, { onDeadline: 'default', deadlineMs: 1 }),
        b: ask({ t: {} }, { onDeadline: 'default', deadlineMs: 1 }),
        c: ask(required, { onDeadline: 'skip', deadlineMs: 1 }),
        d: ask(required, { onDeadline: 'default', deadlineMs: 0 }),
        e: ask(required, { deadlineMs: 1 }),
        f: ask(required, {}),
        g: ask({ t: { required: true, default: '' } }, {}),
        h: ask({ n: { type: 'number', default: '{{f}}' } }, { dependsOn: ['f'] }),
      },
      ['HED310 tasks.a.form.t', 'HED507 tasks.d.on_deadline'],
    ],
  ];
  checkRows(rows);
});

describe('tools', () => {
  const rows: readonly Row[] = [
    [
      'that need approval have somebody to give it',
      {
        a: task({ approve: false }),
        b: task({ approve: true }),
        c: script({ approve: false }),
        d: { type: 'associative_memory', query: 'x', approve: ['post'] },
        e: task({ approve: ['web.search', 'postal', 'task.f.own', 'task.f.none'], tools: ['post'] }),
        f: task({ tools: [{ name: 'own', http }] }),
        g: task({ approve: ['web2.search'], agent: { tools: ['web.*'] } }),
      },
      ['HED507 tasks.d.approve', 'HED311 tasks.e.approve[1]', 'HED311 tasks.e.approve[3]'],
      { tools: { post: { http }, web: { mcp: http } } },
    ],
    [
      'are of one kind, with what belongs to it',
      {},
      [
        'HED312 tools.none',
        'HED312 tools.two',
        'HED507 tools.two.options',
        'HED312 tools.maker',
        'HED507 tools.asked.approve',
        'HED316 tools.several.approve',
      ],
      {
        tools: {
          one: { http },
          none: {},
          two: { http, script: { content: 'x' }, options: {} },
          maker: { type: 'provider', http, options: {} },
          asked: { type: 'provider', approve: false, options: {} },
          several: { http, approve: ['x'] },
          server: { mcp: http, approve: ['x'] },
          all: { http, approve: true },
        },
      },
    ],
    [
      'get the arguments that they take',
      {
        a: { type: 'tool', tool: 'post', args: { n: 1, t: {} } },
        b: { type: 'tool', tool: 'post', args: { n: 1 } },
        c: { type: 'tool', tool: 'post', args: { n: 1.5, t: 1, more: 1 } },
        d: { type: 'tool', tool: 'post', args: { n: '{{a}}', t: { from: 'a' } }, dependsOn: ['a'] },
        e: { type: 'tool', tool: 'strict', args: { more: 1 } },
        f: { type: 'tool', tool: 'task.g.own', args: {} },
        g: task({ tools: [{ name: 'own', http, parameters: schema }] }),
        h: { type: 'tool', tool: 'task.g.other' },
        i: { type: 'tool' },
      },
      [
        'HED314 tasks.b.args',
        'HED314 tasks.c.args.n',
        'HED314 tasks.c.args.more',
        'HED314 tasks.e.args.more',
        'HED314 tasks.f.args',
        'HED311 tasks.h.tool',
        'HED310 tasks.i',
      ],
      {
        tools: {
          post: { http, parameters: schema },
          strict: { http, parameters: { type: 'object', properties: {}, additionalProperties: false } },
        },
      },
    ],
  ];
  checkRows(rows);
});

describe('attachments', () => {
  const rows: readonly Row[] = [
    [
      'are paths from the root, or known only in a run',
      {
        a: task({ attachments: ['/a.png', '{{b}}', '/x/{{b}}/../y', { glob: '/x/*.png' }], dependsOn: ['b'] }),
        b: task({ attachments: ['a.png', { glob: 'x' }, '/c', '/c'] }),
        c: script({ attachments: ['a.png'] }),
      },
      ['HED317 tasks.b.attachments[0]', 'HED317 tasks.b.attachments[1].glob', 'HED504 tasks.b.attachments[3]'],
    ],
  ];
  checkRows(rows);
});

describe('the order of what is read', () => {
  const given = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`t${index}`, task({ returns: { x: 'output' } })]));
  const rows: readonly Row[] = [
    [
      'is looked at for a name that a dozen tasks return',
      { ...given(12), r: task({ description: '{{x}}' }) },
      ['HED304 tasks.r.description'],
    ],
    ['is not looked at for more', { ...given(13), r: task({ description: '{{x}}' }) }, []],
  ];
  checkRows(rows);
});

describe('models', () => {
  const rows: readonly Row[] = [
    [
      'have a known provider, also those that stand in for others',
      {
        a: task({ fallbackModels: ['sim:x', 'odd:x'] }),
        b: task({ agent: 'w' }),
        c: task({ agent: { fallbackModels: ['odd4:x'] } }),
      },
      [
        'HED322 fallback_models[0]',
        'HED322 compaction.agent.model',
        'HED322 tasks.a.fallback_models[1]',
        'HED322 agents.w.fallback_models[0]',
        'HED322 tasks.c.agent.fallback_models[0]',
      ],
      {
        fallbackModels: ['odd2:x'],
        agents: { w: { fallbackModels: ['odd3:x'] } },
        compaction: { agent: { model: 'odd5:x' } },
      },
    ],
    [
      'are asked by a search in memory only if it names one, or there is an agent for that',
      {
        a: { type: 'associative_memory', query: 'x' },
        b: { type: 'associative_memory', query: 'x', model: 'sim:x' },
        c: { type: 'associative_memory', query: 'x', agent: {} },
      },
      ['HED308 tasks.c'],
      { defaultModel: undefined },
    ],
    [
      'are asked by each search in memory where there is an agent for that',
      { a: { type: 'associative_memory', query: 'x' } },
      ['HED308 tasks.a'],
      { defaultModel: undefined, agents: { matcher: {} } },
    ],
  ];
  checkRows(rows);
});

describe('definitions of the library', () => {
  const parameters = ['string', 'number', 'boolean', 'array', 'object'].map((type) => ({ name: type, type }));
  const call = (args: object) => ({ type: 'call', ref: 'f', args });
  const fits = { string: 'x', number: 1, boolean: true, array: [], object: {} };
  const rows: readonly Row[] = [
    [
      'take arguments of their types, or what is known only in a run',
      {
        a: call(fits),
        b: { ...call({ ...fits, number: '{{a}}', array: { from: 'a' } }), dependsOn: ['a'] },
        c: call({ ...fits, string: 1, number: 'x', boolean: 0, array: {} }),
        d: call({ ...fits, object: null }),
        e: call({ string: 'x' }),
        f: call({ ...fits, other: 1 }),
      },
      [
        'HED314 tasks.c.args.string',
        'HED314 tasks.c.args.number',
        'HED314 tasks.c.args.boolean',
        'HED314 tasks.c.args.array',
        'HED314 tasks.d.args.object',
        'HED314 tasks.e.args',
        'HED314 tasks.f.args.other',
      ],
      { library: { f: { parameters, task: task() } } },
    ],
    [
      'say what they are',
      {},
      [
        'HED310 library.a',
        'HED206 library.b.parameters[1].name',
        'HED314 library.c.parameters[0].default',
        'HED203 library.d.origin',
      ],
      {
        library: {
          a: {},
          b: { parameters: [{ name: 'x' }, { name: 'x' }], task: task() },
          c: { parameters: [{ name: 'x', type: 'number', default: 'x' }], task: task() },
          d: { origin: 'odd', task: task() },
          e: { origin: 'e@1', parameters: [{ name: 'x', type: 'number', default: 1 }], task: task() },
        },
      },
    ],
  ];
  checkRows(rows);
});

describe('what tasks wait for', () => {
  const rows: readonly Row[] = [
    [
      'is a circle told once for each task in it',
      {
        a: task({ dependsOn: ['b', 'c'] }),
        b: task({ dependsOn: ['a'] }),
        c: task({ dependsOn: ['a'] }),
        d: task({ dependsOn: ['a'] }),
      },
      ['a', 'b', 'c'].map((id) => `HED302 tasks.${id}.depends_on[0]`).concat(['HED506 tasks.d.depends_on']),
    ],
    [
      'is before them in a sequence',
      {
        s: sequence(
          { ...task({ dependsOn: ['two'] }), id: 'one' },
          { ...task({ dependsOn: ['one', 'one', 'none'], description: '{{three}}' }), id: 'two' },
          { ...task(), id: 'three' },
          { ...task(), id: 'three' },
        ),
      },
      [
        'HED206 tasks.s.steps[3].id',
        'HED302 tasks.s.steps[0].depends_on[0]',
        'HED303 tasks.s.steps[1].depends_on[1]',
        'HED301 tasks.s.steps[1].depends_on[2]',
        'HED304 tasks.s.steps[1].description',
      ],
    ],
    [
      'is not what they give themselves',
      {
        a: task({ description: '{{a}}' }),
        b: group({ x: task({ description: '{{b}}' }), y: task({ description: '{{x}}' }) }),
        c: task({ description: '{{secrets.KEY}} {{inputs.x}} {{inputs}} {{variables.v}}' }),
      },
      [
        'HED305 tasks.a.description',
        'HED305 tasks.b.subtasks.x.description',
        'HED304 tasks.b.subtasks.y.description',
        ...Array(4).fill('HED305 tasks.c.description'),
      ],
      { variables: { v: '1' } },
    ],
  ];
  checkRows(rows);
});

describe('the schema of a JSON Schema', () => {
  it.each<[unknown, boolean]>([
    [true, true],
    [{}, true],
    [[], false],
    [null, false],
    ['x', false],
    [{ type: 'string' }, true],
    [{ type: ['string', 'null'] }, true],
    [{ type: ['string', 'odd'] }, false],
    [{ type: [] }, false],
    [{ type: 'odd' }, false],
    [{ items: [{ type: 'string' }] }, true],
    [{ items: [{ type: 'odd' }] }, false],
    [{ items: { type: 'odd' } }, false],
    [{ anyOf: [{}] }, true],
    [{ anyOf: [] }, false],
    [{ anyOf: {} }, false],
    [{ anyOf: [{}, { type: 'odd' }] }, false],
    [{ properties: { a: { type: 'string' }, b: true } }, true],
    [{ properties: { a: {}, b: { type: 'odd' } } }, false],
    [{ properties: [] }, false],
    [{ required: ['a'] }, true],
    [{ required: [] }, true],
    [{ required: ['a', 1] }, false],
    [{ required: 'a' }, false],
    [{ enum: ['a'] }, true],
    [{ enum: [] }, false],
    [{ enum: 'a' }, false],
    [{ $ref: '#/x' }, true],
    [{ $ref: 1 }, false],
    [{ pattern: '^a$' }, true],
    [{ pattern: '(' }, false],
    [{ pattern: 1 }, false],
    [{ uniqueItems: true }, true],
    [{ uniqueItems: 1 }, false],
    [{ minLength: 0 }, true],
    [{ minLength: -1 }, false],
    [{ minLength: 1.5 }, false],
    [{ minimum: -1.5 }, true],
    [{ minimum: '1' }, false],
    [{ 'x-own': 1 }, true],
  ])('%j is one: %s', (value, isOne) => {
    expect(findJsonSchemaProblem(value) === undefined).toBe(isOne);
  });
});
