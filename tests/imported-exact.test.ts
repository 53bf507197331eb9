import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Json, JsonObject } from '@/base/json';
import { type FaultServer, startFaultServer } from '../e2e/servers/fault-server';
import { end, node, number, start, text, writeDifyApp } from './support/dify-app';
import { runImported } from './support/run-imported';

// For each kind of node that a report calls exact: what is sent and what comes out, against what the documentation of
// Dify says that the node does (https://docs.dify.ai/en/guides/workflow/node), on one scripted server.

let server: FaultServer;

beforeEach(async () => {
  server = await startFaultServer();
});
afterEach(() => server.close());

const model = {
  provider: 'langgenius/openai/openai',
  name: 'gpt-4o-mini',
  mode: 'chat',
  completion_params: { temperature: 0.2 },
};
const ask = (id: string, prompt: string, more: JsonObject = {}) =>
  node(id, 'llm', { model, context: { enabled: false }, prompt_template: [{ role: 'user', text: prompt }] }, more);
/** What a run of an app gives at its end, and what was sent. All nodes of the app are told as exact. */
async function runApp(nodes: readonly JsonObject[], wires: string, given: Readonly<Record<string, Json>> = {}) {
  return runImported(server, { file: writeDifyApp(nodes, wires), end: 'end', given });
}

it('start, model, end: the messages are sent as they are, with the values filled in, and nothing else', async () => {
  server.on({ reply: () => 'Fine, {"a": 1}' });
  const llm = node('llm', 'llm', {
    model,
    context: { enabled: false },
    prompt_template: [
      { role: 'system', text: 'You know {{#start.topic#}}.' },
      { role: 'user', text: 'Say {{#start.topic#}}, {{#start.n#}} times. {{no}}' },
    ],
  });
  const { result, requests } = await runApp(
    [start(text('topic'), number('n')), llm, end(['said', 'llm', 'text'], ['n', 'start', 'n'])],
    'start>llm llm>end',
    { topic: 'looms', n: 3 },
  );
  const [{ body = {} } = {}] = requests;
  expect(requests).toHaveLength(1);
  const { input, model: asked, temperature } = body as JsonObject;
  expect({ input, asked, temperature }).toEqual({
    asked: 'gpt-4o-mini',
    temperature: 0.2,
    input: [
      { role: 'system', content: 'You know looms.' },
      { role: 'user', content: [{ type: 'input_text', text: 'Say looms, 3 times. {{no}}' }] },
    ],
  });
  expect(result).toEqual({ said: 'Fine, {"a": 1}', n: 3 });
});

const choose = node('if', 'if-else', {
  cases: [
    {
      case_id: 'big',
      logical_operator: 'and',
      conditions: [{ varType: 'number', variable_selector: ['start', 'n'], comparison_operator: '≥', value: '10' }],
    },
    {
      case_id: 'even',
      logical_operator: 'or',
      conditions: [
        { varType: 'number', variable_selector: ['start', 'n'], comparison_operator: '=', value: '2' },
        { varType: 'number', variable_selector: ['start', 'n'], comparison_operator: '=', value: '4' },
      ],
    },
  ],
});
const say = (id: string, words: string) =>
  node(id, 'template-transform', { template: words, variables: [{ variable: 'n', value_selector: ['start', 'n'] }] });

it.each([
  [12, 'big 12'],
  [4, 'even 4'],
  [3, 'else 3'],
])(
  'if-else, template, aggregator: for %d the first case that holds is taken alone, and its value comes out',
  async (n, first) => {
    const first_ = node('first', 'variable-aggregator', {
      output_type: 'string',
      variables: [
        ['a', 'output'],
        ['b', 'output'],
        ['c', 'output'],
      ],
    });
    const { result } = await runApp(
      [
        start(number('n')),
        choose,
        say('a', 'big {{ n }}'),
        say('b', 'even {{ n }}'),
        say('c', 'else {{ n }}\n'),
        first_,
        end(['first', 'first', 'output']),
      ],
      'start>if if:big>a if:even>b if:false>c a>first b>first c>first first>end',
      { n },
    );
    expect(result).toEqual({ first });
  },
);

