import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Json, JsonObject } from '@/base/json';
import { type FaultServer, startFaultServer } from '../e2e/servers/fault-server';
import { runImported } from './support/run-imported';

// For each kind of node of Flowise that a report calls exact: what is sent and what comes out, against what the source
// of Flowise does (https://github.com/FlowiseAI/Flowise, packages/components/nodes/agentflow and
// packages/server/src/utils/buildAgentflow.ts), on one scripted server.

let server: FaultServer;

beforeEach(async () => {
  server = await startFaultServer();
});
afterEach(() => server.close());

const node = (id: string, name: string, inputs: JsonObject, label = id): JsonObject => ({
  id,
  position: { x: 0, y: 0 },
  data: { id, name, label, version: 1, inputs },
});
const chat = (inputs: JsonObject = {}) => node('start_0', 'startAgentflow', { startInputType: 'chatInput', ...inputs });
const form = (...formInputTypes: readonly JsonObject[]) =>
  node('start_0', 'startAgentflow', { startInputType: 'formInput', formInputTypes });
const llm = (id: string, messages: readonly JsonObject[], more: JsonObject = {}) =>
  node(id, 'llmAgentflow', {
    llmModel: 'chatOpenAI',
    llmModelConfig: { modelName: 'gpt-4o-mini', temperature: '0.2', streaming: true, maxTokens: '' },
    llmMessages: messages,
    llmEnableMemory: false,
    ...more,
  });
const reply = (message: string, id = 'end_0') =>
  node(id, 'directReplyAgentflow', { directReplyMessage: message }, id.replace('_0', ''));

/** What a run of a flow gives at its end, and what was sent. All nodes of the flow are told as exact. */
async function runFlow(nodes: readonly JsonObject[], wires: string, given: Readonly<Record<string, Json>>) {
  const edges = wires.split(' ').map((wire) => {
    const [, source = '', port = 'x', target = ''] = /^(\w+)(?::(\d+))?>(\w+)$/.exec(wire) ?? [];
    return { source, sourceHandle: `${source}-output-${port}`, target, targetHandle: target };
  });
  return runImported(server, { file: JSON.stringify({ nodes, edges }), end: 'end', given });
}

/** The messages of a request. */
const readSent = ({ body }: { readonly body?: unknown }) => {
  const { input, model, temperature } = body as { input: readonly JsonObject[]; model: string; temperature: number };
  const texts = input.map(({ role, content }) => [
    role,
    typeof content === 'string' ? content : (content as readonly { text: string }[]).map(({ text }) => text).join(''),
  ]);
  return { texts, model, temperature };
};

it('start, model, reply: the messages are sent as Markdown with the values filled in, and nothing else', async () => {
  server.on({ reply: () => 'Fine' });
  const { result, requests } = await runFlow(
    [
      chat(),
      llm('llm_0', [
        {
          role: 'system',
          content: '<p>You know:</p><ul><li><p>looms</p></li><li><p>yarn &amp; <strong>wool</strong></p></li></ul>',
        },
        { role: 'user', content: '<p>Say <span data-id="question">{{ question }}</span> </p><p>twice. {{ no }}</p>' },
      ]),
      reply('<p>It said: {{ llm_0 }}</p>'),
    ],
    'start_0>llm_0 llm_0>end_0',
    { question: 'x {{y}}' },
  );
  expect(requests.map(readSent)).toEqual([
    {
      model: 'gpt-4o-mini',
      temperature: 0.2,
      texts: [
        ['system', 'You know:\n\n*   looms\n    \n*   yarn & **wool**'],
        ['user', 'Say x {{y}}\n\ntwice. {{ no }}'],
      ],
    },
  ]);
  expect(result).toEqual({ content: 'It said: Fine' });
});

it('a model that nothing has spoken before is sent the question, and one after it is not', async () => {
  server.on({ reply: () => 'one' });
  const { requests } = await runFlow(
    [
      chat(),
      llm('llm_0', [{ role: 'system', content: 'Shorten.' }]),
      llm('llm_1', [{ role: 'user', content: 'Praise {{ llm_0 }}' }]),
      reply('{{ llm_1 }}'),
    ],
    'start_0>llm_0 llm_0>llm_1 llm_1>end_0',
    { question: 'A long question' },
  );
  expect(requests.map(readSent).map(({ texts }) => texts)).toEqual([
    [
      ['system', 'Shorten.'],
      ['user', 'A long question'],
    ],
    [['user', 'Praise one']],
  ]);
});

