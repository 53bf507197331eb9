import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import type { PromptCaching } from '@/engine/ports/model-client';

/** Kept for five minutes after it was read last, which costs least. */
const mark: JsonObject = { type: 'ephemeral' };

/**
 * A body of Anthropic's messages with the places marked up to which it may be cached: tools and system, as they come
 * first; the context that other calls are told too; the end of what was sent in the turn before, as it is looked for no
 * further back than twenty blocks; and the end. Those are the four marks that are taken: where options have a
 * `cache_control` of their own, the context has none. What is shorter than the least that is cached costs nothing more
 * for its mark (platform.claude.com/docs/en/build-with-claude/prompt-caching).
 */
export function withCacheMarks(
  body: JsonObject,
  { start, turns, context }: Pick<PromptCaching, 'start' | 'turns' | 'context'>,
): JsonObject {
  const begun = start ? markedStart(body) : body;
  const atStart = context === undefined || body['cache_control'] !== undefined ? begun : markedContext(begun, context);
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

/** The text of the first message of the user is parted where its context ends. */
function markedContext(body: JsonObject, length: number): JsonObject {
  const { messages } = body;
  if (!Array.isArray(messages)) return body;
  const first = messages.findIndex((message) => isJsonObject(message) && message['role'] === 'user');
  const message = messages[first];
  if (!isJsonObject(message) || !Array.isArray(message['content'])) return body;
  const blocks = message['content'];
  const at = blocks.findIndex((block) => isJsonObject(block) && block['type'] === 'text');
  const block = blocks[at];
  const text = isJsonObject(block) ? block['text'] : undefined;
  if (typeof text !== 'string' || !isJsonObject(block)) return body;
  const shared = [...blocks.slice(0, at), ...(length === 0 ? [] : [{ ...block, text: text.slice(0, length) }])];
  const rest = text.length > length ? [{ ...block, text: text.slice(length) }] : [];
  const content = [...withLastMarked(shared), ...rest, ...blocks.slice(at + 1)];
  return { ...body, messages: messages.map((one, index) => (index === first ? { ...message, content } : one)) };
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
