import { describe, expect, it } from 'vitest';
import { documentOf } from '../sample.testing';
import { checkRows, type Row, sequence, task } from './problems.testing';
import { validateDocument } from './validate';

describe('tools', () => {
  const http = { url: 'https://x.org' };
  const rows: readonly Row[] = [
    [
      'are those of the workflow, of Heddle, of the agent and of a task',
      {
        a: task({ agent: { tools: [{ name: 'mine', http }] }, tools: ['search', 'read_file', 'mine', 'task.b.other'] }),
        b: task({ tools: [{ name: 'other', http }] }),
      },
      [],
      { tools: { search: { http } } },
    ],
    [
      'of a script make requests, without a person',
      {
        a: task({ type: 'script', tools: ['search', 'read_file', 'post', { name: 'own', script: { content: 'ls' } }] }),
      },
      ['HED507 tasks.a.tools[1]', 'HED507 tasks.a.tools[2]', 'HED507 tasks.a.tools[3]'],
      { tools: { search: { http }, post: { http, approve: true } } },
    ],
    [
      'must exist',
      { s: sequence(task({ tools: ['serch'], agent: { tools: ['no'] } })), b: task({ agent: 'w' }) },
      ['HED311 agents.w.tools[0]', 'HED311 tasks.s.steps[0].agent.tools[0]', 'HED311 tasks.s.steps[0].tools[0]'],
      { tools: { search: { http } }, agents: { w: { tools: ['ghost'] } } },
    ],
    [
      'are exactly one of four',
      { a: task({ tools: [{ name: 'x', http, builtin: 'note' }] }) },
      ['HED312 tools.t', 'HED312 tasks.a.tools[0]'],
      { tools: { t: {} } },
    ],
    [
      'of which all are listed belong to a server of the workflow',
      { a: task({ tools: ['t.*', 'script.*', 'gone.*'] }) },
      ['HED311 tasks.a.tools[1]', 'HED311 tasks.a.tools[2]'],
      { tools: { t: { mcp: { url: 'https://x.org' } }, script: { script: { content: 'x' } } } },
    ],
    [
      'of servers have one way to them, and what belongs to it',
      {
        a: task({
          tools: [
            { name: 'none', mcp: { tool: 'x' } },
            { name: 'both', mcp: { url: 'https://x.org', command: 'serve' } },
            { name: 'mixed', mcp: { url: 'https://x.org', args: ['x'], env: { A: 'x' } } },
            { name: 'process', mcp: { command: 'serve', args: ['{{secrets.A}}'], env: { A: '{{secrets.A}}' } } },
          ],
        }),
      },
      [
        'HED507 tools.t.mcp.headers',
        'HED516 tools.t.mcp.command',
        'HED310 tasks.a.tools[0].mcp',
        'HED316 tasks.a.tools[1].mcp.command',
        'HED507 tasks.a.tools[2].mcp.args',
        'HED507 tasks.a.tools[2].mcp.env',
        'HED516 tasks.a.tools[3].mcp.command',
      ],
      { tools: { t: { mcp: { command: 'serve', headers: { a: 'b' } } } } },
    ],
    [
      'see in the arguments and variables of a server what its address would',
      {
        a: task({
          tools: [
            {
              name: 't',
              parameters: { properties: {} },
              mcp: { command: 'x', args: ['{{no}}'], env: { A: '{{nope}}' } },
            },
          ],
        }),
      },
      [
        'HED305 tasks.a.tools[0].mcp.args[0]',
        'HED305 tasks.a.tools[0].mcp.env.A',
        'HED516 tasks.a.tools[0].mcp.command',
      ],
    ],
    [
      'make requests with one body, of the type that they say',
      {},
      ['HED316 tools.both.http.body', 'HED316 tools.got.http.form', 'HED507 tools.odd.http.body'],
      {
        tools: {
          both: { http: { ...http, form: { a: 'x' }, body: 'x' } },
          got: { http: { ...http, form: { a: 'x' }, method: 'GET' } },
          odd: { http: { ...http, headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: { a: 1 } } },
        },
      },
    ],
    [
      'have templates in their addresses, and no single braces',
      { a: task({ agent: { tools: [{ name: 'own', http: { url: 'https://x.org/{id}' } }] } }) },
      [
        'HED405 tools.one.http.url',
        'HED405 tools.more.http.url',
        'HED405 tools.query.http.url',
        'HED402 tools.late.http.url',
        'HED402 tools.late.http.query.a',
        'HED405 tools.server.mcp.url',
        'HED405 tasks.a.agent.tools[0].http.url',
      ],
      {
        tools: {
          one: { http: { url: 'https://x.org/{id}' } },
          more: { http: { url: 'https://x.org/\u0024{id}/{+path}' } },
          query: { http: { url: 'https://x.org/a{?page,size}' } },
          fine: { http: { url: 'https://x.org/{{a}}/{{b*}}?c={"d":1}&e={{list.join(",")}}', query: { q: '{}' } } },
          late: { http: { url: 'https://x.org/?a={{b*}}', query: { a: '{{b*}}' } } },
          server: { mcp: { url: 'https://x.org/{id}' } },
        },
      },
    ],
    ['that are built in must be', {}, ['HED311 tools.t.builtin'], { tools: { t: { builtin: 'raed_file' } } }],
    [
      'that are written in a task have a name, once',
      { a: task({ tools: [{ http }, { name: 'x', http }, 'x'] }) },
      ['HED310 tasks.a.tools[0]', 'HED311 tasks.a.tools[2]', 'HED504 tasks.a.tools[2]'],
    ],
    [
      'have a schema',
      {},
      ['HED403 tools.t.parameters.type'],
      { tools: { t: { http, parameters: { type: 'thing' } } } },
    ],
    [
      'that start subtasks need a tier',
      {
        a: task({ agent: 'w', tools: ['spawn_task'] }),
        b: task({ agent: { tier: 'light', tools: ['run_pipeline', 'spawn_task'] } }),
        c: task({ tools: ['spawn_task'] }),
      },
      ['HED510 tasks.a.tools[0]', 'HED510 tasks.b.agent.tools[0]', 'HED510 tasks.c.tools[0]'],
      { agents: { w: { tier: 'worker' } } },
    ],
  ];
  checkRows(rows);
});

