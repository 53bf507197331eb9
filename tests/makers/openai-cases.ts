import { type Json, records } from '../../e2e/servers/makers/json';
import { ask, changed, secondResponse, tools, type Wanted } from './ask';
import type { Cases } from './cases';

const responses = (more: Json = {}, rest: Partial<Wanted> = {}): Wanted => ({
  maker: 'openai',
  path: 'responses',
  body: { model: 'gpt-6-astra', input: 'Hi', ...more },
  ...rest,
});

const chat = (more: Json = {}, rest: Partial<Wanted> = {}): Wanted => ({
  maker: 'openai',
  path: 'chat/completions',
  body: { model: 'gpt-6-luna', messages: [{ role: 'user', content: 'Hi' }], ...more },
  ...rest,
});

const isCall = ({ type }: Json) => type === 'function_call';
const isReasoning = ({ type }: Json) => type === 'reasoning';
const open = { type: 'object', properties: { city: { type: 'string' } }, required: [] };
const closed = { ...open, required: ['city'], additionalProperties: false };

/** A second turn whose input was changed. */
const second =
  (change: (input: readonly Json[]) => readonly Json[], rest: Partial<Wanted> = {}, more: Json = {}) =>
  async (server: Parameters<typeof secondResponse>[0]): Promise<Wanted> => {
    const body = await secondResponse(server, more);
    return { maker: 'openai', path: 'responses', body: { ...body, input: change(records(body.input)) }, ...rest };
  };

const untouched = second((input) => input);
const withoutReasoning = (input: readonly Json[]) => input.filter((item) => !isReasoning(item));
const withoutIds = (input: readonly Json[]) => changed(input, isCall, ({ id: _, ...call }) => call);

const calling = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{}' } }],
};
const result = { role: 'tool', tool_call_id: 'c1', content: 'Sun' };
const user = { role: 'user', content: 'Hi' };

/** OpenAI's rules. */
export const openaiCases: Cases = {
  'openai.key': {
    broken: () => responses({}, { headers: { authorization: '' } }),
    sound: () => responses(),
    says: "You didn't provide an API key",
  },
  'openai.ended': {
    broken: () => responses({ model: 'o3-mini' }),
    sound: () => responses(),
    says: 'has been deprecated',
  },
  'openai.model': {
    broken: () => responses({ model: 'gpt-9' }),
    sound: () => responses(),
    says: 'does not exist',
  },
  'openai.fields': {
    broken: () => responses({ max_tokens: 10 }),
    sound: () => responses({ max_output_tokens: 10 }),
    says: "Unknown parameter: 'max_tokens'.",
  },
  'openai.sampling': {
    broken: () => chat({ temperature: 0.7 }),
    sound: () => chat({ temperature: 0.7, reasoning_effort: 'none' }),
    says: "'temperature' does not support 0.7 with this model. Only the default (1) value is supported.",
  },
  'openai.effort': {
    broken: () => responses({ reasoning: { effort: 'none' } }),
    sound: () => responses({ reasoning: { effort: 'low' } }),
    says: "'none' is not supported with the 'gpt-6-astra' model. Supported values are: 'low', 'medium', 'high', 'xhigh', and 'max'.",
  },
  'openai.strict': {
    broken: () => responses({ text: { format: { type: 'json_schema', name: 'r', strict: true, schema: open } } }),
    sound: () => responses({ text: { format: { type: 'json_schema', name: 'r', strict: true, schema: closed } } }),
    says: "'additionalProperties' is required to be supplied and to be false",
  },
  'openai.default-effort': {
    broken: () => chat({ model: 'gpt-5.2', tools: tools.chat }, { option: 'strict' }),
    sound: () => chat({ model: 'gpt-5.2', tools: tools.chat }),
    says: 'Function tools with reasoning_effort are not supported for gpt-5.2',
  },
  'openai.chat-tools': {
    broken: () => chat({ tools: tools.chat }),
    sound: () => chat({ tools: tools.chat, reasoning_effort: 'none' }),
    says: 'To use function tools, use /v1/responses',
  },
  'openai.max-tokens': {
    broken: () => chat({ max_tokens: 10 }),
    sound: () => chat({ max_completion_tokens: 10 }),
    says: "Use 'max_completion_tokens' instead.",
  },
  'openai.encrypted': {
    broken: second((input) =>
      changed(input, isReasoning, (item) => ({ ...item, encrypted_content: `${item.encrypted_content}A` })),
    ),
    sound: untouched,
    says: 'could not be verified',
  },
  'openai.incomplete': {
    broken: async (server) => {
      const { encrypted_content } = await addedItem(server);
      const partial = (input: readonly Json[]) =>
        changed(input, isReasoning, ({ id: _, ...item }) => ({ ...item, encrypted_content }));
      return second(partial, { option: 'strict' })(server);
    },
    sound: second((input) => input, { option: 'strict' }),
    says: 'Encrypted content is incomplete',
  },
  'openai.not-found': {
    broken: second((input) => changed(input, isReasoning, ({ encrypted_content: _, ...item }) => item)),
    sound: untouched,
    says: 'Items are not persisted when `store` is set to false',
  },
  'openai.pairing': {
    broken: second(withoutReasoning),
    sound: second((input) => withoutIds(withoutReasoning(input))),
    says: "was provided without its required 'reasoning' item",
  },
  'openai.idless': {
    broken: second((input) => withoutIds(withoutReasoning(input)), { option: 'strict' }),
    sound: second(withoutIds, { option: 'strict' }),
    says: "was provided without its required 'reasoning' item",
  },
  'openai.following': {
    broken: second((input) => input.filter(({ type }) => type !== 'function_call' && type !== 'function_call_output')),
    sound: untouched,
    says: 'was provided without its required following item',
  },
  'openai.outputs': {
    broken: second((input) => input.filter(({ type }) => type !== 'function_call_output')),
    sound: untouched,
    says: 'No tool output found for function call',
  },
  'chat.results': {
    broken: () => chat({ messages: [user, calling] }),
    sound: () => chat({ messages: [user, calling, result] }),
    says: 'The following tool_call_ids did not have response messages: c1',
  },
  'chat.loose-results': {
    broken: () => chat({ messages: [user, result] }),
    sound: () => chat({ messages: [user, calling, result] }),
    says: "must be a response to a preceeding message with 'tool_calls'",
  },
  'chat.shape': {
    broken: () => chat({ messages: [] }),
    sound: () => chat(),
    says: "Missing required parameter: 'messages'.",
  },
  'plain.key': {
    broken: () => chat({ model: 'test' }, { maker: 'plain', headers: { authorization: 'Bearer wrong' } }),
    sound: () => chat({ model: 'test' }, { maker: 'plain', headers: { authorization: 'Bearer right' } }),
    says: 'Unauthorized',
  },
  'plain.refuse': {
    broken: () =>
      chat(
        { temperature: 1 },
        { maker: 'plain', headers: { authorization: 'Bearer right' }, option: 'refuse=seed,temperature' },
      ),
    sound: () =>
      chat({ seed: 1 }, { maker: 'plain', headers: { authorization: 'Bearer right' }, option: 'refuse=temperature' }),
    says: "Unsupported parameter: 'temperature' is not supported with this model.",
  },
};

/** The reasoning item as `output_item.added` shows it. */
async function addedItem(server: Parameters<typeof secondResponse>[0]): Promise<Json> {
  const { text } = await ask(server, responses({ stream: true, store: false }));
  const line = text.split('\n').find((one) => one.startsWith('data:') && one.includes('output_item.added')) ?? '';
  return JSON.parse(line.slice(5)).item;
}
