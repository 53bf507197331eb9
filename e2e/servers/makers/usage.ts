import { isRecord, type Json, record, records, tokensOf } from './json';
import type { Reply } from './reply';
import type { Asked, Memory } from './rule';
import { digest } from './seal';

/** Tokens of an exchange. */
export interface Usage {
  /** All that was sent, cached or not. */
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWritten: number;
  /** With what it thought. */
  readonly output: number;
  readonly thinking: number;
}

/** Tokens from which OpenAI and Anthropic (Opus 5) cache. Sources: their guides on prompt caching. */
const least = { openai: 1024, anthropic: 512 };

/** What a request and its answer take; starts of prompts that were sent before are counted as cached. */
export function usageOf(asked: Asked, reply: Reply, memory: Memory): Usage {
  const thinking = tokensOf(reply.thinking ?? '');
  const said = tokensOf(reply.text ?? '') + reply.calls.reduce((sum, { args }) => sum + tokensOf(args), 0);
  const input = inputTokens(asked);
  return { input, output: thinking + said, thinking, ...cache(asked, memory) };
}

/** Tokens of a request. */
export function inputTokens({ body }: Asked): number {
  return tokensOf([
    body.tools ?? [],
    body.system ?? body.instructions ?? body.systemInstruction ?? '',
    body.messages ?? body.input ?? body.contents ?? '',
  ]);
}

function cache(asked: Asked, memory: Memory): { readonly cacheRead: number; readonly cacheWritten: number } {
  if (asked.maker !== 'openai' && asked.maker !== 'anthropic') return { cacheRead: 0, cacheWritten: 0 };
  const all = partsOf(asked);
  let name = digest([asked.model, asked.body.prompt_cache_key ?? '']);
  let tokens = 0;
  let read = 0;
  let written = 0;
  for (const part of all) {
    name = digest([name, part.value]);
    tokens += tokensOf(part.value);
    if (!part.marked || tokens < least[asked.maker]) continue;
    if (memory.cached.has(name)) read = tokens;
    written = tokens;
    memory.cached.add(name);
  }
  return { cacheRead: read, cacheWritten: asked.maker === 'anthropic' ? written - read : 0 };
}

/** The parts of a prompt in the order in which they are cached, and whether one may be cached up to it. */
function partsOf({ maker, body }: Asked): readonly { readonly value: Json; readonly marked: boolean }[] {
  const always = maker === 'openai';
  const blocks = [
    ...records(body.tools),
    ...(Array.isArray(body.system) ? records(body.system) : [{ text: body.system ?? body.instructions ?? '' }]),
    ...records(body.messages ?? body.input).flatMap((message) =>
      maker === 'anthropic' && Array.isArray(message.content) ? records(message.content) : [message],
    ),
  ];
  return blocks.map((block, index) => {
    const { cache_control, ...value } = record(block);
    const last = index === blocks.length - 1 && isRecord(body.cache_control);
    return { value, marked: always || isRecord(cache_control) || last };
  });
}
