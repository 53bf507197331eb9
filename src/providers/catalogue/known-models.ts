import type { PriceData } from './price-data';

/** Models that are sold, and not in the price list that comes with Heddle. Sources: see `families`. */
const unlisted: Readonly<Record<string, readonly string[]>> = {
  openai: ['gpt-6.1-sol', 'gpt-6.1-terra'],
  anthropic: ['claude-sonnet-5-5', 'claude-haiku-5-5'],
  google: ['gemini-4-argon', 'gemini-4-carbon', 'gemini-4-hydrogen'],
  sim: ['default', 'fast'],
};

/** Models for something else than text, and names that stand for many. */
const others = /embed|moderation|realtime|transcribe|tts|image|whisper|live|native-audio|^ft:|-$/;

/** The models of a provider that answer in text, as far as they are known, in the order of the alphabet. */
export function knownModels(provider: string, lists: readonly PriceData[], own: readonly string[]): readonly string[] {
  const listed = lists.flatMap((list) => list.modelsOf(provider)).filter(({ prices }) => prices.length > 0);
  const named = Object.hasOwn(unlisted, provider) ? (unlisted[provider] ?? []) : [];
  const names = [...listed.map(({ id }) => id).filter((id) => !others.test(id)), ...named, ...own];
  return [...new Set(names)].toSorted();
}
