/** Finds each place of words as they are written, ignoring letter case. */
function createWordsPattern(words: string): RegExp {
  return new RegExp(words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
}

/** Matches that begin in a text, and may end in the text after it. */
export function* findMatchesAcross(words: string, text: string, next: string): Generator<RegExpExecArray> {
  if (words === '') return;
  for (const match of `${text}${next.slice(0, words.length)}`.matchAll(createWordsPattern(words))) {
    if (match.index < text.length) yield match;
  }
}

/** A piece of a text, and whether it is one of the words that were searched. */
export interface WordPart {
  readonly text: string;
  readonly isFound: boolean;
}

/** A text in pieces: every place of the words, and what is between them. */
export function splitByWords(words: readonly string[], text: string): readonly WordPart[] {
  const alternatives = words.filter((one) => one !== '').map((one) => createWordsPattern(one).source);
  if (alternatives.length === 0) return [{ text, isFound: false }];
  const parts: WordPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(new RegExp(alternatives.join('|'), 'giu'))) {
    if (index > end) parts.push({ text: text.slice(end, index), isFound: false });
    parts.push({ text: found, isFound: true });
    end = index + found.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isFound: false });
  return parts;
}
