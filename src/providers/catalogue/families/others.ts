import type { FamilyRule } from './family-rule';

/**
 * Windows of models of other makers, as published by November 2025, by OpenRouter's names: docs.x.ai,
 * api-docs.deepseek.com, docs.mistral.ai, openrouter.ai/models. A window in the price list wins.
 */
export const otherFamilies: Readonly<Record<string, readonly FamilyRule[]>> = {
  'x-ai': [
    { names: /^grok-(4|code-fast)/, window: 256_000 },
    { names: /^grok-3/, window: 131_072 },
  ],
  deepseek: [{ names: /^deepseek-/, window: 128_000 }],
  mistralai: [
    { names: /^(mistral-(large|medium)|codestral)/, window: 128_000 },
    { names: /^mistral-small/, window: 32_000 },
  ],
  'meta-llama': [
    { names: /^llama-3\.[123]/, window: 131_072 },
    { names: /^llama-3-/, window: 8_192 },
  ],
  moonshotai: [{ names: /^kimi-k2/, window: 131_072 }],
  qwen: [
    { names: /^qwen3/, window: 40_960 },
    { names: /^qwen3-coder/, window: 262_144 },
    { names: /^qwen-2\.5/, window: 32_768 },
  ],
};
