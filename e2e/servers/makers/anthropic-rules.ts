import { isRecord, type Json, record, records, string, textOf } from './json';
import type { AnthropicModel } from './models';
import { type Asked, bad, type Memory, type Rule } from './rule';
import { hasOpenObject } from './strict-schema';

const here = { protocols: ['messages'], makers: ['anthropic'] } as const;

/** The requested model; undefined if Anthropic has none of that name. */
export function anthropicModel(asked: Asked, memory: Memory): AnthropicModel | undefined {
  return memory.anthropic.find(({ id }) => id === asked.model);
}

/** The blocks of a message; text counts as one block. */
export function blocksOf(message: Json): readonly Json[] {
  return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : records(message.content);
}

/** What Anthropic refuses, except for thinking. */
export const anthropicRules: readonly Rule[] = [
  {
    id: 'anthropic.browser',
    ...here,
    source: 'platform.claude.com; 70562271315 (CORS header)',
    check: ({ headers }) =>
      headers.origin !== undefined && headers['anthropic-dangerous-direct-browser-access'] !== 'true'
        ? {
            status: 401,
            type: 'authentication_error',
            message: "CORS requests must set 'anthropic-dangerous-direct-browser-access' header",
          }
        : undefined,
  },
  {
    id: 'anthropic.key',
    ...here,
    source: 'Messages of api.anthropic.com, from memory',
    check({ headers }, { keys }) {
      const key = headers['x-api-key'] ?? '';
      const wrong = keys.anthropic !== undefined && key !== keys.anthropic;
      if (key !== '' && !wrong) return undefined;
      const message = key === '' ? 'x-api-key header is required' : 'invalid x-api-key';
      return { status: 401, type: 'authentication_error', message };
    },
  },
  {
    id: 'anthropic.version',
    ...here,
    source: 'platform.claude.com versioning; 59140077947',
    check: ({ headers }) =>
      headers['anthropic-version'] === undefined ? bad('anthropic-version: header is required') : undefined,
  },
  {
    id: 'anthropic.ended',
    ...here,
    source: 'platform.claude.com model-deprecations',
    check: ({ model }, { ended }) => (ended.has(model) ? notFound(model) : undefined),
  },
  {
    id: 'anthropic.model',
    ...here,
    source: 'Message of api.anthropic.com, from memory',
    check: (asked, memory) => (anthropicModel(asked, memory) === undefined ? notFound(asked.model) : undefined),
  },
  {
    id: 'anthropic.max-tokens',
    ...here,
    source: 'API reference (required); 71454021584 (message)',
    check(asked, memory) {
      const tokens = asked.body.max_tokens;
      const most = anthropicModel(asked, memory)?.output ?? Number.POSITIVE_INFINITY;
      if (typeof tokens !== 'number') return bad('max_tokens: Field required');
      if (tokens < 1) return bad('max_tokens: Input should be greater than or equal to 1');
      return tokens > most
        ? bad(
            `max_tokens: ${tokens} > ${most}, which is the maximum allowed number of output tokens for ${asked.model}`,
          )
        : undefined;
    },
  },
  {
    id: 'anthropic.sampling',
    ...here,
    source: 'platform.claude.com thinking, "Sampling parameters"; The-PR-Agent/pr-agent #2456 (message)',
    check(asked, memory) {
      if (anthropicModel(asked, memory)?.samples !== false) return undefined;
      const { temperature, top_p, top_k } = asked.body;
      const name =
        temperature !== undefined && temperature !== 1
          ? 'temperature'
          : top_p !== undefined && top_p !== 1
            ? 'top_p'
            : top_k !== undefined && 'top_k';
      return name ? bad(`\`${name}\` is deprecated for this model.`) : undefined;
    },
  },
  {
    id: 'anthropic.forced',
    ...here,
    source: 'whats-new-opus-5-5, whats-new-fable-5-1; can1357/oh-my-pi #12939 (message)',
    check: (asked, memory) =>
      anthropicModel(asked, memory)?.forced === false &&
      ['any', 'tool'].includes(string(record(asked.body.tool_choice).type))
        ? bad('tool_choice: type "tool" and "any" are not supported for this model.')
        : undefined,
  },
  {
    id: 'anthropic.prefill',
    ...here,
    // A paused turn is continued by a request that ends with its assistant message (platform.claude.com server-tools,
    // "pause_turn").
    source: 'platform.claude.com whats-new-claude-4-6; agenticloops-ai #43 (message)',
    check: (asked, memory) =>
      anthropicModel(asked, memory)?.prefill === false &&
      records(asked.body.messages).at(-1)?.role === 'assistant' &&
      !blocksOf(records(asked.body.messages).at(-1) ?? {}).some(({ type }) => type === 'server_tool_use')
        ? bad('This model does not support assistant message prefill. The conversation must end with a user message.')
        : undefined,
  },
  {
    id: 'anthropic.results',
    ...here,
    source: '10514787016; messages of api.anthropic.com',
    check(asked) {
      const messages = records(asked.body.messages);
      const ids = (message: Json | undefined, type: string, field: string) =>
        blocksOf(message ?? {})
          .filter((block) => block.type === type)
          .map((block) => string(block[field]));
      for (const [index, message] of messages.entries()) {
        const answered = ids(messages[index + 1], 'tool_result', 'tool_use_id');
        const open = ids(message, 'tool_use', 'id').filter((id) => !answered.includes(id));
        if (open.length > 0) {
          return bad(
            `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
          );
        }
        const called = ids(messages[index - 1], 'tool_use', 'id');
        const loose = ids(message, 'tool_result', 'tool_use_id').find((id) => !called.includes(id));
        if (loose !== undefined) {
          return bad(
            `messages.${index}.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${loose}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
          );
        }
      }
      return undefined;
    },
  },
  {
    id: 'anthropic.empty',
    ...here,
    source: '56129091225; simonw/llm-anthropic 0.30 (message)',
    check(asked) {
      const messages = records(asked.body.messages);
      if (messages.length === 0) return bad('messages: at least one message is required');
      for (const [index, message] of messages.entries()) {
        const blocks = blocksOf(message);
        const blank = blocks.findIndex((block) => block.type === 'text' && string(block.text) === '');
        const last = index === messages.length - 1 && message.role === 'assistant';
        if ((blocks.length === 0 || message.content === '') && !last) {
          return bad(
            `messages.${index}: all messages must have non-empty content except for the optional final assistant message`,
          );
        }
        if (blank >= 0) return bad('messages: text content blocks must be non-empty');
      }
      const blank =
        Array.isArray(asked.body.system) && records(asked.body.system).some((block) => textOf([block]) === '');
      return blank ? bad('system: text content blocks must be non-empty') : undefined;
    },
  },
  {
    id: 'anthropic.cache',
    ...here,
    source: 'platform.claude.com prompt-caching; 55806737749 (message)',
    check(asked) {
      const count = cacheMarks(asked.body);
      return count > 4 ? bad(`A maximum of 4 blocks with cache_control may be provided. Found ${count}.`) : undefined;
    },
  },
  {
    id: 'anthropic.schema',
    ...here,
    source: 'platform.claude.com structured-outputs; 53749890145 (message)',
    check(asked) {
      const format = record(record(asked.body.output_config).format);
      return format.type === 'json_schema' && hasOpenObject(record(format.schema))
        ? bad("output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false")
        : undefined;
    },
  },
];

function notFound(model: string) {
  return { status: 404, type: 'not_found_error', message: `model: ${model}` };
}

/** Blocks with `cache_control` anywhere in a request. */
function cacheMarks(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, inner) => sum + cacheMarks(inner), 0);
  if (!isRecord(value)) return 0;
  const inner = Object.values(value).reduce((sum: number, field) => sum + cacheMarks(field), 0);
  return inner + (isRecord(value.cache_control) ? 1 : 0);
}
