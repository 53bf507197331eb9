/** Characters of what a model thinks that are shown while it does: some three lines. */
const tailLength = 360;

/** What a model thought, as the name of its fold. `tokens`: how many; undefined: not known. */
export function thinkingTitle(tokens: number | undefined, what = 'Thinking'): string {
  if (tokens === undefined || tokens === 0) return what;
  return `${what} · ${tokens === 1 ? '1 token' : `${tokens.toLocaleString('en')} tokens`}`;
}

/** The end of what streams, from the start of a word on. */
export function tailOf(text: string, length: number = tailLength): string {
  if (text.length <= length) return text;
  const tail = text.slice(-length);
  const word = tail.search(/\s/);
  // A text without spaces is cut where it is.
  return `… ${word < 0 ? tail : tail.slice(word).trimStart()}`;
}
