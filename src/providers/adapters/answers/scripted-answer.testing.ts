import type { JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import type { ModelReply, ModelRequest } from '@/engine/ports/model-client';
import { createModelClient } from '../../create-model-client';
import { knownModels } from '../../known-models.testing';
import type { Protocol } from '../../provider-config';

/** A protocol with a stream or a whole answer of its server. */
export type Spoken = Exclude<Protocol, 'simulated'>;

/** A tool for tests. */
export function toolNamed(name: string) {
  return { name, description: 'x', parameters: { type: 'object' } };
}

/** Asks a server that answers with these events, as they are if they are texts; or with a document. */
export async function answerWith(
  protocol: Spoken,
  answer: readonly (JsonObject | string)[] | JsonObject,
  {
    tools = [toolNamed('sum')],
    onText,
  }: Partial<Pick<ModelRequest, 'tools'>> & { onText?: (text: string) => void } = {},
): Promise<ModelReply> {
  const isStream = Array.isArray(answer);
  const body = isStream
    ? answer.map((event) => (typeof event === 'string' ? event : `data: ${encodeJson(event)}\n\n`)).join('')
    : encodeJson(answer);
  const headers = { 'content-type': isStream ? 'text/event-stream' : 'application/json' };
  const client = createModelClient({
    providers: () => [{ id: 'lab', label: 'Lab', protocol, baseUrl: 'http://lab/v1', needsKey: false }],
    keyOf: () => 'key',
    onKeyChange: () => () => undefined,
    catalogue: async () => knownModels(),
    fetch: async () => new Response(body, { headers }),
  });
  const request: ModelRequest = {
    model: { provider: 'lab', model: 'm' },
    messages: [{ role: 'user', content: 'Hi' }],
    options: {},
    maxOutputTokens: 99,
    tools,
    idempotencyKey: 'k',
  };
  return client.generate(request, {
    signal: new AbortController().signal,
    ...(onText === undefined ? {} : { onText }),
  });
}

/** Events of each protocol for an answer that calls a tool by these pieces, and ends well. */
export const callEvents: Readonly<
  Record<Exclude<Spoken, 'google'>, (name: string, pieces: readonly string[]) => JsonObject[]>
> = {
  compatible: (name, pieces) => [
    chatChunk({ tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name, arguments: '' } }] }),
    ...pieces.map((text) => chatChunk({ tool_calls: [{ index: 0, function: { arguments: text } }] })),
    chatChunk({}, 'tool_calls'),
  ],
  anthropic: (name, pieces) => [
    messageStart,
    { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'c', name, input: {} } },
    ...pieces.map((text) => ({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'input_json_delta', partial_json: text },
    })),
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  ],
  openai: (name, pieces) => {
    const item = { id: 'fc', type: 'function_call', call_id: 'c', name };
    return [
      { type: 'response.created', response: responseWith('in_progress') },
      { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', arguments: '' } },
      ...pieces.map((delta) => ({
        type: 'response.function_call_arguments.delta',
        item_id: 'fc',
        output_index: 0,
        delta,
      })),
      { type: 'response.output_item.done', output_index: 0, item: { ...item, status: 'completed', arguments: '' } },
      { type: 'response.completed', response: responseWith('completed') },
    ];
  },
};

export function chatChunk(delta: JsonObject, reason: string | null = null): JsonObject {
  return {
    id: 'x',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: reason }],
  };
}

export const messageStart: JsonObject = {
  type: 'message_start',
  message: {
    ...{ id: 'm', type: 'message', role: 'assistant', model: 'c', content: [], stop_reason: null, stop_sequence: null },
    usage: { input_tokens: 7, output_tokens: 1 },
  },
};

export function responseWith(status: string, more: JsonObject = {}): JsonObject {
  const usage = {
    ...{ input_tokens: 7, output_tokens: 3, total_tokens: 10 },
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  };
  return { id: 'r', object: 'response', created_at: 1, model: 'm', status, output: [], usage, ...more };
}

/** A chunk of Gemini. */
export function candidateWith(parts: readonly JsonObject[], finishReason?: string, more: JsonObject = {}): JsonObject {
  const content = { parts, role: 'model' };
  const usageMetadata = { promptTokenCount: 7, candidatesTokenCount: 3, totalTokenCount: 10 };
  const ended = finishReason === undefined ? {} : { finishReason };
  return { candidates: [{ content, ...ended, index: 0, ...more }], usageMetadata, modelVersion: 'm' };
}
