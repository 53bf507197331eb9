import { defined } from '@/base/defined';
import { type DatedPrice, type FamilyRule, pricesOn } from './family-rule';

/**
 * Source: ai.google.dev, latest-model: deprecated and without effect since 3.6 and 3.5 Flash-Lite; they will be refused
 * later.
 */
const sampling = ['temperature', 'top_p', 'top_k'];
const files = ['image', 'pdf', 'audio'] as const;

/**
 * Google's models; of several rules that match a name, the last wins. Efforts: @ai-sdk/google 4.0.121,
 * google-model-catalog (thinking levels). Windows and largest outputs: the model pages of ai.google.dev. Read 22 Nov
 * 2026.
 */
export const googleFamilies: readonly FamilyRule[] = [
  { names: /^gemini-/, window: 1_048_576, maxOutput: 65_536, takes: files },
  { names: /^gemini-1\.5/, maxOutput: 8_192, efforts: [] },
  { names: /^gemini-1\.5-pro/, window: 2_097_152 },
  { names: /^gemini-2\.0/, maxOutput: 8_192, efforts: [] },
  { names: /^gemini-2\.5/, efforts: ['none', 'low', 'medium', 'high'] },
  // Its thinking cannot be turned off: the budget is at least 128 tokens.
  { names: /^gemini-2\.5-pro/, efforts: ['low', 'medium', 'high'] },
  { names: /^gemini-([3-9]|\d\d)/, efforts: ['minimal', 'low', 'medium', 'high'] },
  { names: /^gemini-3(\.1)?-(pro|flash)-preview/, defaultEffort: 'high' },
  { names: /^gemini-[3-9](\.\d+)?-pro/, efforts: ['low', 'medium', 'high'] },
  { names: /^gemini-(3\.([7-9]|\d\d)|[4-9]\.\d+)-flash$/, efforts: ['low', 'medium', 'high'] },
  { names: /^gemini-([4-9]|\d\d)/, efforts: ['low', 'medium', 'high'], defaultEffort: 'medium' },
  { names: /^gemini-4-hydrogen/, efforts: ['low', 'medium', 'high', 'xhigh'] },
  { names: /^gemini-(3\.([6-9]|\d\d)|[4-9]|\d\d)|^gemini-3\.5-flash-lite/, refuses: sampling },
  // Models for pictures and speech.
  { names: /-(image|tts)\b/, window: 32_768, maxOutput: 32_768, efforts: [] },
  { names: /^gemma-/, takes: ['image'], efforts: [] },

  // Prices missing in the price list. Source: ai.google.dev, latest-model; litellm discussion #46238 (cache).
  {
    names: /^gemini-4-(argon|carbon)$/,
    prices: [...createPrices(2, 10, 0.1), ...createPrices(4, 20, 0.2, '2026-12-01')],
    pricesOn,
  },
];

function createPrices(input: number, output: number, read: number, from?: string): readonly DatedPrice[] {
  const price = { inputPerMillion: input, outputPerMillion: output, cacheReadPerMillion: read };
  return [{ ...defined({ from }), price }];
}
