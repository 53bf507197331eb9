import { isRecord, type Json, record, records, tokensOf } from './json';
import type { Reply } from './reply';
import type { Asked, Memory } from './rule';
import { digest } from './seal';

/** Tokens of an exchange. */
export interface Usage {
  /** Everything that was sent, cached or not. */
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWritten: number;
  /** Includes the thinking. */
  readonly output: number;
  readonly thinking: number;
}

/**
 * Fewest tokens of a prompt that is cached. Sources: developers.openai.com/api/docs/guides/prompt-caching; for
 * Anthropic docs.litellm.ai/docs/completion/prompt_caching (7 Oct 2026). No figure was found for models after Opus 5,
 * so its own is used.
 */
function leastOf({ maker, model }: Asked): number {
  if (maker === 'openai') return 1024;
  if (/haiku-4-5|opus-4-[567]/.test(model)) return 4096;
  return /(opus|fable|mythos)-5/.test(model) ? 512 : 1024;
}

/** The usage of a request and its answer; starts of prompts that were sent before count as cached. */
export function usageOf(asked: Asked, reply: Reply, memory: Memory): Usage {
  const thinking = tokensOf(reply.thinking ?? '');
  const said = tokensOf(reply.text ?? '') + reply.calls.reduce((sum, { args }) => sum + tokensOf(args), 0);
  const input = inputTokens(asked);
  return { input, output: thinking + said, thinking, ...cache(asked, input, memory) };
}

/** Tokens of a request. */
export function inputTokens({ body }: Asked): number {
  return tokensOf([
    body.tools ?? [],
    body.system ?? body.instructions ?? body.systemInstruction ?? '',
    body.messages ?? body.input ?? body.contents ?? '',
  ]);
}

function cache(
  asked: Asked,
  input: number,
  memory: Memory,
): { readonly cacheRead: number; readonly cacheWritten: number } {
  if (asked.maker !== 'openai' && asked.maker !== 'anthropic') return { cacheRead: 0, cacheWritten: 0 };
  const all = partsOf(asked);
  const least = leastOf(asked);
  let name = digest([asked.model, asked.body.prompt_cache_key ?? '']);
  let tokens = 0;
  let read = 0;
  let written = 0;
  for (const part of all) {
    name = digest([name, part.value]);
    // Each part is rounded up; together they must not exceed everything that was sent.
    tokens = Math.min(input, tokens + tokensOf(part.value));
    if (!part.marked || tokens < least) continue;
    if (memory.cached.has(name)) read = tokens;
    written = tokens;
    memory.cached.add(name);
  }
  return { cacheRead: read, cacheWritten: tellsWrites(asked) ? written - read : 0 };
}

/** OpenAI reports cache writes, and charges for them, from GPT-5.6 on. Source: its guide on prompt caching. */
function tellsWrites({ maker, model }: Asked): boolean {
  return maker === 'anthropic' || /^gpt-(5\.[6-9]|[6-9])/.test(model);
}

/** The parts of a prompt in the order of caching, and whether the cache may end after each. */
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
