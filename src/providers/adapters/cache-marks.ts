import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import type { PromptCaching } from '@/engine/ports/model-client';

/** Cached for five minutes after the last read, which costs least. */
const cacheMark: JsonObject = { type: 'ephemeral' };

/**
 * A body of Anthropic's messages with marks at the ends of its cacheable parts: tools and system, which come first; the
 * context shared with other calls; what was sent up to the previous turn, because the lookup goes back at most twenty
 * blocks; and the end. These are the four marks that Anthropic accepts: if options contain a `cache_control`, the
 * context is not marked. A mark on a part below the minimum length costs nothing
 * (platform.claude.com/docs/en/build-with-claude/prompt-caching).
 */
export function addCacheMarks(
  body: JsonObject,
  { start, turns, context }: Pick<PromptCaching, 'start' | 'turns' | 'context'>,
): JsonObject {
  const withStart = start ? markStart(body) : body;
  const atStart =
    context === undefined || body['cache_control'] !== undefined ? withStart : markContext(withStart, context);
  const { messages } = atStart;
  if (!turns || !Array.isArray(messages)) return atStart;
  const lastAnswer = messages.findLastIndex((message) => isJsonObject(message) && message['role'] === 'assistant');
  const markedIndexes = new Set([messages.length - 1, lastAnswer - 1]);
  return {
    ...atStart,
    messages: messages.map((message, index) => (markedIndexes.has(index) ? markEnd(message) : message)),
  };
}

function markStart(body: JsonObject): JsonObject {
  const { system, tools } = body;
  if (Array.isArray(system) && system.length > 0) return { ...body, system: markLastBlock(system) };
  return Array.isArray(tools) && tools.length > 0 ? { ...body, tools: markLastBlock(tools) } : body;
}

/** Splits the text of the first user message at the end of its context. */
function markContext(body: JsonObject, length: number): JsonObject {
  const { messages } = body;
  if (!Array.isArray(messages)) return body;
  const first = messages.findIndex((message) => isJsonObject(message) && message['role'] === 'user');
  const message = messages[first];
  if (!isJsonObject(message) || !Array.isArray(message['content'])) return body;
  const blocks = message['content'];
  const textIndex = blocks.findIndex((block) => isJsonObject(block) && block['type'] === 'text');
  const block = blocks[textIndex];
  const text = isJsonObject(block) ? block['text'] : undefined;
  if (typeof text !== 'string' || !isJsonObject(block)) return body;
  const shared = [...blocks.slice(0, textIndex), ...(length === 0 ? [] : [{ ...block, text: text.slice(0, length) }])];
  const rest = text.length > length ? [{ ...block, text: text.slice(length) }] : [];
  const content = [...markLastBlock(shared), ...rest, ...blocks.slice(textIndex + 1)];
  return {
    ...body,
    messages: messages.map((original, index) => (index === first ? { ...message, content } : original)),
  };
}

function markEnd(message: Json): Json {
  if (!isJsonObject(message) || !Array.isArray(message['content'])) return message;
  return { ...message, content: markLastBlock(message['content']) };
}

/** An empty text must not be marked. */
function markLastBlock(blocks: readonly Json[]): Json[] {
  const last = blocks.at(-1);
  if (!isJsonObject(last) || last['text'] === '') return [...blocks];
  return [...blocks.slice(0, -1), { ...last, cache_control: cacheMark }];
}
