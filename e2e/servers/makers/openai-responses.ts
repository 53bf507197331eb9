import { newId } from './ids';
import { type Json, record, records, string, textOf } from './json';
import { encryptedStart, givesEncrypted, reasons } from './openai-responses-rules';
import { formatOf } from './openai-rules';
import { bad } from './rule';
import { digest, seal } from './seal';
import { event, type Frame, type Phase, pieces } from './sse';
import type { Usage } from './usage';
import type { Answer, Wire } from './wire';

/** OpenAI's Responses. */
export const responses: Wire = {
  read(asked) {
    const items: readonly Json[] =
      typeof asked.body.input === 'string' ? [{ role: 'user', content: asked.body.input }] : records(asked.body.input);
    const last = items.findLastIndex((item) => item.role === 'user' && textOf(item.content) !== '');
    const format = formatOf(asked);
    const texts = (roles: readonly string[]) =>
      items.filter(({ role }) => roles.includes(string(role))).map(({ content }) => textOf(content));
    return {
      prompt: textOf(items[last]?.content),
      system: [string(asked.body.instructions), ...texts(['system', 'developer'])].join('\n'),
      results: items
        .slice(last + 1)
        .filter(({ type }) => type === 'function_call_output')
        .map((item) => ({ id: string(item.call_id), text: textOf(item.output) })),
      tools: records(asked.body.tools)
        .filter(({ type }) => type === 'function')
        .map((tool) => ({ name: string(tool.name), schema: record(tool.parameters) })),
      searches: records(asked.body.tools).some(({ type }) => type === 'web_search'),
      schema: format.type === 'json_schema' ? record(format.schema) : format.type === 'json_object' ? {} : undefined,
    };
  },
  thinks: reasons,
  frames(answer) {
    const { id, items } = itemsOf(answer);
    const open = { ...envelope(answer, id), status: 'in_progress', output: [], usage: null };
    const done = finished(answer, id, items);
    let sequence = 0;
    const numbered = (phase: Phase, type: string, fields: Json): Frame => {
      const frame = event(phase, type, { type, sequence_number: sequence, ...fields });
      sequence += 1;
      return frame;
    };
    return [
      numbered('start', 'response.created', { response: open }),
      numbered('start', 'response.in_progress', { response: open }),
      ...items.flatMap((item, index) =>
        itemFrames(item, index).map(([phase, type, more]) => numbered(phase, type, more)),
      ),
      numbered('end', `response.${string(done.status)}`, { response: done }),
    ];
  },
  whole(answer) {
    const { id, items } = itemsOf(answer);
    return finished(answer, id, items);
  },
  error: openaiError,
  broken: () =>
    event('text', 'error', {
      type: 'error',
      code: 'server_error',
      message: 'The server had an error while processing your request. Sorry about that!',
      param: null,
      sequence_number: 99,
    }),
  unknown: () => [event('text', 'response.mood.changed', { type: 'response.mood.changed', mood: 'calm' })],
  tooLong: () =>
    bad('Your input exceeds the context window of this model. Please adjust your input and try again.', {
      param: 'input',
      code: 'context_length_exceeded',
    }),
};

/** An error as OpenAI sends it; the plain server does likewise. */
export function openaiError({ message, type, param, code }: Parameters<Wire['error']>[0]): Json {
  return { error: { message, type: type ?? 'invalid_request_error', param: param ?? null, code: code ?? null } };
}

function itemsOf(answer: Answer): { readonly id: string; readonly items: readonly Json[] } {
  const { asked, memory, reply } = answer;
  const items: Json[] = [];
  const thought = reply.thinking !== undefined;
  const remember = (id: string, kind: 'reasoning' | 'message' | 'call', after?: string) =>
    memory.made.set(id, { kind, model: asked.model, thought, ...(after === undefined ? {} : { after }) });
  let reasoning: string | undefined;
  if (reply.thinking !== undefined) {
    reasoning = newId('rs');
    remember(reasoning, 'reasoning');
    const summary = record(asked.body.reasoning).summary;
    const shown = typeof summary === 'string' ? [{ type: 'summary_text', text: reply.thinking }] : [];
    items.push({
      id: reasoning,
      type: 'reasoning',
      summary: shown,
      ...(givesEncrypted(asked) ? { encrypted_content: encryptedStart + seal({ id: reasoning }) } : {}),
    });
  }
  if (reply.search !== undefined) {
    const { query, pages } = reply.search;
    const id = newId('ws');
    const included = Array.isArray(asked.body.include) && asked.body.include.includes('web_search_call.action.sources');
    const sources = included ? { sources: pages.map(({ url }) => ({ type: 'url', url })) } : {};
    const action = { type: 'search', query, queries: [query], ...sources };
    const item = { id, type: 'web_search_call', status: 'completed', action };
    memory.made.set(id, {
      kind: 'search',
      model: asked.model,
      thought,
      whole: digest(item),
      ...(reasoning === undefined ? {} : { after: reasoning }),
    });
    items.push(item);
  }
  if (reply.text !== undefined) {
    const id = newId('msg');
    remember(id, 'message', reasoning);
    const part =
      reply.stop === 'refusal'
        ? { type: 'refusal', refusal: reply.text }
        : { type: 'output_text', text: reply.text, annotations: citing(reply), logprobs: [] };
    items.push({ id, type: 'message', status: 'completed', role: 'assistant', content: [part] });
  }
  for (const call of reply.calls) {
    const id = newId('fc');
    const callId = `call_${call.id}`;
    remember(id, 'call', reasoning);
    remember(callId, 'call', reasoning);
    const args = JSON.stringify(call.args);
    items.push({ id, type: 'function_call', status: 'completed', call_id: callId, name: call.name, arguments: args });
  }
  return { id: newId('resp'), items };
}