it('code in JavaScript: main is called with its variables, and each output is a value', async () => {
  const code = node('code', 'code', {
    code_language: 'javascript',
    code: 'function main({ words, n }) {\n  return { list: words.split(" "), count: n * 2, nothing: null };\n}',
    outputs: { list: { type: 'array[string]' }, count: { type: 'number' }, nothing: { type: 'string' } },
    variables: [
      { variable: 'words', value_selector: ['start', 'words'] },
      { variable: 'n', value_selector: ['start', 'n'] },
    ],
  });
  const { result } = await runApp(
    [
      start(text('words'), number('n')),
      code,
      end(['list', 'code', 'list'], ['count', 'code', 'count'], ['nothing', 'code', 'nothing']),
    ],
    'start>code code>end',
    { words: 'a b', n: 2 },
  );
  expect(result).toEqual({ list: ['a', 'b'], count: 4, nothing: null });
});

it('iteration: once for each item, in order, with item and index, and the list of what each gave', async () => {
  server.on({ reply: ({ prompt }) => `<${prompt.trim()}>` });
  const split = node('split', 'code', {
    code_language: 'javascript',
    code: 'function main({ words }) { return { list: words.split(" ") } }',
    outputs: { list: { type: 'array[string]' } },
    variables: [{ variable: 'words', value_selector: ['start', 'words'] }],
  });
  const each = node('each', 'iteration', {
    iterator_selector: ['split', 'list'],
    output_selector: ['sum', 'text'],
    start_node_id: 'go',
    is_parallel: false,
    error_handle_mode: 'terminated',
  });
  const { result, requests } = await runApp(
    [
      start(text('words')),
      split,
      each,
      node('go', 'iteration-start', {}, { parentId: 'each' }),
      ask('sum', '{{#each.index#}} {{#each.item#}}', { parentId: 'each' }),
      end(['all', 'each', 'output']),
    ],
    'start>split split>each go>sum each>end',
    { words: 'x y' },
  );
  expect(requests).toHaveLength(2);
  expect(result).toEqual({ all: ['<0 x>', '<1 y>'] });
});

it('loop, assigner: as often as it says, each round with the values of the one before', async () => {
  server.on({ reply: ({ prompt }) => `${prompt.trim()}!` });
  const loop = node('loop', 'loop', {
    loop_count: 3,
    break_conditions: [],
    logical_operator: 'and',
    start_node_id: 'go',
    loop_variables: [
      { label: 'said', var_type: 'string', value_type: 'constant', value: 'a' },
      { label: 'n', var_type: 'number', value_type: 'constant', value: '1' },
    ],
  });
  const keep = node(
    'keep',
    'assigner',
    {
      version: '2',
      items: [
        {
          input_type: 'variable',
          operation: 'over-write',
          value: ['more', 'text'],
          variable_selector: ['loop', 'said'],
        },
        { input_type: 'constant', operation: '+=', value: 2, variable_selector: ['loop', 'n'] },
      ],
    },
    { parentId: 'loop' },
  );
  const { result, requests } = await runApp(
    [
      start(),
      loop,
      node('go', 'loop-start', {}, { parentId: 'loop' }),
      ask('more', '{{#loop.said#}}{{#loop.n#}}', { parentId: 'loop' }),
      keep,
      end(['said', 'loop', 'said'], ['n', 'loop', 'n']),
    ],
    'start>loop go>more more>keep loop>end',
  );
  expect(requests).toHaveLength(3);
  expect(result).toEqual({ said: 'a1!3!5!', n: 7 });
});

it('answer: the text with the values filled in', async () => {
  const { result } = await runApp(
    [start(text('q')), node('end', 'answer', { answer: 'You said {{#start.q#}}.' })],
    'start>end',
    { q: '{{x}}' },
  );
  expect(result).toEqual({ answer: 'You said {{x}}.' });
});

