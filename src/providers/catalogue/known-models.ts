import type { PriceData } from './price-data';

/** Models that are sold, but not in the shipped price list. Sources: see `families`. */
const unlisted: Readonly<Record<string, readonly string[]>> = {
  openai: ['gpt-6.1-sol', 'gpt-6.1-terra'],
  anthropic: ['claude-sonnet-5-5', 'claude-haiku-5-5'],
  google: ['gemini-4-argon', 'gemini-4-carbon', 'gemini-4-hydrogen'],
  sim: ['default', 'fast'],
};

/** Models that do not answer in text, and names that stand for several models. */
const others = /embed|moderation|realtime|transcribe|tts|image|whisper|live|native-audio|^ft:|-$/;

/** The known models of a provider that answer in text, in alphabetical order. */
export function listKnownModels(
  provider: string,
  lists: readonly PriceData[],
  own: readonly string[],
): readonly string[] {
  const listed = lists.flatMap((list) => list.modelsOf(provider)).filter(({ prices }) => prices.length > 0);
  const named = Object.hasOwn(unlisted, provider) ? (unlisted[provider] ?? []) : [];
  const names = [...listed.map(({ id }) => id).filter((id) => !others.test(id)), ...named, ...own];
  return [...new Set(names)].toSorted();
}
