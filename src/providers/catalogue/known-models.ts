import type { PriceData } from './price-data';

/** Models that are sold, but not in the shipped price list. Sources: see `families`. */
const unlisted: Readonly<Record<string, readonly string[]>> = {
  openai: ['gpt-6.1-sol', 'gpt-6.1-terra'],
  anthropic: ['claude-sonnet-5-5', 'claude-haiku-5-5'],
  google: ['gemini-4-argon', 'gemini-4-carbon', 'gemini-4-hydrogen'],
  sim: ['default', 'fast'],
};

/** Models of other makers in the list of a maker. Its list is that of its whole cloud, not of its API. */
const strangers: Readonly<Record<string, RegExp>> = { google: /^claude-/ };

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
  const stranger = Object.hasOwn(strangers, provider) ? strangers[provider] : undefined;
  const isOffered = (id: string) => !others.test(id) && stranger?.test(id) !== true;
  const names = [...listed.map(({ id }) => id).filter(isOffered), ...named, ...own];
  return [...new Set(names)].toSorted();
}
