import { cutToStart } from '@/base/start-of';

/** The most lines and characters of a text that are shown: more makes the page slow, and nobody reads it here. */
const mostLines = 2000;
const mostCharacters = 100_000;

/** The start of a text, short enough to show; a short text is returned whole. */
export function startOfText(text: string): string {
  let end = 0;
  for (let line = 0; line < mostLines; line += 1) {
    const next = text.indexOf('\n', end);
    if (next === -1) return cutToStart(text, mostCharacters);
    end = next + 1;
  }
  return cutToStart(text, Math.min(end, mostCharacters));
}
