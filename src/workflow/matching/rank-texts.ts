import MiniSearch from 'minisearch';

/** A text that may match a query. The words of its id, such as those of a path, count too. */
export interface Candidate {
  readonly id: string;
  /** A description of it. */
  readonly about: string;
  /** Its content. Counts less than the description. */
  readonly content?: string | undefined;
}

/** How well a candidate matches: above 0, up to 1, in steps of a thousandth. */
export interface RankedText {
  readonly id: string;
  readonly score: number;
}

/**
 * Limits of what is searched, in characters and words, so that the work is bounded for any input. Longer texts are cut.
 */
const rankLimits = { query: 10_000, words: 64, about: 4_000, content: 20_000, all: 2_000_000 } as const;

/** Longer words are ignored, as in a text without spaces. */
const maxWord = 64;

/** Words too common to match anything. */
const stopWords = new Set(
  `a about all also an and any are as at be been but by can could did do does for from had has have how i if in into is it its may me
  my no not of on one or our should so some such tell that the their them then there these they this to us was we were what when where
  which who why will with would you your`.split(/\s+/),
);

/**
 * Local full-text ranking: the candidates that share a word with the query, best first; equal ones sorted by id. The
 * score is the share of the query's words that are found (also as prefixes, and long words with one letter wrong). A
 * candidate loses up to half of it where BM25 ranks others higher.
 */
export function rankTexts(query: string, candidates: readonly Candidate[]): readonly RankedText[] {
  const words = splitPlainWords(query.slice(0, rankLimits.query));
  if (words.length === 0 || candidates.length === 0) return [];
  const found = createSearchIndex(candidates).search(words.join(' '));
  const best = found[0]?.score ?? 0;
  return found
    .map(({ id, score, queryTerms }) => {
      const share = new Set(queryTerms).size / words.length;
      return { id: String(id), score: Math.round(1000 * share * (0.5 + (0.5 * score) / best)) / 1000 };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

const tokenize = MiniSearch.getDefault('tokenize') as (text: string) => string[];

/** The distinct words of a text in their plain form, without the stop words. */
function splitPlainWords(text: string): string[] {
  const words = tokenize(text).flatMap((word) => normalizeWord(word) ?? []);
  return [...new Set(words)].slice(0, rankLimits.words);
}

/** A word in lower case and without the s of a plural; null for a word to ignore. */
function normalizeWord(word: string): string | null {
  const small = word.toLowerCase();
  if (small === '' || small.length > maxWord || stopWords.has(small)) return null;
  return small.length > 3 && small.endsWith('s') && !small.endsWith('ss') ? small.slice(0, -1) : small;
}

const isFigure = (word: string) => /\d/.test(word);

function createSearchIndex(candidates: readonly Candidate[]): MiniSearch {
  const index = new MiniSearch({
    fields: ['name', 'about', 'content'],
    processTerm: normalizeWord,
    searchOptions: {
      boost: { name: 2, about: 2 },
      prefix: (word) => word.length >= 3 && !isFigure(word),
      fuzzy: (word) => (word.length >= 5 && !isFigure(word) ? 1 : false),
      // The words of a query are already in their plain form.
      processTerm: (word) => word,
    },
  });
  let left: number = rankLimits.all;
  const cutToLeft = (text: string, most: number) => {
    const part = text.slice(0, Math.min(most, left));
    left -= part.length;
    return part;
  };
  // The descriptions of all candidates come first; contents share the rest of the limit.
  const documents = candidates.map(({ id, about }) => ({
    id,
    name: cutToLeft(id, maxWord * 10),
    about: cutToLeft(about, rankLimits.about),
  }));
  candidates.forEach(({ content = '' }, place) => {
    const document = documents[place];
    if (document !== undefined) index.add({ ...document, content: cutToLeft(content, rankLimits.content) });
  });
  return index;
}