it('structured output: the schema is sent, and its fields can be read', async () => {
  server.on({ reply: () => '{"city": "Bonn", "people": 3}' });
  const schema = {
    type: 'object',
    properties: { city: { type: 'string' }, people: { type: 'number' } },
    required: ['city', 'people'],
    additionalProperties: false,
  };
  const llm = node('llm', 'llm', {
    model,
    context: { enabled: false },
    prompt_template: [{ role: 'user', text: 'Where?' }],
    structured_output_enabled: true,
    structured_output: { schema },
  });
  const outputs = end(['city', 'llm', 'structured_output', 'city'], ['people', 'llm', 'structured_output', 'people']);
  const { result, requests } = await runApp([start(), llm, outputs], 'start>llm llm>end');
  expect(requests.map(({ body }) => body['text'])).toEqual([
    { format: expect.objectContaining({ type: 'json_schema', schema: expect.objectContaining(schema) }) },
  ]);
  expect(result).toEqual({ city: 'Bonn', people: 3 });
});

it.each([
  ['2', 'good'],
  ['none', 'bad'],
])('failure branch: of code that is given %s only the branch of how it ended is taken', async (word, said) => {
  const code = node('code', 'code', {
    code_language: 'javascript',
    code: 'function main({ word }) { if (word === "none") throw new Error("no"); return { n: Number(word) } }',
    outputs: { n: { type: 'number' } },
    variables: [{ variable: 'word', value_selector: ['start', 'word'] }],
    error_strategy: 'fail-branch',
  });
  const template = (id: string, words: string) => node(id, 'template-transform', { template: words, variables: [] });
  const first = node('first', 'variable-aggregator', {
    output_type: 'string',
    variables: [
      ['good', 'output'],
      ['bad', 'output'],
    ],
  });
  const { result } = await runApp(
    [
      start(text('word')),
      code,
      template('good', 'good'),
      template('bad', 'bad'),
      first,
      end(['said', 'first', 'output']),
    ],
    'start>code code:success-branch>good code:fail-branch>bad good>first bad>first first>end',
    { word },
  );
  expect(result).toEqual({ said });
});

it.each([
  [12, { words: 'big 12', number: 12 }],
  [3, { words: 'else 3', number: 3 }],
])('aggregator in groups: for %d the first value that there is, of each group', async (n, wanted) => {
  const groups = node('groups', 'variable-aggregator', {
    output_type: 'string',
    variables: [],
    advanced_settings: {
      group_enabled: true,
      groups: [
        {
          group_name: 'words',
          output_type: 'string',
          variables: [
            ['a', 'output'],
            ['c', 'output'],
          ],
        },
        { group_name: 'number', output_type: 'number', variables: [['start', 'n']] },
      ],
    },
  });
  const { result } = await runApp(
    [
      start(number('n')),
      choose,
      say('a', 'big {{ n }}'),
      say('c', 'else {{ n }}'),
      groups,
      end(['words', 'groups', 'words', 'output'], ['number', 'groups', 'number', 'output']),
    ],
    'start>if if:big>a if:even>c if:false>c a>groups c>groups groups>end',
    { n },
  );
  expect(result).toEqual(wanted);
});

it('the end of a loop: what leads to it ends the loop after that round', async () => {
  server.on({ reply: ({ prompt }) => `${prompt.trim()}!` });
  const loop = node('loop', 'loop', {
    loop_count: 9,
    break_conditions: [],
    logical_operator: 'and',
    start_node_id: 'go',
    loop_variables: [{ label: 'said', var_type: 'string', value_type: 'constant', value: 'a' }],
  });
  const inside = { parentId: 'loop' };
  const assigned = {
    input_type: 'variable',
    operation: 'over-write',
    value: ['more', 'text'],
    variable_selector: ['loop', 'said'],
  };
  const enough = {
    case_id: 'enough',
    logical_operator: 'and',
    conditions: [
      { varType: 'string', variable_selector: ['more', 'text'], comparison_operator: 'contains', value: '!!' },
    ],
  };
  const { result, requests } = await runApp(
    [
      start(),
      loop,
      node('go', 'loop-start', {}, inside),
      ask('more', '{{#loop.said#}}', inside),
      node('keep', 'assigner', { version: '2', items: [assigned] }, inside),
      node('look', 'if-else', { cases: [enough] }, inside),
      node('stop', 'loop-end', {}, inside),
      end(['said', 'loop', 'said']),
    ],
    'start>loop go>more more>keep keep>look look:enough>stop loop>end',
  );
  expect(requests).toHaveLength(2);
  expect(result).toEqual({ said: 'a!!' });
});
