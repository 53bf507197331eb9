/** Tokens of an answer. */
interface SpokenUsage {
  readonly input: number;
  readonly output: number;
}

/** One protocol from a server's side: reading a request, and writing the pieces of an answer. */
export interface Speaker {
  promptOf(body: Readonly<Record<string, unknown>>): string;
  /** Server-sent events. */
  begin(usage: SpokenUsage): string;
  chunk(text: string): string;
  end(usage: SpokenUsage): string;
  /** JSON bodies. */
  whole(text: string, usage: SpokenUsage): object;
  error(message: string, code: string): object;
}

/** The protocol of an endpoint; undefined for other addresses. */
export function protocolOf(path: string): Speaker | undefined {
  const { pathname } = new URL(path, 'http://here');
  if (pathname.endsWith('/chat/completions')) return openai;
  if (pathname.endsWith('/responses')) return responses;
  if (/:(stream)?generateContent$/i.test(pathname)) return google;
  return pathname.endsWith('/messages') ? anthropic : undefined;
}

/** Whether a request asks for a stream: Google's do so in their address. */
export function asksForStream(path: string, body: Readonly<Record<string, unknown>>): boolean {
  return body.stream === true || path.includes(':streamGenerateContent');
}

const openaiUsage = ({ input, output }: SpokenUsage) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
});

const openai: Speaker = {
  promptOf: (body) => textsOf(body.messages).join('\n'),
  begin: () => data(openaiChunk({ role: 'assistant', content: '' }, null)),
  chunk: (text) => data(openaiChunk({ content: text }, null)),
  end: (usage) =>
    data(openaiChunk({}, 'stop')) +
    data({ ...openaiChunk({}, null), choices: [], usage: openaiUsage(usage) }) +
    'data: [DONE]\n\n',
  whole: (text, usage) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'test',
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage: openaiUsage(usage),
  }),
  error: (message, code) => ({ error: { message, type: code, code } }),
};

function openaiChunk(delta: object, finishReason: string | null) {
  const choices = [{ index: 0, delta, finish_reason: finishReason }];
  return { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'test', choices };
}

const message = (status: string, content: readonly object[]) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status,
  content,
});

const response = (status: string, output: readonly object[], usage: object | null) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  model: 'test',
  status,
  output,
  usage,
});

const responsesUsage = ({ input, output }: SpokenUsage) => ({
  input_tokens: input,
  output_tokens: output,
  total_tokens: input + output,
});

/** OpenAI's Responses. */
const responses: Speaker = {
  promptOf: (body) => [...textsOf(body.instructions), ...textsOf(body.input)].join('\n'),
  begin: () =>
    event({ type: 'response.created', response: response('in_progress', [], null) }) +
    event({ type: 'response.output_item.added', output_index: 0, item: message('in_progress', []) }),
  chunk: (text) =>
    event({ type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta: text }),
  end: (usage) =>
    event({ type: 'response.output_item.done', output_index: 0, item: message('completed', []) }) +
    event({ type: 'response.completed', response: response('completed', [], responsesUsage(usage)) }),
  whole: (text, usage) => {
    const said = message('completed', [{ type: 'output_text', text, annotations: [] }]);
    return response('completed', [said], responsesUsage(usage));
  },
  error: (message, code) => ({ error: { message, type: code, code } }),
};

const googleUsage = ({ input, output }: SpokenUsage) => ({
  promptTokenCount: input,
  candidatesTokenCount: output,
  totalTokenCount: input + output,
});

const candidate = (text: string, more: object = {}) => ({
  candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] }, ...more }],
});

/** Google's own protocol. */
const google: Speaker = {
  promptOf: (body) => [...textsOf(body.systemInstruction), ...textsOf(body.contents)].join('\n'),
  begin: () => '',
  chunk: (text) => data(candidate(text)),
  end: (usage) => data({ ...candidate('', { finishReason: 'STOP' }), usageMetadata: googleUsage(usage) }),
  whole: (text, usage) => ({ ...candidate(text, { finishReason: 'STOP' }), usageMetadata: googleUsage(usage) }),
  error: (message, code) => ({ error: { code: 400, message, status: code } }),
};

const anthropic: Speaker = {
  promptOf: (body) => [...textsOf(body.system), ...textsOf(body.messages)].join('\n'),
  begin: ({ input }) =>
    event({
      type: 'message_start',
      message: { ...anthropicMessage([], null), usage: { input_tokens: input, output_tokens: 1 } },
    }) + event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  chunk: (text) => event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
  end: ({ output }) =>
    event({ type: 'content_block_stop', index: 0 }) +
    event({
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: output },
    }) +
    event({ type: 'message_stop' }),
  whole: (text, { input, output }) => ({
    ...anthropicMessage([{ type: 'text', text }], 'end_turn'),
    usage: { input_tokens: input, output_tokens: output },
  }),
  error: (message, code) => ({ type: 'error', error: { type: code, message } }),
};

function anthropicMessage(content: readonly object[], stopReason: string | null) {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'test',
    content,
    stop_reason: stopReason,
    stop_sequence: null,
  };
}

function data(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function event(value: { readonly type: string; readonly [field: string]: unknown }): string {
  return `event: ${value.type}\n${data(value)}`;
}

/** All texts in a list of messages or parts, in order, at any depth. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  const { content, parts, text, output } = value as Readonly<Record<string, unknown>>;
  return textsOf(content ?? parts ?? text ?? output);
}
