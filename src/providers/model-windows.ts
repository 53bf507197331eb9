import type { ModelRequest } from '@/engine/ports';
import type { ProviderConfig } from './provider-config';

type ModelRef = ModelRequest['model'];

/**
 * Names of models as they begin, the longest first that fits, and the tokens of their context window, as their makers published them by
 * November 2025: platform.openai.com/docs/models, docs.claude.com (models overview), ai.google.dev/gemini-api/docs/models, docs.x.ai,
 * api-docs.deepseek.com, docs.mistral.ai, and openrouter.ai/models for those that others serve. Where what may be sent has a limit of its
 * own (gpt-5: 272,000 of 400,000) it is that one. What is served under a name changes: of two figures the lower one.
 */
const table: readonly (readonly [begin: string, tokens: number])[] = [
  // That of a small model, so that a person sees without a key how windows fill.
  ['sim:', 32_768],
  ['openai:gpt-5', 272_000],
  ['openai:gpt-5-chat', 128_000],
  ['openai:gpt-5.1-chat', 128_000],
  ['openai:gpt-4.1', 1_047_576],
  ['openai:gpt-4.5', 128_000],
  ['openai:gpt-4o', 128_000],
  ['openai:chatgpt-4o', 128_000],
  ['openai:gpt-4-turbo', 128_000],
  ['openai:gpt-4-1106', 128_000],
  ['openai:gpt-4-0125', 128_000],
  ['openai:gpt-4-32k', 32_768],
  ['openai:gpt-4', 8_192],
  ['openai:gpt-3.5-turbo', 16_385],
  ['openai:gpt-oss', 131_072],
  ['openai:o1-mini', 128_000],
  ['openai:o1-preview', 128_000],
  ['openai:o1', 200_000],
  ['openai:o3', 200_000],
  ['openai:o4-mini', 200_000],
  ['openai:codex-mini', 200_000],
  // A million only for who asks for it in a header, which Heddle does not.
  ['anthropic:claude-', 200_000],
  ['anthropic:claude-2.0', 100_000],
  ['anthropic:claude-instant', 100_000],
  ['google:gemini-3', 1_048_576],
  ['google:gemini-2', 1_048_576],
  ['google:gemini-2.5-flash-image', 32_768],
  ['google:gemini-1.5-pro', 2_097_152],
  ['google:gemini-1.5-flash', 1_048_576],
  ['google:gemma-3', 131_072],
  ['google:gemma-3-1b', 32_768],
  ['x-ai:grok-4', 256_000],
  ['x-ai:grok-code-fast', 256_000],
  ['x-ai:grok-3', 131_072],
  ['deepseek:deepseek-', 128_000],
  ['mistralai:mistral-large', 128_000],
  ['mistralai:mistral-medium', 128_000],
  ['mistralai:mistral-small', 32_000],
  ['mistralai:codestral', 128_000],
  ['meta-llama:llama-3.1', 131_072],
  ['meta-llama:llama-3.2', 131_072],
  ['meta-llama:llama-3.3', 131_072],
  ['meta-llama:llama-3-', 8_192],
  ['moonshotai:kimi-k2', 131_072],
  ['qwen:qwen3-coder', 262_144],
  ['qwen:qwen3', 40_960],
  ['qwen:qwen-2.5', 32_768],
];

const longestFirst = [...table].sort(([one], [other]) => other.length - one.length);

/** Which windows a person set, of which providers. */
export type SetWindows = readonly Pick<ProviderConfig, 'id' | 'windows'>[];

/**
 * Context windows of models: what `providers` set for the model or, as `*`, for all of theirs, else those of well-known models. Undefined
 * where none is known, as with servers on one's own machine, which take as much as they were started with.
 */
export function modelWindows(providers: () => SetWindows) {
  return {
    windowOf({ provider, model }: ModelRef): number | undefined {
      const windows = providers().find(({ id }) => id === provider)?.windows ?? {};
      const name = [model, '*'].find((each) => Object.hasOwn(windows, each));
      return name === undefined ? knownWindow({ provider, model }) : windows[name];
    },
  };
}

/** OpenRouter names models by their makers, `maker/model`. */
function knownWindow({ provider, model }: ModelRef): number | undefined {
  const name = provider === 'openrouter' ? model.replace('/', ':') : `${provider}:${model}`;
  return longestFirst.find(([begin]) => name.startsWith(begin))?.[1];
}
