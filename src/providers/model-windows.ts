import type { ModelRequest } from '@/engine/ports';

/** Names of models as they begin, the longest first that fits, and the tokens of their context window. */
const table: readonly (readonly [begin: string, tokens: number])[] = [
  ['openai:gpt-5', 400_000],
  ['openai:gpt-4.1', 1_047_576],
  ['openai:gpt-4o', 128_000],
  ['openai:gpt-4-turbo', 128_000],
  ['openai:gpt-3.5-turbo', 16_385],
  ['openai:o1-mini', 128_000],
  ['openai:o1', 200_000],
  ['openai:o3', 200_000],
  ['openai:o4-mini', 200_000],
  ['anthropic:claude-', 200_000],
  ['google:gemini-2', 1_048_576],
  ['google:gemini-1.5-pro', 2_097_152],
  ['google:gemini-1.5-flash', 1_048_576],
];

const longestFirst = [...table].sort(([one], [other]) => other.length - one.length);

/** Context windows of well-known models, as their makers publish them; undefined where none is known. */
export const modelWindows = {
  windowOf({ provider, model }: ModelRequest['model']): number | undefined {
    const name = `${provider}:${model}`;
    return longestFirst.find(([begin]) => name.startsWith(begin))?.[1];
  },
};
