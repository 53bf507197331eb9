import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import type { PromptCaching } from '@/engine/ports';

/** Kept for five minutes after it was read last, which costs least. */
const mark: JsonObject = { type: 'ephemeral' };

/**
 * A body of Anthropic's messages with the places marked up to which it may be cached: tools and system, as they come
 * first; the end of what was sent in the turn before, as it is looked for no further back than twenty blocks; and the
 * end. That is three of the four marks that are taken, so that one is left for `cache_control` in options. What is
 * shorter than the least that is cached costs nothing more for its mark
 * (platform.claude.com/docs/en/build-with-claude/prompt-caching).
 */
export function withCacheMarks(body: JsonObject, { start, turns }: Pick<PromptCaching, 'start' | 'turns'>): JsonObject {
  const atStart = start ? markedStart(body) : body;
  const { messages } = atStart;
  if (!turns || !Array.isArray(messages)) return atStart;
  const answered = messages.findLastIndex((message) => isJsonObject(message) && message['role'] === 'assistant');
  const ends = new Set([messages.length - 1, answered - 1]);
  return { ...atStart, messages: messages.map((message, index) => (ends.has(index) ? markedEnd(message) : message)) };
}

function markedStart(body: JsonObject): JsonObject {
  const { system, tools } = body;
  if (Array.isArray(system) && system.length > 0) return { ...body, system: withLastMarked(system) };
  return Array.isArray(tools) && tools.length > 0 ? { ...body, tools: withLastMarked(tools) } : body;
}

function markedEnd(message: Json): Json {
  if (!isJsonObject(message) || !Array.isArray(message['content'])) return message;
  return { ...message, content: withLastMarked(message['content']) };
}

/** An empty text cannot be marked. */
function withLastMarked(blocks: readonly Json[]): Json[] {
  const last = blocks.at(-1);
  if (!isJsonObject(last) || last['text'] === '') return [...blocks];
  return [...blocks.slice(0, -1), { ...last, cache_control: mark }];
}
