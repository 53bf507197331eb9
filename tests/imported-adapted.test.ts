import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Json, JsonObject } from '@/base/json';
import { importForeign } from '@/formats/foreign/import-foreign';
import { type FaultServer, startFaultServer } from '../e2e/servers/fault-server';
import { end, node, number, start, text, writeDifyApp } from './support/dify-app';
import { runImported } from './support/run-imported';

// What is told as adapted works nevertheless, and nothing is told as exact that differs.

let server: FaultServer;

beforeEach(async () => {
  server = await startFaultServer();
});
afterEach(() => server.close());

interface App {
  readonly nodes: readonly JsonObject[];
  readonly wires: string;
  readonly workflow?: JsonObject;
  readonly given?: Readonly<Record<string, Json>>;
  readonly adapted?: readonly string[];
}

const runApp = ({ nodes, wires, workflow, given = {}, adapted = [] }: App) =>
  runImported(server, { file: writeDifyApp(nodes, wires, workflow), end: 'end', given, adapted });

/** Runs something with the address of a server that has nothing. */
async function withEmptyServer<T>(run: (url: string) => Promise<T>): Promise<T> {
  const empty = createServer((_, answer) => answer.writeHead(404).end('Nothing here.')).listen(0, '127.0.0.1');
  await once(empty, 'listening');
  try {
    return await run(`http://127.0.0.1:${(empty.address() as AddressInfo).port}/x`);
  } finally {
    empty.close();
  }
}

const request = (more: JsonObject = {}) =>
  node('get', 'http-request', { method: 'get', url: '{{#start.url#}}', authorization: { type: 'no-auth' }, ...more });
const say = (id: string, template: string, ...values: readonly (readonly [string, ...string[]])[]) =>
  node(id, 'template-transform', {
    template,
    variables: values.map(([variable, ...value_selector]) => ({ variable, value_selector })),
  });

it('a way for failures: the usual way, which has no name, is not taken then, and says why it failed', async () => {
  const nodes = [
    start(text('url')),
    request({ error_strategy: 'fail-branch' }),
    say('good', 'good'),
    say(
      'bad',
      '{{ status }} {{ message }} {{ body }}',
      ['status', 'get', 'status_code'],
      ['message', 'get', 'error_message'],
      ['body', 'get', 'body'],
    ),
    end(['good', 'good', 'output'], ['bad', 'bad', 'output']),
  ];
  const wires = 'start>get get>good get:fail-branch>bad good>end bad>end';
  const { result } = await withEmptyServer((url) => runApp({ nodes, wires, given: { url }, adapted: ['bad', 'get'] }));
  expect(result).toEqual({ good: null, bad: expect.stringMatching(/^404 .*failed: Status 404 Nothing here\.$/) });
});

it('default values stand for what a request that failed gives', async () => {
  const values = [
    { key: 'status_code', type: 'number', value: '599' },
    { key: 'body', type: 'string', value: 'nothing {{there}}' },
  ];
  const nodes = [
    start(text('url')),
    request({ error_strategy: 'default-value', default_value: values }),
    end(['status', 'get', 'status_code'], ['body', 'get', 'body']),
  ];
  const { result } = await withEmptyServer((url) =>
    runApp({ nodes, wires: 'start>get get>end', given: { url }, adapted: ['get'] }),
  );
  expect(result).toEqual({ status: 599, body: 'nothing {{there}}' });
});

it('a variable of a loop that begins with a value from outside has it in the first round', async () => {
  const loop = node('loop', 'loop', {
    loop_count: 5,
    break_conditions: [
      { varType: 'number', variable_selector: ['loop', 'n'], comparison_operator: '≥', value: '{{#start.most#}}' },
    ],
    logical_operator: 'and',
    start_node_id: 'go',
    loop_variables: [{ label: 'n', var_type: 'number', value_type: 'variable', value: ['start', 'n'] }],
  });
  const add = node(
    'add',
    'assigner',
    { items: [{ input_type: 'constant', operation: '+=', value: 2, variable_selector: ['loop', 'n'] }] },
    { parentId: 'loop' },
  );
  const { result } = await runApp({
    nodes: [
      start(number('n'), number('most')),
      loop,
      node('go', 'loop-start', {}, { parentId: 'loop' }),
      add,
      end(['n', 'loop', 'n'], ['rounds', 'loop', 'loop_round']),
    ],
    wires: 'start>loop go>add loop>end',
    given: { n: 3, most: 7 },
    adapted: ['loop'],
  });
  expect(result).toEqual({ n: 7, rounds: 2 });
});