it('a name in single braces of an address is mended as a template', () => {
  const url = 'https://x.org/\u0024{id}/{+path}/{name}?q={{q}}';
  const [problem] = validateDocument(
    documentOf({ a: task() }, { defaultModel: 'sim:echo', tools: { t: { http: { url } } } }),
    [],
  );
  expect(problem).toMatchObject({
    message: '\u0024{id} is sent as it is. Write {{id}} for a value, or %7Bid%7D for the braces themselves.',
    fix: {
      kind: 'replace',
      title: 'Write {{id}}',
      path: ['tools', 't', 'http', 'url'],
      text: 'https://x.org/{{id}}/{{path*}}/{{name}}?q={{q}}',
    },
  });
});

it('a list is joined, and a whole path given, in requests only', () => {
  const tasks = { a: task({ description: '{{v.join(",")}} {{v*}}' }) };
  const problems = validateDocument(documentOf(tasks, { defaultModel: 'sim:echo', variables: { v: ['x'] } }), []);
  expect(problems.map(({ code, message }) => `${code} ${message}`)).toEqual([
    'HED402 A list is joined in the requests of http and mcp tools only. Write {{v}}.',
    'HED402 {{v*}} is a whole path, which is for the path of an address only. Write {{v}}.',
  ]);
});

describe('calls', () => {
  const parameters = [
    { name: 'text', type: 'string' },
    { name: 'times', type: 'integer', default: 1 },
  ];
  const library = {
    f: { parameters, task: task({ description: '{{text}} {{times}}', condition: 'inputs.times > 0' }) },
  };
  const call = (args: object, ref = 'f') => ({ s: sequence(task({ type: 'call', ref, args })) });
  const at = 'tasks.s.steps[0]';
  const rows: readonly Row[] = [
    ['that fit', call({ text: 'x', times: '{{count}}' }), ['HED305 tasks.s.steps[0].args.times'], { library }],
    ['of nothing', call({}, 'g'), [`HED313 ${at}.ref`], { library }],
    ['of what comes with Heddle', call({ text: 'x' }, 'summarizer'), [], { library }],
    [
      'of what comes with Heddle, with arguments that it does not take',
      call({ any: 1 }, 'summarizer'),
      [`HED314 ${at}.args`, `HED314 ${at}.args.any`],
      { library },
    ],
    [
      'of what comes with Heddle, without a default model for it',
      call({ text: 'x' }, 'summarizer'),
      [`HED308 ${at}.ref`],
      { library: {}, defaultModel: undefined },
    ],
    ['without an argument', call({}), [`HED314 ${at}.args`], { library }],
    ['with an argument too many', call({ text: 'x', txt: 'x' }), [`HED314 ${at}.args.txt`], { library }],
    [
      'with an argument of another type',
      call({ text: 1, times: 1.5 }),
      [`HED314 ${at}.args.text`, `HED314 ${at}.args.times`],
      { library },
    ],
    [
      'of a definition with wrong parameters',
      {},
      [
        'HED511 library.f.parameters[0].type',
        'HED206 library.f.parameters[1].name',
        'HED314 library.f.parameters[1].default',
      ],
      {
        library: {
          f: {
            task: task(),
            parameters: [
              { name: 'a', type: 'text' },
              { name: 'a', type: 'number', default: 'x' },
            ],
          },
        },
      },
    ],
    [
      'of a definition see the workflow’s variables, not its tasks',
      { a: task() },
      ['HED305 library.f.task.description'],
      {
        variables: { v: 1 },
        library: { f: { task: task({ description: '{{v}} {{a}}' }) } },
      },
    ],
    ['may go round: depth is bounded in a run', {}, [], { library: { f: { task: task({ type: 'call', ref: 'f' }) } } }],
  ];
  checkRows(rows);
});

describe('models', () => {
  const rows: readonly Row[] = [
    [
      'are needed by nested tasks that ask one',
      { s: sequence(task(), task({ type: 'script' }), task({ type: 'pipeline', plan: [] })) },
      ['HED308 tasks.s.steps[0]', 'HED308 tasks.s.steps[2]'],
      { defaultModel: undefined },
    ],
    [
      'have a known provider, in definitions and for compaction too',
      {},
      ['HED309 compaction.agent.model', 'HED309 library.f.task.model'],
      {
        defaultModel: undefined,
        compaction: { agent: { model: 'lab:x' } },
        library: { f: { task: task({ model: 'lab:y' }) } },
      },
    ],
    [
      'of agents that do not exist',
      { m: task({ type: 'map', innerTask: task({ agent: 'w' }) }) },
      ['HED306 tasks.m.inner_task.agent'],
    ],
  ];
  checkRows(rows);
});
