import { type Json, record, records } from '../../e2e/servers/makers/json';
import type { Makers } from '../../e2e/servers/makers/server';
import { ask, tools, type Wanted } from './ask';
import type { Cases } from './cases';

const claude = 'claude-opus-5-5';
const search = { type: 'web_search_20250305', name: 'web_search' };
const toolsWith = (more: Json) => [...tools.messages, { ...search, ...more }];
const asking = (wanted: Partial<Wanted>, body: Json): Wanted => ({
  maker: 'anthropic',
  path: 'messages',
  ...wanted,
  body,
});

const messages = (more: Json): Wanted =>
  asking({}, { model: claude, max_tokens: 1000, messages: [{ role: 'user', content: 'Hi' }], ...more });

/** Anthropic's messages after a search and a tool call, with blocks of the answer changed, or left out. */
async function searched(server: Makers, change: (block: Json) => readonly Json[], option?: string): Promise<Wanted> {
  const user = { role: 'user', content: 'Ask [tools:1][search:tides]' };
  const body = { model: 'claude-haiku-4-5', max_tokens: 1000, messages: [user], tools: toolsWith({}) };
  const { body: answer } = await ask(server, asking({}, body));
  const content = records(answer.content);
  const call = content.find(({ type }) => type === 'tool_use');
  const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: call?.id, content: 'Sun' }] };
  const assistant = { role: 'assistant', content: content.flatMap(change) };
  return asking(option === undefined ? {} : { option }, { ...body, messages: [user, assistant, result] });
}

const whole = (block: Json) => [block];
const isMade = ({ type }: Json) => type === 'server_tool_use' || type === 'web_search_tool_result';

const responses = (tool: Json): Wanted => ({
  maker: 'openai',
  path: 'responses',
  body: { model: 'gpt-6-astra', input: [{ role: 'user', content: 'Hi' }], tools: [{ type: 'web_search', ...tool }] },
});

/** OpenAI's Responses after a search and a tool call, with its items changed. */
async function searchedItems(server: Makers, change: (item: Json) => Json): Promise<Wanted> {
  const user = { role: 'user', content: 'Ask [tools:1][search:tides]' };
  const offered = [...tools.responses, { type: 'web_search' }];
  const body = { model: 'gpt-6-astra', input: [user], tools: offered, store: false };
  const { body: answer } = await ask(server, { maker: 'openai', path: 'responses', body });
  const output = records(answer.output);
  const call = output.find(({ type }) => type === 'function_call');
  const result = { type: 'function_call_output', call_id: call?.call_id, output: 'Sun' };
  return { maker: 'openai', path: 'responses', body: { ...body, input: [user, ...output.map(change), result] } };
}

const path = 'models/gemini-3.8-flash:generateContent';
const generate = (more: Json): Wanted => {
  return { maker: 'google', path, body: { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }], ...more } };
};
const mixed = {
  tools: [{ googleSearch: {} }, ...tools.generate],
  toolConfig: { includeServerSideToolInvocations: true },
};

/** Google's contents after a search and a tool call, with its parts changed. */
async function searchedParts(server: Makers, change: (part: Json) => Json): Promise<Wanted> {
  const user = { role: 'user', parts: [{ text: 'Ask [tools:1][search:tides]' }] };
  const { body: answer } = await ask(server, { maker: 'google', path, body: { contents: [user], ...mixed } });
  const content = record(record(records(answer.candidates)[0]).content);
  const call = record(records(content.parts).find(({ functionCall }) => functionCall)?.functionCall);
  const result = { functionResponse: { id: call.id, name: call.name, response: { sky: 'blue' } } };
  const model = { ...content, parts: records(content.parts).map(change) };
  return { maker: 'google', path, body: { contents: [user, model, { role: 'user', parts: [result] }], ...mixed } };
}

/** Rules about the tools that providers perform themselves. */
export const makerToolCases: Cases = {
  'anthropic.search-fields': {
    broken: () => messages({ tools: toolsWith({ maxUses: 3 }) }),
    sound: () => messages({ tools: toolsWith({ max_uses: 3 }) }),
    says: 'maxUses: Extra inputs are not permitted',
  },
  'anthropic.tool-names': {
    broken: () => messages({ tools: [...toolsWith({}), search] }),
    sound: () => messages({ tools: toolsWith({}) }),
    says: 'tools: Tool names must be unique.',
  },
  'anthropic.search-pair': {
    broken: (server) => searched(server, (block) => (block.type === 'web_search_tool_result' ? [] : [block])),
    sound: (server) => searched(server, whole),
    says: 'was found without a corresponding `web_search_tool_result` block',
  },
  'anthropic.search-content': {
    broken: (server) =>
      searched(server, (block) => {
        if (block.type !== 'web_search_tool_result') return [block];
        return [{ ...block, content: records(block.content).map((page) => ({ ...page, title: 'Other' })) }];
      }),
    sound: (server) => searched(server, whole),
    says: 'Invalid `encrypted_content` in `search_result` block',
  },
  'anthropic.search-missing': {
    broken: (server) => searched(server, (block) => (isMade(block) ? [] : [block]), 'strict'),
    sound: (server) => searched(server, whole, 'strict'),
    says: 'of this message is missing',
  },
  'openai.search-fields': {
    broken: () => responses({ max_uses: 3 }),
    sound: () => responses({ search_context_size: 'low' }),
    says: "Unknown parameter: 'tools[0].max_uses'.",
  },
  'openai.search-item': {
    broken: (server) =>
      searchedItems(server, (item) => (item.type === 'web_search_call' ? { ...item, action: {} } : item)),
    sound: (server) => searchedItems(server, (item) => item),
    says: "Invalid value: 'input[2]'.",
  },
  'google.search-fields': {
    broken: () => generate({ tools: [{ googleSearch: { max_uses: 3 } }] }),
    sound: () => generate({ tools: [{ googleSearch: { excludeDomains: ['example.com'] } }] }),
    says: 'Unknown name "max_uses" at \'tools[0].google_search\'',
  },
  'google.tool-mix': {
    broken: () => generate({ ...mixed, toolConfig: {} }),
    sound: () => generate(mixed),
    says: 'Please enable tool_config.include_server_side_tool_invocations',
  },
  'google.search-part': {
    broken: (server) =>
      searchedParts(server, ({ thoughtSignature, ...part }) => {
        return part.toolCall === undefined && thoughtSignature !== undefined ? { ...part, thoughtSignature } : part;
      }),
    sound: (server) => searchedParts(server, (part) => part),
    says: 'Corrupted server side tool invocation in contents[1].parts[0].',
  },
};