it.each([
  ['1', 'exact'],
  ['9', 'adapted'],
])('a loop whose break is looked at before the first round, with %s, is %s', (value, mark) => {
  const loop = node('loop', 'loop', {
    loop_count: 5,
    break_conditions: [{ varType: 'number', variable_selector: ['loop', 'n'], comparison_operator: '≥', value: '5' }],
    loop_variables: [{ label: 'n', var_type: 'number', value_type: 'constant', value }],
  });
  const add = node(
    'add',
    'assigner',
    { items: [{ input_type: 'constant', operation: '+=', value: 2, variable_selector: ['loop', 'n'] }] },
    { parentId: 'loop' },
  );
  const imported = importForeign(writeDifyApp([start(), loop, add], 'start>loop'));
  expect(imported?.ok === true && imported.value.report.lines.find(({ place }) => place === 'node:loop')?.mark).toBe(
    mark,
  );
});

const conversation = {
  conversation_variables: [
    { name: 'list', value_type: 'array[string]', value: ['a'] },
    { name: 'word', value_type: 'string', value: 'old' },
  ],
};
const assign = (id: string, operation: string, name: string, value: Json, more: JsonObject = {}) =>
  node(
    id,
    'assigner',
    {
      items: [
        {
          input_type: Array.isArray(value) ? 'variable' : 'constant',
          operation,
          value,
          variable_selector: ['conversation', name],
        },
      ],
    },
    more,
  );

it('a variable of the conversation is what each operation makes of it, one after the other', async () => {
  const { result } = await runApp({
    nodes: [
      start(text('q')),
      assign('one', 'append', 'list', ['start', 'q']),
      assign('two', 'remove-first', 'list', ''),
      assign('three', 'clear', 'word', ''),
      end(['list', 'conversation', 'list'], ['word', 'conversation', 'word']),
    ],
    wires: 'start>one one>two two>three three>end',
    workflow: conversation,
    given: { q: 'b' },
    adapted: ['one', 'three', 'two'],
  });
  expect(result).toEqual({ list: ['b'], word: '' });
});

it.each([
  ['one>if if:true>set set>end if:false>end', /“word” is empty where “set” did not run/],
  ['one>each each>end', /“word” is what it was before “each”, which writes it/],
])('what reads a variable that may not be what Dify has then is not told as exact: %s', (wires, why) => {
  const inside = wires.includes('each') ? { parentId: 'each' } : {};
  const one = { code_language: 'javascript', code: 'function main() { return { l: [1] } }', variables: [] };
  const file = writeDifyApp(
    [
      start(text('q')),
      node('one', 'code', { ...one, outputs: { l: { type: 'array[number]' } } }),
      node('if', 'if-else', {
        cases: [
          {
            case_id: 'true',
            conditions: [{ variable_selector: ['start', 'q'], comparison_operator: 'is', value: 'x' }],
          },
        ],
      }),
      node('each', 'iteration', { iterator_selector: ['one', 'l'], output_selector: ['set', 'word'] }),
      assign('set', 'over-write', 'word', ['start', 'q'], inside),
      end(['word', 'conversation', 'word']),
    ],
    `start>one ${wires}`,
    conversation,
  );
  const imported = importForeign(file);
  const line = imported?.ok === true && imported.value.report.lines.find(({ place }) => place === 'node:end');
  expect(line).toMatchObject({ mark: 'adapted', why: expect.stringMatching(why) });
});

it('Jinja with code in it is a script, in a template and in a prompt', async () => {
  server.on({ reply: ({ prompt }) => prompt.trim() });
  const template = '{% for w in words %}{{ loop.index }}:{{ w | upper }} {% endfor %}';
  const code = node('code', 'code', {
    code_language: 'javascript',
    code: 'function main({ q }) { return { words: q.split(" ") }; }',
    outputs: { words: { type: 'array[string]' } },
    variables: [{ variable: 'q', value_selector: ['start', 'q'] }],
  });
  const variables = [{ variable: 'words', value_selector: ['code', 'words'] }];
  const llm = node('llm', 'llm', {
    model: { provider: 'openai', name: 'gpt-4o-mini', mode: 'chat' },
    context: { enabled: false },
    prompt_config: { jinja2_variables: variables },
    prompt_template: [{ role: 'user', edition_type: 'jinja2', jinja2_text: `{% if words %}${template}{% endif %}` }],
  });
  const { result } = await runApp({
    nodes: [
      start(text('q')),
      code,
      node('list', 'template-transform', { template, variables }),
      llm,
      end(['list', 'list', 'output'], ['said', 'llm', 'text']),
    ],
    wires: 'start>code code>list code>llm list>end llm>end',
    given: { q: 'a b' },
    adapted: ['list', 'llm'],
  });
  expect(result).toEqual({ list: '1:A 2:B ', said: '1:A 2:B' });
});

