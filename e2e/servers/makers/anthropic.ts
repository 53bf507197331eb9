import { anthropicModel, blocksOf } from './anthropic-rules';
import { dropsMisfits, misfits, prefixOf, thinks } from './anthropic-thinking-rules';
import { newId } from './ids';
import { type Json, record, records, string, textOf } from './json';
import { bad } from './rule';
import { digest, seal } from './seal';
import { event, type Frame, type Phase, pieces } from './sse';
import type { Usage } from './usage';
import type { Answer, Wire } from './wire';

/** Anthropic's messages. */
export const anthropic: Wire = {
  read({ body }) {
    const messages = records(body.messages);
    const texts = (message: Json | undefined) => textOf(blocksOf(message ?? {}).filter(({ type }) => type === 'text'));
    const last = messages.findLastIndex((message) => message.role === 'user' && texts(message) !== '');
    const format = record(record(body.output_config).format);
    return {
      prompt: texts(messages[last]),
      system: textOf(body.system),
      results: messages
        .slice(last + 1)
        .flatMap(blocksOf)
        .filter(({ type }) => type === 'tool_result')
        .map((block) => ({ id: string(block.tool_use_id), text: textOf(block.content) })),
      tools: records(body.tools)
        .filter(({ input_schema }) => input_schema !== undefined)
        .map((tool) => ({ name: string(tool.name), schema: record(tool.input_schema) })),
      searches: records(body.tools).some(({ type }) => string(type).startsWith('web_search_')),
      schema: format.type === 'json_schema' ? record(format.schema) : undefined,
    };
  },
  thinks,
  frames(answer) {
    const { usage, asked } = answer;
    const content = contentOf(answer);
    const named = (phase: Phase, type: string, fields: Json) => event(phase, type, { type, ...fields });
    const start = { ...envelope(answer, []), stop_reason: null, usage: { ...usageJson(usage), output_tokens: 1 } };
    return [
      named('start', 'message_start', { message: { ...start, ...transformations(asked) } }),
      named('start', 'ping', {}),
      ...content.flatMap((block, index) => blockFrames(block, index)),
      named('end', 'message_delta', {
        delta: { stop_reason: stopOf(answer), stop_sequence: null },
        ...(usage === undefined ? { usage: { output_tokens: 0 } } : { usage: usageJson(usage) }),
      }),
      named('end', 'message_stop', {}),
    ];
  },
  whole: (answer) => ({
    ...envelope(answer, contentOf(answer)),
    stop_reason: stopOf(answer),
    usage: usageJson(answer.usage),
    ...transformations(answer.asked),
  }),
  error: ({ message, type }) => ({
    type: 'error',
    error: { type: type ?? 'invalid_request_error', message },
    request_id: newId('req'),
  }),
  broken: () => event('text', 'error', { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
  unknown: () => [event('text', 'mood', { type: 'mood', mood: 'calm' })],
  tooLong: (_, tokens, window) => bad(`prompt is too long: ${tokens} tokens > ${window} maximum`),
};

function contentOf(answer: Answer): readonly Json[] {
  const { asked, memory, reply } = answer;
  const model = anthropicModel(asked, memory);
  const content: Json[] = [];
  if (reply.thinking !== undefined) {
    const display = record(asked.body.thinking).display;
    const omitted = display === undefined ? model?.omits === true : display === 'omitted';
    const bound = model === undefined || model.bound === 'no' ? {} : { prefix: prefixOf(asked.body) };
    const facts = {
      id: newId('th'),
      model: asked.model,
      omitted,
      text: digest(omitted ? '' : reply.thinking),
      ...bound,
    };
    content.push({ type: 'thinking', thinking: omitted ? '' : reply.thinking, signature: seal(facts) });
  }
  const made = madeByMaker(answer);
  // Before a pause it says what it is about to do.
  if (reply.stop !== 'pause') content.push(...made);
  if (reply.text !== undefined && reply.stop !== 'refusal')
    content.push({ type: 'text', text: reply.text, ...citing(answer) });
  if (reply.stop === 'pause') content.push(...made);
  const beside = made.map(({ id }) => string(id)).filter((id) => id !== '');
  for (const call of reply.calls) {
    const id = `toolu_${call.id}`;
    memory.made.set(id, { kind: 'call', model: asked.model, thought: reply.thinking !== undefined, beside });
    content.push({ type: 'tool_use', id, name: call.name, input: call.args });
  }
  return content;
}

/** What Anthropic's own tools did: `server_tool_use`, followed by its result (platform.claude.com web-search-tool). */
function madeByMaker({ reply: { search, serverCall } }: Answer): readonly Json[] {
  const blocks: Json[] = [];
  if (search !== undefined) {
    const id = `srvtoolu_${search.id}`;
    const pages = search.pages.map((one) => {
      const page = { type: 'web_search_result', ...one, page_age: 'November 20, 2026' };
      return { ...page, encrypted_content: seal({ page: digest(page) }) };
    });
    blocks.push({ type: 'server_tool_use', id, name: 'web_search', input: { query: search.query } });
    blocks.push({ type: 'web_search_tool_result', tool_use_id: id, content: pages });
  }
  if (serverCall !== undefined) {
    const id = `srvtoolu_${newId('call')}`;
    blocks.push({ type: 'server_tool_use', id, name: serverCall, input: { page: 666 } });
  }
  return blocks;
}

/** The citation of the first page, attached to the text. */
function citing({ reply: { search, stop } }: Answer): Json {
  const page = search?.pages[0];
  if (page === undefined || stop === 'pause') return {};
  const cited_text = 'It ebbs at noon.';
  const encrypted_index = seal({ cited_text });
  return { citations: [{ type: 'web_search_result_location', ...page, cited_text, encrypted_index }] };
}

function blockFrames(block: Json, index: number): readonly Frame[] {
  const phase: Phase = block.type === 'thinking' ? 'thinking' : block.type === 'text' ? 'text' : 'call';
  const delta = (fields: Json) =>
    event(phase, 'content_block_delta', { type: 'content_block_delta', index, delta: fields });
  const begin = (content_block: Json) =>
    event(phase, 'content_block_start', { type: 'content_block_start', index, content_block });
  const stop = event(phase, 'content_block_stop', { type: 'content_block_stop', index });
  if (block.type === 'thinking') {
    const texts = pieces(string(block.thinking)).map((thinking) => delta({ type: 'thinking_delta', thinking }));
    const signature = delta({ type: 'signature_delta', signature: block.signature });
    return [begin({ ...block, thinking: '', signature: '' }), ...texts, signature, stop];
  }
  if (block.type === 'text') {
    const texts = pieces(string(block.text)).map((text) => delta({ type: 'text_delta', text }));
    const cited = records(block.citations).map((citation) => delta({ type: 'citations_delta', citation }));
    return [
      begin({ type: 'text', text: '', ...(cited.length === 0 ? {} : { citations: [] }) }),
      ...texts,
      ...cited,
      stop,
    ];
  }
  if (block.type === 'web_search_tool_result') return [begin(block), stop];
  const parts = JSON.stringify(block.input).match(/[\s\S]{1,12}/g) ?? [];
  const inputs = parts.map((partial_json) => delta({ type: 'input_json_delta', partial_json }));
  return [begin({ ...block, input: {} }), delta({ type: 'input_json_delta', partial_json: '' }), ...inputs, stop];
}

/** What was dropped from the request, if it asked for that. The names of type and reason are guessed. */
function transformations(asked: Answer['asked']): Json {
  const dropped = dropsMisfits(asked) ? misfits(asked) : [];
  if (dropped.length === 0) return {};
  return {
    input_transformations: dropped.map(({ path }) => ({
      type: 'block_dropped',
      path,
      reason: 'prefix_binding_mismatch',
    })),
  };
}

function envelope({ asked }: Answer, content: readonly Json[]): Json {
  return { id: newId('msg'), type: 'message', role: 'assistant', model: asked.model, content, stop_sequence: null };
}

function stopOf({ reply }: Answer): string {
  const reasons = {
    ...{ end: 'end_turn', calls: 'tool_use', length: 'max_tokens', pause: 'pause_turn' },
    refusal: 'refusal',
    filter: 'refusal',
  };
  return reasons[reply.stop];
}

function usageJson(usage: Usage | undefined): Json {
  const { input, cacheRead, cacheWritten, output, thinking } = usage ?? nothing;
  return {
    input_tokens: input - cacheRead - cacheWritten,
    cache_creation_input_tokens: cacheWritten,
    cache_read_input_tokens: cacheRead,
    output_tokens: output,
    output_tokens_details: { thinking_tokens: thinking },
  };
}

/** Anthropic's format cannot omit usage; zeros carry as little information. */
const nothing: Usage = { input: 0, cacheRead: 0, cacheWritten: 0, output: 0, thinking: 0 };
