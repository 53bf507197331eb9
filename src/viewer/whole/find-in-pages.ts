import { findMatchesAcross } from '@/base/find-words';
import { cleanShownText } from '@/base/shown-text';
import { maxPartBytes } from '@/run/runner';
import { computeReading, countPages, decodePage, pageBytes } from './page-bounds';

/** A place where the searched words occur: UTF-16 offsets in the shown text of a page. It may end on the next page. */
export interface FoundPlace {
  readonly page: number;
  readonly from: number;
  readonly to: number;
}

/** More matches than this are not collected: nobody steps through them. */
export const mostMatches = 10_000;

/** How far a search is. */
export interface FoundPlaces {
  /** In order. */
  readonly matches: readonly FoundPlace[];
  /** Share of the text that was searched, 0 to 1. */
  readonly searched: number;
}

/** Reads bytes of the searched text; undefined if it is not stored any more. */
type ReadPart = (from: number, bytes: number) => Promise<Uint8Array | undefined>;

/** So many pages fit in one part, with the one after them, into which a match may continue. */
const pagesOfPart = Math.floor(maxPartBytes / pageBytes) - 2;

/**
 * Finds words in a stored text of any length, ignoring case. It is read part by part; each part gives all that was
 * found so far. Throws what `read` throws.
 */
export async function* findInPages(words: string, total: number, read: ReadPart): AsyncGenerator<FoundPlaces> {
  const pages = countPages(total);
  const matches: FoundPlace[] = [];
  for (let first = 0; first < pages && matches.length < mostMatches; first += pagesOfPart) {
    const after = Math.min(pages, first + pagesOfPart);
    const texts = await readPages(first, Math.min(pages, after + 1), read);
    if (texts === undefined) return;
    for (let page = first; page < after; page++) {
      matches.push(...findMatches(words, page, texts[page - first] ?? '', texts[page - first + 1] ?? ''));
    }
    yield { matches: matches.slice(0, mostMatches), searched: after / pages };
  }
}

/** Texts of the pages from `first` to before `end`, as they are shown. */
async function readPages(first: number, end: number, read: ReadPart): Promise<readonly string[] | undefined> {
  const { from } = computeReading(first);
  const last = computeReading(end - 1);
  const bytes = await read(from, last.from + last.bytes - from);
  return (
    bytes &&
    Array.from({ length: end - first }, (_, index) => {
      const own = computeReading(first + index);
      return cleanShownText(decodePage(first + index, bytes.subarray(own.from - from, own.from - from + own.bytes)));
    })
  );
}

/** Matches that begin on a page, of which `next` is the following one. */
function findMatches(words: string, page: number, text: string, next: string): readonly FoundPlace[] {
  const found: FoundPlace[] = [];
  for (const { index, 0: match } of findMatchesAcross(words, text, next)) {
    found.push({ page, from: index, to: index + match.length });
  }
  return found;
}
