import { cutToStart } from '@/base/start-of';

/** The most terms of a search, and the most characters of each. */
const mostTerms = 10;
const longestTerm = 200;

/** The words of a search; words between quotation marks are one term. */
export function searchTerms(text: string): readonly string[] {
  const found = new Map<string, string>();
  for (const [, phrase, word = ''] of text.matchAll(/"([^"]+)"|(\S+)/g)) {
    const term = cutToStart(phrase ?? word, longestTerm).trim();
    if (term !== '') found.set(term.toLowerCase(), term);
  }
  return [...found.values()].slice(0, mostTerms);
}
