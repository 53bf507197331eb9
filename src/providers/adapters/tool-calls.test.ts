import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelReply, ModelRequest } from '@/engine/ports/model-client';
import { createModelClient } from '../create-model-client';
import { knownModels } from '../known-models.testing';
import type { ProviderConfig } from '../provider-config';

/** A third-party server, so that our reading of the protocols is not checked only against itself. */
const mock = new LLMock({ port: 0, chunkSize: 5 });

beforeAll(async () => {
  mock.onToolResult('call_a', { content: 'It rains in Paris.' });
  mock.onMessage('weather', {
    toolCalls: [
      { id: 'call_a', name: 'weather_at', arguments: '{"place":"Paris"}' },
      { id: 'call_b', name: 'weather_at', arguments: '{"place":"Rome"}' },
    ],
  });
  await mock.start();
});
afterAll(() => mock.stop());

type Protocol = 'compatible' | 'anthropic';
const tools = [
  {
    name: 'weather_at',
    description: 'The weather of a place.',
    parameters: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
  },
];

function ask(protocol: Protocol, messages: ModelRequest['messages'], fetcher?: typeof fetch): Promise<ModelReply> {
  const provider: ProviderConfig = {
    id: 'here',
    label: 'Here',
    protocol,
    baseUrl: fetcher === undefined ? `${mock.url}/v1` : 'http://here/v1',
    needsKey: false,
  };
  const client = createModelClient({
    providers: () => [provider],
    keyOf: () => 'key',
    onKeyChange: () => () => undefined,
    catalogue: async () => knownModels(),
    ...(fetcher === undefined ? {} : { fetch: fetcher }),
  });
  const request: ModelRequest = {
    model: { provider: 'here', model: protocol === 'compatible' ? 'gpt-4o' : 'claude-sonnet-4-5' },
    messages,
    options: {},
    maxOutputTokens: 99,
    tools,
    idempotencyKey: 'run/task/a/attempt/1/turn/1',
  };
  return client.generate(request, { signal: new AbortController().signal, onText: () => undefined });
}

/** In OpenAI's format, whatever protocol the request used. */
function lastBody() {
  const body = mock.getLastRequest()?.body;
  if (body == null || !('messages' in body)) throw new Error('Nothing was asked.');
  return body;
}

const question = { role: 'user', content: 'What is the weather?' } as const;

describe.each<Protocol>(['compatible', 'anthropic'])('tools over the protocol of %s', (protocol) => {
  it('gathers the calls of a streamed reply, and sends back what each gave', async () => {
    const reply = await ask(protocol, [question]);
    expect(reply.finishReason).toBe('tool_calls');
    expect(reply.toolCalls?.map(({ name, arguments: text }) => [name, JSON.parse(text)])).toEqual([
      ['weather_at', { place: 'Paris' }],
      ['weather_at', { place: 'Rome' }],
    ]);
    expect(lastBody().tools).toMatchObject([{ function: { name: 'weather_at', parameters: tools[0]?.parameters } }]);

    const calls = [
      { id: 'call_a', name: 'weather_at', arguments: '{"place":"Paris"}' },
      { id: 'call_b', name: 'weather_at', arguments: 'no json' },
    ];
    await ask(protocol, [
      question,
      { role: 'assistant', content: '', toolCalls: calls },
      { role: 'tool', toolCallId: 'call_b', name: 'weather_at', content: 'Those are no arguments.', isError: true },
      { role: 'tool', toolCallId: 'call_a', name: 'weather_at', content: 'rain' },
    ]);
    expect(lastBody().messages).toMatchObject([
      { role: 'user' },
      {
        role: 'assistant',
        tool_calls: [{ id: 'call_a' }, { id: 'call_b', function: { arguments: '{"NOT_JSON":"no json"}' } }],
      },
      { role: 'tool', tool_call_id: 'call_b', content: 'Those are no arguments.' },
      { role: 'tool', tool_call_id: 'call_a', content: 'rain' },
    ]);
  });
});

describe('a stream that ends in the middle of a call', () => {
  const openai = [
    '{"choices":[{"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c","type":"function","function":{"name":"weather_at","arguments":""}}]}}]}',
    '{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"pla"}}]}}]}',
  ];
  const anthropic = [
    '{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"c","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}',
    '{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c","name":"weather_at","input":{}}}',
    '{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"pla"}}',
  ];

  it.each<[Protocol, readonly string[]]>([
    ['compatible', openai],
    ['anthropic', anthropic],
  ])('is an error, not a call with half its arguments (%s)', async (protocol, events) => {
    const body = events.map((event) => `data: ${event}\n\n`).join('');
    const fetcher = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    await expect(ask(protocol, [question], fetcher)).rejects.toMatchObject({
      code: 'PROVIDER_ERROR',
      retryable: true,
      details: { kind: 'cut_off' },
    });
  });
});
