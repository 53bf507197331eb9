import { findMatchesAcross } from '@/base/find-words';

/** Characters around a found term in its context. */
const [before, after] = [60, 120];
/** The text is searched in pieces of at least this many characters. */
const pieceLength = 65_536;
/** The most contexts in a snippet. */
const mostContexts = 3;

/** The context of a found term: where it is in the text, and what stands there. */
interface Context {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * Finds terms in a text that is given piece by piece, ignoring letter case, also across the borders of pieces. Its
 * memory does not grow with the text.
 */
export class TermFinder {
  readonly #missing: Set<string>;
  readonly #contexts: Context[] = [];
  /** How far a term may reach beyond what is searched, with its context. */
  readonly #reach: number;
  /** The end of what was searched, as the context of the next match, and what is to be searched. */
  #searched = '';
  #rest = '';
  /** Position of the rest in the text. */
  #at = 0;

  constructor(terms: readonly string[]) {
    this.#missing = new Set(terms);
    this.#reach = Math.max(0, ...terms.map(({ length }) => length)) + after;
  }

  /** Takes the next piece. Returns whether all terms are found, so that the rest need not be read. */
  push(piece: string): boolean {
    this.#rest += piece;
    if (this.#rest.length >= pieceLength + this.#reach) this.#search(this.#rest.length - this.#reach);
    return this.#missing.size === 0;
  }

  /** Ends the text. Returns the context of each term, in their order in the text; undefined: a term is missing. */
  end(): string | undefined {
    if (this.#missing.size > 0) this.#search(this.#rest.length);
    return this.#missing.size === 0 ? joinContexts(this.#contexts) : undefined;
  }

  /** Finds terms that begin in the first `length` characters of the rest. */
  #search(length: number): void {
    const text = this.#rest.slice(0, length);
    const next = this.#rest.slice(length);
    for (const term of this.#missing) {
      const [match] = findMatchesAcross(term, text, next);
      if (match === undefined) continue;
      this.#missing.delete(term);
      this.#contexts.push(this.#contextOf(match.index, match.index + match[0].length));
    }
    this.#searched = (this.#searched + text).slice(-before);
    this.#rest = next;
    this.#at += length;
  }

  /** The context of a match, at a position in the rest. */
  #contextOf(start: number, end: number): Context {
    const known = this.#searched + this.#rest;
    const shift = this.#searched.length;
    const from = Math.max(0, start + shift - before);
    const to = Math.min(known.length, end + shift + after);
    const place = this.#at - shift;
    return { from: place + from, to: place + to, text: known.slice(from, to) };
  }
}

/** Finds terms in a text that is in memory: the context of each, or undefined if one is missing. */
export function findTerms(terms: readonly string[], text: string): string | undefined {
  const finder = new TermFinder(terms);
  finder.push(text);
  return finder.end();
}

/** Contexts joined where they overlap, with an ellipsis between others. */
function joinContexts(contexts: readonly Context[]): string {
  const joined: Context[] = [];
  for (const context of [...contexts].sort((a, b) => a.from - b.from || a.to - b.to)) {
    const last = joined.at(-1);
    if (last === undefined || context.from > last.to) joined.push(context);
    else if (context.to > last.to) {
      const text = last.text + context.text.slice(last.to - context.from);
      joined[joined.length - 1] = { from: last.from, to: context.to, text };
    }
  }
  return joined
    .slice(0, mostContexts)
    .map(({ text }) => trimHalfCharacters(text))
    .join(' … ');
}

/** Without halves of characters at its ends. */
function trimHalfCharacters(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]/, '').replace(/[\uD800-\uDBFF]$/, '');
}
