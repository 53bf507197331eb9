import { type DatedPrice, type FamilyRule, pricesOn } from './family-rule';

/**
 * Sampling parameters. Source: learn.microsoft.com, Azure OpenAI reasoning models, "Not supported"; the messages are in
 * OpenHands/software-agent-sdk #1837.
 */
const sampling = [
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'logprobs',
  'top_logprobs',
  'logit_bias',
];
/** Source: dify #24307, BoltAI #369. */
const renames = { max_tokens: 'max_completion_tokens' };
const files = ['image', 'pdf'] as const;

/**
 * OpenAI's models; of several rules that match a name, the last wins. Efforts and sampling: @ai-sdk/openai 4.0.118,
 * openai-model-catalog. Windows, largest outputs and inputs: the model pages of developers.openai.com. All read 22 Nov
 * 2026.
 */
export const openaiFamilies: readonly FamilyRule[] = [
  // Shortest cached prefix: developers.openai.com/api/docs/guides/prompt-caching (gpt-4o and newer).
  { names: /^(gpt-(4o|4\.1|[5-9]|\d\d)|o\d)/, cacheMinimum: 1024 },

  // Models that do not think.
  { names: /^gpt-3\.5/, maxOutput: 4_096, takes: [], efforts: [] },
  { names: /^gpt-4/, maxOutput: 8_192, takes: [], efforts: [] },
  { names: /^gpt-4-turbo/, maxOutput: 4_096, takes: ['image'] },
  { names: /^gpt-4o|^chatgpt-4o/, maxOutput: 16_384, takes: files, efforts: [] },
  { names: /^gpt-4o(-mini)?-audio/, takes: ['audio'] },
  { names: /^gpt-4\.1/, window: 1_047_576, maxOutput: 32_768, takes: files },

  // Models that think.
  { names: /^o\d/, maxOutput: 100_000, takes: files, efforts: ['low', 'medium', 'high'], defaultEffort: 'medium' },
  { names: /^o\d/, refuses: sampling, renames },
  { names: /^o[13]-mini/, takes: [] },
  // Source: developers.openai.com/api/reference, chat completions, `stop`.
  { names: /^o(3|4-mini)$/, refuses: [...sampling, 'stop'] },
  { names: /^gpt-([5-9]|\d\d)/, window: 400_000, maxOutput: 128_000, maxInput: 272_000, takes: files, renames },
  { names: /^gpt-([5-9]|\d\d)/, refuses: sampling, defaultEffort: 'medium' },
  { names: /^gpt-5(-mini|-nano)?$/, efforts: ['minimal', 'low', 'medium', 'high'] },
  // The documented default effort is none, so sampling and tools are accepted if a request sets no effort.
  { names: /^gpt-5\.1$/, efforts: ['none', 'low', 'medium', 'high'] },
  { names: /^gpt-5\.[2-5](-mini|-nano)?$/, efforts: ['none', 'low', 'medium', 'high', 'xhigh'] },
  { names: /^gpt-5\.[1-4](-mini|-nano)?$/, refuses: [], refusesThinking: sampling, defaultEffort: 'none' },
  { names: /^gpt-5\.5$/, refuses: [], refusesThinking: sampling },
  {
    names: /^gpt-5\.[6-9]/,
    efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'],
    refuses: [],
    refusesThinking: sampling,
  },
  { names: /^gpt-([6-9]|\d\d)/, efforts: ['low', 'medium', 'high', 'xhigh', 'max'] },
  {
    names: /^gpt-6(-luna|-sol|\.1-terra)$/,
    efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'],
    refuses: [],
    refusesThinking: sampling,
  },
  // The window of 1,050,000 tokens includes 128,000 for the answer.
  { names: /^gpt-5\.(4|4-pro|5|5-pro|[6-9].*)$|^gpt-([6-9]|\d\d)/, window: 1_050_000, maxInput: 922_000 },
  { names: /^gpt-5(\.\d)?-chat/, window: 128_000, maxInput: 128_000, maxOutput: 16_384, efforts: [], refuses: [] },
  { names: /^gpt-5-pro$/, maxOutput: 272_000 },
  // Source: developers.openai.com guide responses-vs-chat-completions; openai-openapi #541; joplin #16451.
  { names: /^gpt-5\.([4-9]|\d\d)|^gpt-([6-9]|\d\d)/, toolsNeedResponses: true },

  // Prices missing in the price list. Sources: docs.litellm.ai/blog/gpt-6-1-terra, the price pages that it names.
  { names: /^gpt-6\.1-sol$/, prices: createLongPrices(2, 10, 0.1), pricesOn },
  { names: /^gpt-6\.1-terra$/, prices: createLongPrices(1, 5, 0.05), pricesOn },
];

/**
 * Above 272,000 input tokens, all input costs twice as much, and all output 1.5 times as much; writing to the cache
 * costs 1.25 times the input price.
 */
function createLongPrices(input: number, output: number, read: number): readonly DatedPrice[] {
  const createPrice = (inputs: number, outputs: number) => ({
    inputPerMillion: input * inputs,
    outputPerMillion: output * outputs,
    cacheReadPerMillion: read * inputs,
    cacheWritePerMillion: input * inputs * 1.25,
  });
  return [{ price: { ...createPrice(1, 1), tiers: [{ above: 272_000, ...createPrice(2, 1.5) }] } }];
}
