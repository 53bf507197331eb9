import { expect, it } from 'vitest';
import type { JsonObject } from '@/base/json';
import { quoteWholeNumbers } from '@/base/json-text';
import type { ModelRequest } from '@/engine/ports/model-client';
import { createModelClient } from '../create-model-client';
import { knownModels } from '../known-models.testing';
import type { ProviderConfig } from '../provider-config';
import {
  answerWith,
  candidateWith,
  chatChunk,
  messageStart,
  responseWith,
  toolNamed,
} from './answers/scripted-answer.testing';
import { MakerReader } from './maker-work/maker-reader';

type Protocol = Exclude<ProviderConfig['protocol'], 'simulated'>;
const id = '653247040368672768';
const event = (data: string, type?: string) => `${type === undefined ? '' : `event: ${type}\n`}data: ${data}\n\n`;
const typed = (...all: readonly string[]) =>
  all.map((data) => event(data, (JSON.parse(data) as { type: string }).type)).join('');
const item = (status: string, text: string) =>
  `{"type":"function_call","id":"fc","call_id":"c","name":"get","arguments":${JSON.stringify(text)},"status":"${status}"}`;

/** A reply with one call, in the form of each protocol. Only in two of them are the arguments no text. */
const replies: Readonly<Record<Protocol, string>> = {
  compatible: [
    event(
      `{"id":"x","model":"m","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c","type":"function","function":{"name":"get","arguments":"{\\"id\\":${id}}"}}]},"finish_reason":null}]}`,
    ),
    event('{"id":"x","model":"m","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}'),
    event('[DONE]'),
  ].join(''),
  anthropic: typed(
    '{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"usage":{"input_tokens":1,"output_tokens":1}}}',
    `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c","name":"get","input":{"id":${id}}}}`,
    '{"type":"content_block_stop","index":0}',
    '{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":3}}',
    '{"type":"message_stop"}',
  ),
  google: event(
    `{"candidates":[{"index":0,"content":{"role":"model","parts":[{"functionCall":{"name":"get","args":{"id":${id},"text":"${id}"}}}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":1,"totalTokenCount":2}}`,
  ),
  openai: typed(
    '{"type":"response.created","sequence_number":0,"response":{"id":"r","created_at":1,"model":"m"}}',
    `{"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":${item('in_progress', '')}}`,
    `{"type":"response.function_call_arguments.delta","sequence_number":2,"item_id":"fc","output_index":0,"delta":${JSON.stringify(`{"id":${id}}`)}}`,
    `{"type":"response.output_item.done","sequence_number":3,"output_index":0,"item":${item('completed', `{"id":${id}}`)}}`,
    '{"type":"response.completed","sequence_number":4,"response":{"id":"r","created_at":1,"model":"m","usage":{"input_tokens":1,"output_tokens":1}}}',
  ),
};

it.each<Protocol>(['compatible', 'anthropic', 'google', 'openai'])(
  'arguments of calls and schemas keep each digit through the library of %s',
  async (protocol) => {
    const bodies: string[] = [];
    const provider: ProviderConfig = {
      id: 'here',
      label: 'Here',
      protocol,
      baseUrl: 'http://here/v1',
      needsKey: false,
    };
    const client = createModelClient({
      providers: () => [provider],
      keyOf: () => 'key',
      onKeyChange: () => () => undefined,
      catalogue: async () => knownModels(),
      fetch: async (_input, init) => {
        bodies.push(await new Response(init?.body ?? '').text());
        return new Response(replies[protocol], { headers: { 'content-type': 'text/event-stream' } });
      },
    });
    const request: ModelRequest = {
      model: { provider: 'here', model: 'm' },
      messages: [
        { role: 'user', content: 'Get it.' },
        {
          role: 'assistant',
          content: '',
          toolCalls: [{ id: 'b', name: 'get', arguments: `{"id":${id},"text":"${id}"}` }],
        },
        { role: 'tool', toolCallId: 'b', name: 'get', content: 'Got it.', isError: false },
      ],
      options: {},
      maxOutputTokens: 99,
      tools: [
        {
          name: 'get',
          description: 'Gets it.',
          parameters: {
            type: 'object',
            properties: { id: { type: 'integer', maximum: 9223372036854775807n }, text: { type: 'string' } },
          },
        },
      ],
      idempotencyKey: 'run/task/a/attempt/1/turn/1',
    };
    const reply = await client.generate(request, { signal: new AbortController().signal, onText: () => undefined });
    expect(reply.toolCalls).toMatchObject([{ name: 'get', arguments: expect.stringContaining(`"id":${id}`) }]);
    if (protocol === 'google') expect(reply.toolCalls?.[0]?.arguments).toContain(`"text":"${id}"`);
    const [body = ''] = bodies;
    expect(body).toMatch(new RegExp(`\\\\?"id\\\\?":${id},\\\\?"text\\\\?":\\\\?"${id}\\\\?"`));
    expect(body).toContain('"maximum":9223372036854775807');
    expect(body).not.toContain('whole-number');
  },
);

const input = { id: BigInt(id), text: id };
const chatCall = { index: 0, id: 'c', type: 'function', function: { name: 'get', arguments: input } };
const ofResponses = { id: 'fc', type: 'function_call', call_id: 'c', name: 'get', arguments: input };

it.each<[Protocol, string, readonly JsonObject[] | JsonObject]>([
  ['compatible', 'an event', [chatChunk({ tool_calls: [chatCall] }), chatChunk({}, 'tool_calls')]],
  [
    'compatible',
    'a document',
    { choices: [{ index: 0, message: { content: null, tool_calls: [chatCall] }, finish_reason: 'tool_calls' }] },
  ],
  [
    'anthropic',
    'a document',
    {
      ...(messageStart['message'] as JsonObject),
      content: [{ type: 'tool_use', id: 'c', name: 'get', input }],
      stop_reason: 'tool_use',
    },
  ],
  ['google', 'a document', candidateWith([{ functionCall: { name: 'get', args: input } }], 'STOP')],
  [
    'openai',
    'an event',
    [
      { type: 'response.created', response: responseWith('in_progress') },
      { type: 'response.output_item.done', output_index: 0, item: { ...ofResponses, status: 'completed' } },
      { type: 'response.completed', response: responseWith('completed') },
    ],
  ],
  ['openai', 'a document', responseWith('completed', { output: [{ ...ofResponses, status: 'completed' }] })],
])('arguments that are a value keep each digit in %s, in %s', async (protocol, _, answer) => {
  const reply = await answerWith(protocol, answer, { tools: [toolNamed('get')] });
  expect(reply.toolCalls).toMatchObject([{ name: 'get', arguments: `{"id":${id},"text":"${id}"}` }]);
});

it('what a maker’s own tool did keeps each digit, in a stream and in a document', () => {
  const part = `{"toolCall":{"id":"t","toolType":"FIND","args":{"id":${id},"text":"${id}"}}}`;
  const json = `{"candidates":[{"content":{"parts":[${part}]}}]}`;
  const inStream = new MakerReader('google').chunk(JSON.parse(quoteWholeNumbers(json)));
  expect(inStream.parts).toMatchObject([{ block: { toolCall: { args: input } } }]);
  expect(new MakerReader('google').whole(json)).toEqual(inStream);
});
