/** Characters shown while a model thinks: about three lines. */
const tailLength = 360;

/** The title of the fold. `tokens`: how many the model thought; undefined: not known. */
export function formatThinkingTitle(tokens: number | undefined, title = 'Thinking'): string {
  if (tokens === undefined || tokens === 0) return title;
  return `${title} · ${tokens === 1 ? '1 token' : `${tokens.toLocaleString('en')} tokens`}`;
}

/** The end of a streamed text, from the start of a word. */
export function cutTail(text: string, length: number = tailLength): string {
  if (text.length <= length) return text;
  const tail = text.slice(-length);
  const word = tail.search(/\s/);
  // A text without spaces is cut within it.
  return `… ${word < 0 ? tail : tail.slice(word).trimStart()}`;
}
