/** A text in the form that {@link computeFuzzyScore} compares: lower case, without accents, its words apart. */
export function makeSearchable(text: string): string {
  // Nearly all names are ASCII, for which the general way would be four times as slow.
  const apart = /^[ -~]*$/.test(text)
    ? text.replace(/([a-z\d])([A-Z])/g, '$1 $2')
    : text
        .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
        .normalize('NFD')
        .replace(/\p{M}/gu, '');
  return apart
    .toLowerCase()
    .replace(/[_\-/.:·,]+/g, ' ')
    .trim();
}

/** Words of a query in the form of {@link searchable}. */
export function splitQueryWords(query: string): readonly string[] {
  return makeSearchable(query).split(/\s+/).filter(Boolean);
}

/**
 * How well a searchable text fits all words of a query: 0 (one of them is not in it) to 1. Whole beginnings come first,
 * then beginnings of words, then any part, then letters in order that begin words or follow each other (`mac` finds
 * `make a checkpoint`). It is quick enough to score thousands of texts while a person types.
 */
export function computeFuzzyScore(words: readonly string[], text: string): number {
  let sum = 0;
  for (const word of words) {
    const score = computeWordScore(word, text);
    if (score === 0) return 0;
    sum += score;
  }
  if (words.length === 0) return 0;
  const isInOrder = words.length === 1 || text.includes(words.join(' '));
  return (sum / words.length) * (isInOrder ? 1 : 0.97);
}

function computeWordScore(word: string, text: string): number {
  const at = text.indexOf(word);
  // A text that has little besides the word fits better.
  const share = 0.08 * Math.min(1, word.length / Math.max(1, text.length));
  if (at === 0) return 0.92 + share;
  if (at > 0) return (text.includes(` ${word}`) ? 0.8 : 0.6) + share;
  return word.length < 2 || !hasInOrder(word, text) ? 0 : computeScatteredScore(word, text);
}

/** Whether a text has the letters of a word in this order: a quick no for most texts. */
function hasInOrder(word: string, text: string): boolean {
  let at = -1;
  for (const letter of word) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** The score of letters that are in the text in this order, with gaps; 0 if they are too far apart to be meant. */
function computeScatteredScore(word: string, text: string): number {
  let best = 0;
  for (let start = text.indexOf(word.charAt(0)); start >= 0; start = text.indexOf(word.charAt(0), start + 1)) {
    if (start > 0 && text.charAt(start - 1) !== ' ') continue;
    best = Math.max(best, computeScoreFrom(word, text, start));
  }
  return best;
}

function computeScoreFrom(word: string, text: string, start: number): number {
  let at = start;
  let leaps = 0;
  for (let index = 1; index < word.length; index += 1) {
    const letter = word.charAt(index);
    if (text.charAt(at + 1) === letter) {
      at += 1;
      continue;
    }
    const begin = text.indexOf(` ${letter}`, at);
    const next = text.indexOf(letter, at + 1);
    if (next < 0) return 0;
    // The start of the next word is what an abbreviation means; a letter that was left out is close by.
    if (next - at > 3 && begin < 0) return 0;
    at = next - at > 3 ? begin + 1 : next;
    leaps += 1;
  }
  const density = word.length / (at - start + 1);
  return Math.max(0.05, 0.45 * Math.max(density, 0.3) - 0.02 * leaps);
}
