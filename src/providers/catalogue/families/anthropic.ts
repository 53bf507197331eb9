import { createOnePrice, type DatedPrice, type FamilyRule, pricesOn } from './family-rule';

/** Source: platform.claude.com, thinking, "Sampling parameters"; pr-agent #2456 (message). */
const sampling = ['temperature', 'top_p', 'top_k'];
/** Source: the same; while an older model thinks, temperature must be 1 and top_k is refused. */
const samplingThinking = ['temperature', 'top_k'];
const files = ['image', 'pdf'] as const;
const all = ['low', 'medium', 'high', 'xhigh', 'max'] as const;

/**
 * Anthropic's models, names with hyphens (`claude-opus-4-5`); of several rules that match a name, the last wins.
 * Efforts, sampling and largest outputs: @ai-sdk/anthropic 4.0.105, anthropic-model-catalog. Whether a model thinks by
 * default, and whether its thoughts are bound to their prefix: platform.claude.com, thinking-troubleshooting and
 * preserved-thinking. All read 22 Nov 2026.
 */
export const anthropicFamilies: readonly FamilyRule[] = [
  // Shortest cached prefixes: docs.litellm.ai/docs/completion/prompt_caching (7 Oct 2026),
  // docs.orq.ai/docs/proxy/prompt-caching. For models after Opus 5, Fable 5 and Mythos 5 none was found; the same value
  // is assumed.
  { names: /^claude-/, takes: files, cacheMinimum: 1024 },
  { names: /^claude-(3-haiku|3-5-haiku)$/, cacheMinimum: 2048 },
  { names: /^claude-(haiku-4-5|opus-4-[567])$/, cacheMinimum: 4096 },
  { names: /^claude-(opus|fable|mythos)-5/, cacheMinimum: 512 },
  { names: /^claude-3-/, maxOutput: 4_096, efforts: [] },
  { names: /^claude-3-5-/, maxOutput: 8_192 },
  { names: /^claude-3-7-/, maxOutput: 64_000, ...createThinkingRule(['low', 'medium', 'high']) },
  { names: /^claude-opus-4(-[01])?$/, maxOutput: 32_000, ...createThinkingRule(['low', 'medium', 'high']) },
  {
    names: /^claude-(sonnet-4(-0)?|(sonnet|opus|haiku)-4-5)$/,
    maxOutput: 64_000,
    ...createThinkingRule(['low', 'medium', 'high']),
  },
  { names: /^claude-(sonnet|opus)-4-6$/, maxOutput: 128_000, ...createThinkingRule(['low', 'medium', 'high']) },
  // Models since 4.7; unknown models are treated as the newest.
  {
    names: createNewestPattern(),
    maxOutput: 128_000,
    efforts: all,
    refuses: sampling,
    defaultEffort: 'high',
    bindsThinking: true,
  },
  { names: /^claude-opus-4-[78]$/, efforts: ['none', ...all], defaultEffort: 'none', bindsThinking: false },
  { names: /^claude-(opus-5|sonnet-5)$/, efforts: ['none', ...all], bindsThinking: false },
  { names: /^claude-haiku-5-5$/, efforts: ['none', ...all], defaultEffort: 'medium', bindsThinking: false },
  { names: /^claude-(fable|mythos)-5$/, bindsThinking: false },
  { names: /^claude-opus-5-5$/, defaultEffort: 'medium' },

  // Prices and windows missing in the price list. Source: platform.claude.com/docs/en/models/…/overview.
  { names: /^claude-sonnet-5-5$/, window: 1_000_000, prices: createOnePrice(2, 10, 0.2, 2.5), pricesOn },
  { names: /^claude-haiku-5-5$/, window: 1_000_000, prices: createHaikuPrices(), pricesOn },
];

/** An older model, which thinks only on request. */
function createThinkingRule(efforts: NonNullable<FamilyRule['efforts']>): Omit<FamilyRule, 'names'> {
  return { efforts: ['none', ...efforts], defaultEffort: 'none', refusesThinking: samplingThinking };
}

function createNewestPattern(): RegExp {
  return /^claude-(?!3-|instant|v?[12]\b|(opus|sonnet|haiku)-4(-[0-6])?$|opus-4-1$)/;
}

/**
 * Above 100,000 input tokens everything costs five times as much. The price of reading from the cache was not found;
 * the input price is assumed.
 */
function createHaikuPrices(): readonly DatedPrice[] {
  const base = { inputPerMillion: 0.1, outputPerMillion: 0.5, cacheWritePerMillion: 0.125 };
  const long = { above: 100_000, inputPerMillion: 0.5, outputPerMillion: 2.5, cacheWritePerMillion: 0.625 };
  return [{ price: { ...base, tiers: [long] } }];
}
