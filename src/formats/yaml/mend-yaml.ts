import { isDocumentKey } from '../reading/find-document';
import type { Span } from '../reading/syntax-node';
import { findWorkflow } from './workflow-in-prose';

/** A text as it was most likely meant, where it is no workflow as it stands. */
export interface MendedYaml {
  readonly text: string;
  /** What YAML does not take and was mended, for a person. */
  readonly taken: readonly string[];
  /** What of the written text `changed` takes the place of. */
  readonly span: Span;
  readonly changed: string;
  /** Whether the workflow was taken out of other text. */
  readonly isCutOut: boolean;
  /** Where in the written text a place of the mended one is. */
  readonly placeOf: (at: number) => number;
}

/** Spaces that YAML takes for letters: the non-breaking one of pages and letters, and its kin. */
const oddSpaces = '\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000';
/** Letters that nobody sees: without width, a mark of the byte order, a soft hyphen, marks of direction. */
const hiddenLetters = '\\u00ad\\u061c\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff';

const odd = new RegExp(`[${oddSpaces}]`, 'g');
const hidden = new RegExp(`[${hiddenLetters}]`, 'g');
const strange = new RegExp(`[${oddSpaces}${hiddenLetters}]`);
const tabIndent = new RegExp(`^[ ${oddSpaces}${hiddenLetters}]*\\t`, 'm');
const leadOf = new RegExp(`^[ \\t${oddSpaces}${hiddenLetters}]*`);
const dashesOf = new RegExp(`^(?:-[ \\t${oddSpaces}${hiddenLetters}]+)+`);
const endOf = new RegExp(`[${oddSpaces}${hiddenLetters}\\s]+$`);
/** A key with its colon. It has no quotes but around it. */
const keyOf = /^(?:"[^"]*"|'[^']*'|[^:"'{}[\]#|>]+):/;
const blockHeader = /(?:^|\s)[|>][-+\d]*\s*(?:#.*)?$/;
const quotedOrOdd = new RegExp(`"(?:[^"\\\\]|\\\\.)*"|'[^']*'|[${oddSpaces}${hiddenLetters}]`, 'g');

interface Line {
  /** Where it starts in the written text, and in the mended one. */
  readonly at: number;
  readonly from: number;
  readonly written: string;
  readonly mended: string;
}

/**
 * What a text from a chat, a letter or an editor with tabs most likely meant: the workflow in a code fence or amid
 * prose, with spaces for tabs and for the spaces that YAML does not take, and without letters that nobody sees. What a
 * value says stays as it is. Undefined if there is nothing of the kind. The time is linear in the length.
 */
export function mendYaml(text: string): MendedYaml | undefined {
  const found = findWorkflow(text, isDocumentKey);
  const {
    span: [start, end],
    lead,
  } = found ?? { span: [0, text.length] as const, lead: '' };
  const part = text.slice(start, end);
  if (found === undefined && !strange.test(part) && !tabIndent.test(part)) return undefined;
  const lines = mendLines(part, start, lead);
  const changed = lines.filter(({ written, mended }) => written !== mended);
  if (found === undefined && changed.length === 0) return undefined;
  const mended = lines.map((line) => line.mended).join('\n');
  const first = found ? 0 : (changed[0]?.at ?? 0);
  const last = changed.at(-1);
  const endOfChange = found || last === undefined ? text.length : last.at + last.written.length;
  const before = first;
  const after = text.length - endOfChange;
  return {
    text: mended,
    taken: describeMended(changed, lead, found?.isFenced, found?.others ?? 0),
    span: [first, endOfChange],
    changed: found ? mended : mended.slice(before, mended.length - after),
    isCutOut: found !== undefined,
    placeOf: (at) => placeIn(lines, at),
  };
}

function mendLines(part: string, start: number, fenceLead: string): Line[] {
  const written = part.split('\n');
  const own = written.map((line) => (line.startsWith(fenceLead) ? line.slice(fenceLead.length) : line));
  const mendLine = createLineMender(findIndentUnit(own), findOddSpaces(own));
  let at = start;
  let from = 0;
  return own.map((line, index): Line => {
    const now = { at, from, written: written[index] ?? '', mended: mendLine(line) };
    at += now.written.length + 1;
    from += now.mended.length + 1;
    return now;
  });
}

/** How many columns a tab is: what the lines that have only spaces are indented by, else two. */
function findIndentUnit(lines: readonly string[]): number {
  let least = 9;
  for (const line of lines) {
    const width = /^( +)[^\s#]/.exec(line)?.[1]?.length ?? least;
    least = Math.min(least, width);
  }
  return least > 1 && least < 9 ? least : 2;
}

/** Spaces that stand where a writer puts one space: in such a text they are its spaces in every sentence too. */
function findOddSpaces(lines: readonly string[]): ReadonlySet<string> {
  const spaces = new Set<string>();
  const after = new RegExp(`^[\\w-]+:([${oddSpaces}])\\S|^-([${oddSpaces}])\\S`);
  for (const line of lines) {
    const match = after.exec(line.replace(leadOf, ''));
    const space = match?.[1] ?? match?.[2];
    if (space !== undefined) spaces.add(space);
  }
  return spaces;
}

/** Makes the function that mends the lines of a text one after the other. */
function createLineMender(unit: number, everywhere: ReadonlySet<string>): (line: string) => string {
  /** The column of the key that holds a block of text, and the indentation of its first line. */
  let block: { readonly column: number; first?: string } | undefined;
  return (line) => {
    const lead = leadOf.exec(line)?.[0] ?? '';
    const spaces = expandTabs(lead, unit);
    const rest = line.slice(lead.length);
    const makePlain = (words: string): string =>
      everywhere.size === 0 ? words : words.replace(odd, (space) => (everywhere.has(space) ? ' ' : space));
    if (block !== undefined && (rest.trim() === '' || spaces.length > block.column)) {
      if (rest.trim() !== '') block.first ??= lead;
      // Below an indentation of spaces, a tab is what the text says, as in a recipe of make.
      const isKept = block.first !== undefined && /^ +$/.test(block.first) && lead.startsWith(block.first);
      return isKept ? makePlain(line) : spaces + makePlain(rest);
    }
    block = undefined;
    const { text, column } = mendEntry(makePlain(rest));
    if (blockHeader.test(text)) block = { column: spaces.length + column };
    return spaces + text;
  };
}

/** Indentation as spaces: a tab goes on to the next multiple of `unit`. */
function expandTabs(lead: string, unit: number): string {
  let width = 0;
  for (const letter of lead.replace(hidden, '')) width += letter === '\t' ? unit - (width % unit) : 1;
  return ' '.repeat(width);
}

const replaceOddSpaces = (words: string): string => words.replace(hidden, '').replace(odd, ' ');

/** Mends what stands between and around key and value, and tells in which column, after the indentation, the key is. */
function mendEntry(line: string): { readonly text: string; readonly column: number } {
  const dashes = dashesOf.exec(line)?.[0] ?? '';
  const mendedDashes = replaceOddSpaces(dashes).replaceAll('\t', ' ');
  const rest = line.slice(dashes.length);
  const key = keyOf.exec(rest)?.[0];
  if (key === undefined) {
    const text = mendedDashes + mendValue(rest);
    return { text, column: Math.max(0, mendedDashes.lastIndexOf('-')) };
  }
  const value = rest.slice(key.length);
  const gap = leadOf.exec(value)?.[0] ?? '';
  const isEntry = gap !== '' || value.trim() === '';
  const mended = isEntry ? mendKey(key) + replaceOddSpaces(gap) + mendValue(value.slice(gap.length)) : mendValue(rest);
  return { text: mendedDashes + mended, column: mendedDashes.length };
}

/** A key without hidden letters, and without odd spaces before its colon. */
const mendKey = (key: string): string => `${key.slice(0, -1).replace(hidden, '').replace(endOf, '')}:`;

/** A value in one line. In a list or map in brackets, all but the texts in quotes is mended; else only the ends are. */
function mendValue(value: string): string {
  if (!strange.test(value)) return value;
  if (/^[{[]/.test(value)) {
    return value.replace(quotedOrOdd, (found) => (found.length > 1 ? found : replaceOddSpaces(found)));
  }
  const end = endOf.exec(value)?.[0] ?? '';
  const kept = value.slice(0, value.length - end.length);
  const told = kept.replace(hidden, '');
  // Emoji, Persian and Hindi need letters without width; a text of plain ASCII has no use for them.
  const isAscii = /^[\t -~]*$/.test(told);
  return (isAscii ? told : kept) + (end.endsWith('\r') ? '\r' : '');
}

function placeIn(lines: readonly Line[], at: number): number {
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines[middle]?.from ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  const line = lines[low];
  if (line === undefined) return at;
  // Most that is mended is in front of what a problem points at, so columns are counted from the end.
  const fromEnd = line.mended.length - (at - line.from);
  return line.at + Math.max(0, line.written.length - fromEnd);
}

/** What was mended, in words. Letters that look like others are named by their numbers. */
function describeMended(
  changed: readonly Line[],
  lead: string,
  isFenced: boolean | undefined,
  others: number,
): string[] {
  const lost = new Set<string>();
  let hasTabs = false;
  for (const { written, mended } of changed) {
    const own = written.startsWith(lead) ? written.slice(lead.length) : written;
    if (tabIndent.test(own) && !tabIndent.test(mended)) hasTabs = true;
    const kept = new Set(mended);
    for (const letter of own) if (strange.test(letter) && !kept.has(letter)) lost.add(letter);
  }
  const nameLetters = (which: RegExp): string => {
    const letters = [...lost].filter((letter) => letter.search(which) === 0);
    return letters.map((letter) => `U+${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`).join(', ');
  };
  const [spaces, letters] = [nameLetters(odd), nameLetters(hidden)];
  return [
    ...(isFenced === undefined ? [] : [isFenced ? 'a code fence and what is around it' : 'text around the workflow']),
    ...(others > 0 ? [others === 1 ? 'another workflow' : `${others} other workflows`] : []),
    ...(hasTabs ? ['tabs for indentation'] : []),
    ...(spaces === '' ? [] : [`${lost.has('\u00a0') ? 'non-breaking' : 'unusual'} spaces (${spaces})`]),
    ...(letters === '' ? [] : [`letters that nobody sees (${letters})`]),
  ];
}