/** The citations of the text, with titles, which the search itself does not give. */
function citing({ search, text = '' }: Answer['reply']): readonly Json[] {
  return (search?.pages ?? []).slice(0, 2).map(({ url, title }) => {
    return { type: 'url_citation', start_index: 0, end_index: text.length, url, title };
  });
}

type Event = readonly [Phase, string, Json];

function itemFrames(item: Json, index: number): readonly Event[] {
  const at = { item_id: item.id, output_index: index };
  const phase: Phase = item.type === 'reasoning' ? 'thinking' : item.type === 'message' ? 'text' : 'call';
  const added = (start: Json): Event => [phase, 'response.output_item.added', { output_index: index, item: start }];
  const done: Event = [phase, 'response.output_item.done', { output_index: index, item }];
  if (item.type === 'reasoning') {
    return [added({ ...item, summary: [], ...incomplete(item) }), ...summaryEvents(item, at), done];
  }
  if (item.type === 'message') {
    return [
      added({ ...item, status: 'in_progress', content: [] }),
      ...partEvents(records(item.content)[0] ?? {}, at),
      done,
    ];
  }
  if (item.type === 'web_search_call') {
    const { action: _action, ...begun } = item;
    const during = (what: string): Event => ['call', `response.web_search_call.${what}`, at];
    return [
      added({ ...begun, status: 'in_progress' }),
      during('in_progress'),
      during('searching'),
      during('completed'),
      done,
    ];
  }
  const args = string(item.arguments);
  return [
    added({ ...item, status: 'in_progress', arguments: '' }),
    ...(args.match(/[\s\S]{1,12}/g) ?? []).map(
      (delta): Event => ['call', 'response.function_call_arguments.delta', { ...at, delta }],
    ),
    ['call', 'response.function_call_arguments.done', { ...at, arguments: args }],
    done,
  ];
}

/** What `encrypted_content` is before the item is done ("may be incomplete", docs.rs openai-client-base). */
function incomplete({ id, encrypted_content }: Json): Json {
  return encrypted_content === undefined ? {} : { encrypted_content: encryptedStart + seal({ id, incomplete: true }) };
}

function summaryEvents(item: Json, at: Json): readonly Event[] {
  return records(item.summary).flatMap((part, index): readonly Event[] => {
    const here = { ...at, summary_index: index };
    const text = string(part.text);
    return [
      ['thinking', 'response.reasoning_summary_part.added', { ...here, part: { ...part, text: '' } }],
      ...pieces(text).map((delta): Event => ['thinking', 'response.reasoning_summary_text.delta', { ...here, delta }]),
      ['thinking', 'response.reasoning_summary_text.done', { ...here, text }],
      ['thinking', 'response.reasoning_summary_part.done', { ...here, part }],
    ];
  });
}

function partEvents(part: Json, at: Json): readonly Event[] {
  const here = { ...at, content_index: 0 };
  const refused = part.type === 'refusal';
  const kind = refused ? 'refusal' : 'output_text';
  const text = string(refused ? part.refusal : part.text);
  const start = refused ? { ...part, refusal: '' } : { ...part, text: '', annotations: [] };
  const logprobs = refused ? {} : { logprobs: [] };
  return [
    ['text', 'response.content_part.added', { ...here, part: start }],
    ...pieces(text).map((delta): Event => ['text', `response.${kind}.delta`, { ...here, delta, ...logprobs }]),
    ...records(part.annotations).map(
      (annotation, annotation_index): Event => [
        'text',
        'response.output_text.annotation.added',
        { ...here, annotation_index, annotation },
      ],
    ),
    ['text', `response.${kind}.done`, { ...here, [refused ? 'refusal' : 'text']: text, ...logprobs }],
    ['text', 'response.content_part.done', { ...here, part }],
  ];
}

function envelope({ asked }: Answer, id: string): Json {
  const { model, tools, store, reasoning, text } = asked.body;
  const created_at = Math.floor(Date.now() / 1000);
  return {
    id,
    object: 'response',
    created_at,
    model,
    tools: tools ?? [],
    store: store ?? true,
    reasoning,
    text,
    error: null,
  };
}

function finished(answer: Answer, id: string, output: readonly Json[]): Json {
  const { reply, usage } = answer;
  const why = reply.stop === 'length' ? 'max_output_tokens' : reply.stop === 'filter' ? 'content_filter' : undefined;
  return {
    ...envelope(answer, id),
    status: why === undefined ? 'completed' : 'incomplete',
    incomplete_details: why === undefined ? null : { reason: why },
    output,
    ...(usage === undefined ? {} : { usage: usageJson(usage) }),
  };
}

function usageJson({ input, cacheRead, cacheWritten, output, thinking }: Usage): Json {
  return {
    input_tokens: input,
    input_tokens_details: {
      cached_tokens: cacheRead,
      ...(cacheWritten === 0 ? {} : { cache_write_tokens: cacheWritten }),
    },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: thinking },
    total_tokens: input + output,
  };
}