it.each([
  [12, 'shop', 'big'],
  [3, 'bank', 'bank'],
  [3, 'shop', 'other'],
])('condition: for %d and %s the first that holds is taken alone, else the last exit', async (n, team, said) => {
  const { result } = await runFlow(
    [
      form(
        { type: 'number', name: 'n' },
        { type: 'options', name: 'team', addOptions: [{ option: 'shop' }, { option: 'bank' }] },
      ),
      node('if_0', 'conditionAgentflow', {
        conditions: [
          { type: 'number', value1: '<p>{{ $form.n }} </p>', operation: 'largerEqual', value2: '<p>10</p>' },
          { type: 'string', value1: '{{ $form.team }}', operation: 'equal', value2: 'bank' },
        ],
      }),
      node('a_0', 'customFunctionAgentflow', {
        customFunctionJavascriptFunction: 'return "big"',
        ...write('{{ output }}'),
      }),
      node('b_0', 'customFunctionAgentflow', {
        customFunctionJavascriptFunction: 'return "bank"',
        ...write('{{ output }}'),
      }),
      node('c_0', 'customFunctionAgentflow', { customFunctionJavascriptFunction: 'return "no"', ...write('other') }),
      reply('{{ $flow.state.said }}'),
    ].map((one) => (one['id'] === 'start_0' ? withState(one, 'said', '') : one)),
    'start_0>if_0 if_0:0>a_0 if_0:1>b_0 if_0:2>c_0 a_0>end_0 b_0>end_0 c_0>end_0',
    { n, team },
  );
  expect(result).toEqual({ content: said });
});

const write = (value: string): JsonObject => ({ customFunctionUpdateState: [{ key: 'said', value }] });
const withState = (start: JsonObject, key: string, value: string): JsonObject => {
  const data = start['data'] as { inputs: JsonObject };
  return { ...start, data: { ...data, inputs: { ...data.inputs, startState: [{ key, value }] } } };
};

it('custom function: its variables are texts, what it returns is a text, an object as JSON', async () => {
  const { result } = await runFlow(
    [
      form({ type: 'string', name: 'words' }, { type: 'number', name: 'n' }),
      node('f_0', 'customFunctionAgentflow', {
        customFunctionInputVariables: [
          { variableName: 'words', variableValue: '<p>{{ $form.words }}</p>' },
          { variableName: 'n', variableValue: '{{ $form.n }}' },
        ],
        customFunctionJavascriptFunction: 'await null;\nreturn { list: $words.split(" "), type: typeof $n }; // done',
      }),
      reply('{{ f_0 }}'),
    ],
    'start_0>f_0 f_0>end_0',
    { words: 'a b', n: 2 },
  );
  expect(result).toEqual({ content: JSON.stringify({ list: ['a', 'b'], type: 'string' }, null, 2) });
});

it.each([
  ['stop', ['a!', 'a!!'], 'a!!', 2],
  ['never', ['a!', 'a!!', 'a!!!'], '', 3],
])(
  'loop, state: rounds go on from what the one before wrote, until “%s”, at most as often as it says',
  async (_, texts, said, calls) => {
    const most = 3;
    server.on({ reply: ({ prompt }) => `${prompt.trim()}!` });
    const { result, requests } = await runFlow(
      [
        withState(form({ type: 'number', name: 'most' }), 'said', 'a'),
        llm('llm_0', [{ role: 'user', content: '{{ $flow.state.said }}' }], {
          llmUpdateState: [{ key: 'said', value: '<p>{{ output }}</p>' }],
        }),
        node('f_0', 'customFunctionAgentflow', {
          customFunctionInputVariables: [{ variableName: 'said', variableValue: '{{ $flow.state.said }}' }],
          customFunctionJavascriptFunction: 'return String($said.length)',
          customFunctionUpdateState: [],
        }),
        node('if_0', 'conditionAgentflow', {
          conditions: [
            {
              type: 'number',
              value1: '{{ runtime_messages_length }}',
              operation: 'larger',
              value2: '{{ $form.most }}',
            },
          ],
        }),
        node('loop_0', 'loopAgentflow', { loopBackToNode: 'llm_0-llm_0', maxLoopCount: most }),
        reply('{{ $flow.state.said }}'),
      ],
      'start_0>llm_0 llm_0>f_0 f_0>if_0 if_0:0>end_0 if_0:1>loop_0',
      { most: said === '' ? 9 : 1 },
    );
    expect(requests).toHaveLength(calls);
    expect(requests.map(readSent).map(({ texts: sent }) => `${sent[0]?.[1]}!`)).toEqual(texts);
    expect(result).toEqual(said === '' ? undefined : { content: said });
  },
);
