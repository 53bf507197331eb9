import { isRecord, type Json, parsed, record, records } from '../../e2e/servers/makers/json';
import type { Maker } from '../../e2e/servers/makers/rule';
import type { Makers } from '../../e2e/servers/makers/server';

/** A request of a test. The given headers replace those that a client sends. */
export interface Wanted {
  readonly maker: Maker;
  /** After the version, such as `responses`. */
  readonly path: string;
  readonly body: Json;
  readonly headers?: Readonly<Record<string, string>>;
  /** Before the version, such as `strict`. */
  readonly option?: string;
}

/** The response. */
export interface Got {
  readonly status: number;
  readonly text: string;
  readonly body: Json;
  readonly headers: Headers;
}

const defaults: Readonly<Record<Maker, Readonly<Record<string, string>>>> = {
  openai: { authorization: 'Bearer sk-test' },
  plain: {},
  anthropic: { 'x-api-key': 'sk-ant-test', 'anthropic-version': '2023-06-01' },
  google: { 'x-goog-api-key': 'AIza-test' },
};

/** Sends a request as the provider's client does. Empty headers are left out. */
export async function ask(server: Makers, { maker, path, body, headers = {}, option }: Wanted): Promise<Got> {
  const base = option === undefined ? server.base[maker] : server.base[maker].replace(/\/v1/, `/${option}/v1`);
  const all = { ...defaults[maker], 'content-type': 'application/json', ...headers };
  const response = await fetch(`${base}/${path}`, {
    method: 'POST',
    headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')),
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const found = parsed(text);
  return { status: response.status, text, body: isRecord(found) ? found : {}, headers: response.headers };
}

const parameters = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};

/** A tool in each protocol's format. */
export const tools = {
  responses: [{ type: 'function', name: 'weather', parameters }],
  chat: [{ type: 'function', function: { name: 'weather', parameters } }],
  messages: [{ name: 'weather', input_schema: parameters }],
  generate: [{ functionDeclarations: [{ name: 'weather', parametersJsonSchema: parameters }] }],
};

/** OpenAI's Responses after one call: what a client sends for the second turn. */
export async function secondResponse(server: Makers, more: Json = {}): Promise<Json> {
  const user = { role: 'user', content: 'Ask [tools:1]' };
  const body = { model: 'gpt-6-astra', input: [user], tools: tools.responses, store: false, ...more };
  const { body: answer } = await ask(server, { maker: 'openai', path: 'responses', body });
  const output = records(answer.output);
  const call = output.find(({ type }) => type === 'function_call');
  return { ...body, input: [user, ...output, { type: 'function_call_output', call_id: call?.call_id, output: 'Sun' }] };
}

/** Anthropic's messages after one call. */
export async function secondMessage(server: Makers, model: string, more: Json = {}): Promise<Json> {
  const user = { role: 'user', content: 'Ask [tools:2]' };
  const body = { model, max_tokens: 1000, system: 'Be kind', messages: [user], tools: tools.messages, ...more };
  const { body: answer } = await ask(server, { maker: 'anthropic', path: 'messages', body });
  const content = records(answer.content);
  const call = content.find(({ type }) => type === 'tool_use');
  const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: call?.id, content: 'Sun' }] };
  return { ...body, messages: [user, { role: 'assistant', content }, result] };
}

/** Google's contents after one call. */
export async function secondContents(server: Makers, model: string): Promise<Json> {
  const user = { role: 'user', parts: [{ text: 'Ask [tools:2]' }] };
  const body = { contents: [user], tools: tools.generate };
  const { body: answer } = await ask(server, { maker: 'google', path: `models/${model}:generateContent`, body });
  const content = record(records(answer.candidates)[0]).content;
  const call = record(records(record(content).parts).find(({ functionCall }) => functionCall)?.functionCall);
  const result = { functionResponse: { id: call.id, name: call.name, response: { sky: 'blue' } } };
  return { ...body, contents: [user, content, { role: 'user', parts: [result] }] };
}

/** Changes the item of a list that a predicate finds; the rest stays. */
export function changed(list: unknown, find: (item: Json) => boolean, change: (item: Json) => Json): readonly Json[] {
  return records(list).map((item) => (find(item) ? change(item) : item));
}
