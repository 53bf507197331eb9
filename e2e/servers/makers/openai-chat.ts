import { directiveValue } from './directives';
import { newId } from './ids';
import { type Json, record, records, string, textOf } from './json';
import { openaiError } from './openai-responses';
import { effortOf, formatOf } from './openai-rules';
import { bad } from './rule';
import { data, type Frame, type Phase, pieces } from './sse';
import type { Usage } from './usage';
import type { Answer, Wire } from './wire';

/** Chat completions, of OpenAI and of the plain server. */
export const chat: Wire = {
  read(asked) {
    const messages = records(asked.body.messages);
    const last = messages.findLastIndex((message) => message.role === 'user' && textOf(message.content) !== '');
    const format = formatOf(asked);
    return {
      prompt: textOf(messages[last]?.content),
      system: messages
        .filter(({ role }) => role === 'system' || role === 'developer')
        .map(({ content }) => textOf(content))
        .join('\n'),
      results: messages
        .slice(last + 1)
        .filter(({ role }) => role === 'tool')
        .map((message) => ({ id: string(message.tool_call_id), text: textOf(message.content) })),
      tools: records(asked.body.tools).map((tool) => ({
        name: string(record(tool.function).name),
        schema: record(record(tool.function).parameters),
      })),
      // Chat completions have no tools of their provider.
      searches: false,
      schema: format.type === 'json_schema' ? record(format.schema) : format.type === 'json_object' ? {} : undefined,
    };
  },
  thinks: (asked, memory) => asked.maker === 'plain' || effortOf(asked, memory) !== 'none',
  frames(answer) {
    const id = newId('chatcmpl');
    const piece = (phase: Phase, delta: Json, finish: string | null = null): Frame =>
      data(phase, { ...envelope(answer, id, '.chunk'), choices: [{ index: 0, delta, finish_reason: finish }] });
    const { reply, usage, asked } = answer;
    const { thinking, field, text } = shown(answer);
    const calls = reply.calls.flatMap(({ id: callId, name, args }, index) => {
      const call = (fields: Json) => piece('call', { tool_calls: [{ index, ...fields }] });
      return [
        call({ id: `call_${callId}`, type: 'function', function: { name, arguments: '' } }),
        ...(JSON.stringify(args).match(/[\s\S]{1,12}/g) ?? []).map((part) => call({ function: { arguments: part } })),
      ];
    });
    const tells = usage !== undefined && record(asked.body.stream_options).include_usage === true;
    return [
      piece('start', { role: 'assistant', content: '' }),
      ...pieces(thinking).map((part) => piece('thinking', { [field]: part })),
      ...pieces(text).map((part) => piece('text', { [reply.stop === 'refusal' ? 'refusal' : 'content']: part })),
      ...calls,
      piece('end', {}, finishOf(answer)),
      ...(tells ? [data('end', { ...envelope(answer, id, '.chunk'), choices: [], usage: usageJson(usage) })] : []),
      data('end', '[DONE]'),
    ];
  },
  whole(answer) {
    const { reply, usage } = answer;
    const { thinking, field, text } = shown(answer);
    const said = field === 'content' ? thinking + text : text;
    const refused = reply.stop === 'refusal';
    const message = {
      role: 'assistant',
      content: said === '' || refused ? null : said,
      refusal: refused ? said : null,
      ...(thinking !== '' && field !== 'content' ? { [field]: thinking } : {}),
      ...(reply.calls.length === 0 ? {} : { tool_calls: reply.calls.map(wholeCall) }),
    };
    return {
      ...envelope(answer, newId('chatcmpl'), ''),
      choices: [{ index: 0, message, finish_reason: finishOf(answer), logprobs: null }],
      ...(usage === undefined ? {} : { usage: usageJson(usage) }),
    };
  },
  error: openaiError,
  broken: () => data('text', { error: { message: 'The server is overloaded.', type: 'server_error', code: null } }),
  unknown: () => [
    { phase: 'text', text: ': PROCESSING\n\n' },
    { phase: 'text', text: 'event: mood\ndata: {"object":"chat.mood","mood":"calm"}\n\n' },
  ],
  tooLong: (_, tokens, window) =>
    bad(
      `This model's maximum context length is ${window} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
      { param: 'messages', code: 'context_length_exceeded' },
    ),
};

/** The visible part of the thinking, its field, and the text. OpenAI's chat completions show no thinking. */
function shown({ reply, directives }: Answer): {
  readonly thinking: string;
  readonly field: string;
  readonly text: string;
} {
  const has = (name: string) => directiveValue(directives, name) !== undefined;
  const text = reply.text ?? '';
  const thinking = reply.thinking ?? '';
  if (has('think-tags')) return { thinking: `<think>\n${thinking}\n</think>\n\n`, field: 'content', text };
  return { thinking: has('reasoning-content') ? thinking : '', field: 'reasoning_content', text };
}

function wholeCall({ id, name, args }: Answer['reply']['calls'][number]): Json {
  return { id: `call_${id}`, type: 'function', function: { name, arguments: JSON.stringify(args) } };
}

function envelope({ asked }: Answer, id: string, suffix: string): Json {
  const created = Math.floor(Date.now() / 1000);
  return { id, object: `chat.completion${suffix}`, created, model: asked.model };
}

function finishOf({ reply }: Answer): string {
  const reasons = {
    end: 'stop',
    calls: 'tool_calls',
    length: 'length',
    refusal: 'stop',
    filter: 'content_filter',
    pause: 'stop',
  };
  return reasons[reply.stop];
}

function usageJson({ input, cacheRead, cacheWritten, output, thinking }: Usage): Json {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: {
      cached_tokens: cacheRead,
      ...(cacheWritten === 0 ? {} : { cache_write_tokens: cacheWritten }),
    },
    completion_tokens_details: { reasoning_tokens: thinking },
  };
}
