import { RE2JS } from 're2js';
import { err, ok, type Result } from '@/base/result';
import type { FindableKind } from './map-findable';

/** What is searched for, and what replaces it. */
export interface TextQuery {
  readonly text: string;
  /** With a regular expression `$1` is what its first group found, `$0` all of it, and `$$` a dollar sign. */
  readonly replacement: string;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  readonly isRegex: boolean;
  readonly kinds: readonly FindableKind[];
}

/** An occurrence in a text, in UTF-16 units, and what would replace it. */
export interface Occurrence {
  readonly from: number;
  readonly to: number;
  readonly replaced: string;
}

/** The most characters of what is searched for. */
const maxPattern = 1000;

/** Finds the occurrences in a text, in order, none of them empty. */
export type FindIn = (text: string) => readonly Occurrence[];

/**
 * The search of a query, in time linear in the text: a regular expression has the syntax of RE2, without lookaround and
 * backreferences. Error: what is wrong with the expression, for a person.
 */
export function compileQuery(query: TextQuery): Result<FindIn, string> {
  const { text, matchCase, wholeWord, isRegex } = query;
  if (text.length > maxPattern) return err(`Search for at most ${maxPattern} characters.`);
  if (text === '') return ok(() => []);
  const isWanted = (within: string, from: number, to: number) =>
    to > from && (!wholeWord || (isEdge(within, from) && isEdge(within, to)));
  if (!isRegex) return ok(createLiteralSearch(query, isWanted));
  let pattern: RE2JS;
  try {
    pattern = RE2JS.compile(text, RE2JS.MULTILINE | (matchCase ? 0 : RE2JS.CASE_INSENSITIVE));
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : '';
    return err(`This is not a regular expression: ${reason}.`);
  }
  return ok((within) => {
    const found: Occurrence[] = [];
    const matcher = pattern.matcher(within);
    while (matcher.find()) {
      const [from, to] = [matcher.start(), matcher.end()];
      if (!isWanted(within, from, to)) continue;
      found.push({
        from,
        to,
        replaced: fillReplacement(query.replacement, matcher.groupCount(), (at) => matcher.group(at)),
      });
    }
    return found;
  });
}

function createLiteralSearch(
  { text, replacement, matchCase }: TextQuery,
  isWanted: (within: string, from: number, to: number) => boolean,
): FindIn {
  // A pattern without operators matches in linear time. Lower case would move offsets: İ has two letters there.
  const pattern = new RegExp(text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), matchCase ? 'g' : 'gi');
  return (within) =>
    [...within.matchAll(pattern)]
      .map(({ index }) => ({ from: index, to: index + text.length, replaced: replacement }))
      .filter(({ from, to }) => isWanted(within, from, to));
}

/** Whether a word begins or ends at an offset. */
function isEdge(text: string, at: number): boolean {
  return !(isWordSign(text, at - 1) && isWordSign(text, at));
}

function isWordSign(text: string, at: number): boolean {
  return /[\p{L}\p{N}_]/u.test(text.charAt(at));
}

function fillReplacement(replacement: string, groups: number, group: (at: number) => string | null): string {
  return replacement.replace(/\$(\$|\d)/g, (all, sign: string) => {
    if (sign === '$') return '$';
    return Number(sign) <= groups ? (group(Number(sign)) ?? '') : all;
  });
}

/** The text with some occurrences replaced. They are in order. */
export function replaceOccurrences(text: string, occurrences: readonly Occurrence[]): string {
  let result = '';
  let last = 0;
  for (const { from, to, replaced } of occurrences) {
    result += text.slice(last, from) + replaced;
    last = to;
  }
  return result + text.slice(last);
}