it('what a webhook is sent are inputs of a run', async () => {
  const hook = node('hook', 'trigger-webhook', {
    variables: [
      { variable: '_webhook_raw', label: 'raw', value_type: 'object', required: true },
      { variable: 'rows', label: 'body', value_type: 'string', required: true },
    ],
  });
  const { result } = await runApp({
    nodes: [hook, end(['rows', 'hook', 'rows'], ['raw', 'hook', '_webhook_raw'])],
    wires: 'hook>end',
    given: { rows: 'a', webhook_raw: { body: 1 } },
    adapted: ['hook'],
  });
  expect(result).toEqual({ rows: 'a', raw: { body: 1 } });
});

it('a variable of a loop that is read behind its assigner has the new value', async () => {
  const inside = { parentId: 'loop' };
  const loop = node('loop', 'loop', {
    loop_count: 2,
    start_node_id: 'go',
    loop_variables: [
      { label: 'n', var_type: 'number', value_type: 'constant', value: '1' },
      { label: 'said', var_type: 'string', value_type: 'constant', value: '' },
    ],
  });
  const write = (id: string, operation: string, name: string, value: Json) =>
    node(
      id,
      'assigner',
      {
        items: [{ input_type: 'variable', operation, value, variable_selector: ['loop', name] }],
      },
      inside,
    );
  const { result } = await runApp({
    nodes: [
      start(),
      loop,
      node('go', 'loop-start', {}, inside),
      write('add', '+=', 'n', 2),
      node(
        'text',
        'template-transform',
        { template: '{{ n }}', variables: [{ variable: 'n', value_selector: ['loop', 'n'] }] },
        inside,
      ),
      write('keep', 'over-write', 'said', ['text', 'output']),
      end(['said', 'loop', 'said'], ['n', 'loop', 'n']),
    ],
    wires: 'start>loop go>add add>text text>keep loop>end',
    adapted: ['text'],
  });
  expect(result).toEqual({ said: '5', n: 5 });
});

it('a prompt that is written out is sent as it is, with the question last', async () => {
  server.on({ reply: () => 'Aye.' });
  const file = JSON.stringify({
    app: { name: 'Pirate', mode: 'chat' },
    kind: 'app',
    version: '0.1.5',
    model_config: {
      model: { provider: 'openai', name: 'gpt-4o-mini', mode: 'chat' },
      prompt_type: 'advanced',
      pre_prompt: '',
      chat_prompt_config: { prompt: [{ role: 'system', text: 'You are {{role}}.' }] },
      user_input_form: [{ 'text-input': { label: 'Role', variable: 'role', required: true } }],
    },
  });
  const { requests } = await runImported(server, { file, end: 'answer', given: { role: 'a pirate', query: 'Who?' } });
  expect(requests.map(({ body }) => body['input'])).toEqual([
    [
      { role: 'system', content: 'You are a pirate.' },
      { role: 'user', content: [{ type: 'input_text', text: 'Who?' }] },
    ],
  ]);
});

it('a list of files is filtered by what their paths tell, and one of it is taken', async () => {
  const list = (id: string, more: JsonObject) =>
    node(id, 'list-operator', { variable: ['code', 'paths'], var_type: 'array[file]', ...more });
  const code = node('code', 'code', {
    code_language: 'javascript',
    code: 'function main() { return { paths: ["/a.png", "/b.pdf", "/c.PNG"] }; }',
    outputs: { paths: { type: 'array[file]' } },
    variables: [],
  });
  const conditions = [{ key: 'type', comparison_operator: 'in', value: ['image'] }];
  const { result } = await runApp({
    nodes: [
      start(),
      code,
      list('pictures', { filter_by: { enabled: true, conditions } }),
      list('second', { extract_by: { enabled: true, serial: '2' } }),
      end(['pictures', 'pictures', 'result'], ['second', 'second', 'first_record']),
    ],
    wires: 'start>code code>pictures code>second pictures>end second>end',
    adapted: ['pictures', 'second'],
  });
  expect(result).toEqual({ pictures: ['/a.png', '/c.PNG'], second: '/b.pdf' });
});

it('a condition asks for the type of one file, which the ending of its path tells', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'heddle-file-')), 'me.png');
  writeFileSync(path, '');
  const is = (value: string) => ({ variable_selector: ['start', 'doc', 'type'], comparison_operator: 'is', value });
  const { result } = await runApp({
    nodes: [
      start({ variable: 'doc', type: 'file', required: true }, text('q')),
      node('if', 'if-else', {
        cases: [
          { case_id: 'video', conditions: [is('video')] },
          { case_id: 'image', conditions: [is('image')] },
        ],
      }),
      say('image', 'A picture'),
      say('other', 'Else'),
      node('both', 'variable-aggregator', {
        variables: [
          ['image', 'output'],
          ['other', 'output'],
        ],
      }),
      end(['what', 'both', 'output']),
    ],
    wires: 'start>if if:image>image if:video>other if:false>other image>both other>both both>end',
    given: { doc: `@${path}` },
    adapted: ['if'],
  });
  expect(result).toEqual({ what: 'A picture' });
});
