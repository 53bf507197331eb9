/** A scalar as it is written: `head` comes after the key, and `lines` below it, indented by the caller. */
export interface WrittenScalar {
  readonly head: string;
  readonly lines: readonly string[];
}

/** How a text was written before an edit, so that it keeps its style where possible. */
export type ScalarStyle = 'plain' | 'double' | 'single' | 'literal';

/** Words and numbers that YAML, in one of its versions, reads as something other than text. */
const misread =
  /^(?:y|n|yes|no|on|off|true|false|null|~|[-+]?[\d.][\d_.,:eExoabcdefABCDEF+-]*|[-+]?\.(?:inf|nan)|\d{4}-\d\d?-\d\d?.*)$/i;
const plainStart = /^[\p{L}\p{N}_/(.$]/u;
/** What ends a plain scalar; in a flow, brackets and commas do too. */
const endsPlain = /: |:$| #|\s$/;
const endsFlow = /[[\]{},]/;
/** Control characters, unusual line breaks, and characters that no file can hold. These are escaped. */
const odd = /[\p{Cc}\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/u;
const allOdd = new RegExp(odd, 'gu');

function isPlain(text: string, inFlow: boolean): boolean {
  if (!plainStart.test(text) || misread.test(text) || odd.test(text) || endsPlain.test(text)) return false;
  return !inFlow || !endsFlow.test(text);
}

function writeDoubleQuoted(text: string): string {
  return JSON.stringify(text).replace(allOdd, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A text on one line: plain if YAML reads it back as that text, otherwise quoted; in its `style` where possible. */
export function writeInlineText(text: string, inFlow: boolean, style: ScalarStyle = 'plain'): string {
  if (style === 'plain' && isPlain(text, inFlow)) return text;
  const prefersSingle = style === 'single' || (style === 'plain' && /["\\]/.test(text));
  return prefersSingle && !text.includes("'") && !odd.test(text) ? `'${text}'` : writeDoubleQuoted(text);
}

/**
 * Whether a text can be a block scalar unchanged: at most one line break at its end, no line of only spaces, no
 * character to escape.
 */
function canBeLiteral(text: string): boolean {
  return !/^\s*$|\n\n$|^[ \t]*\n|\n[ \t]+(?:\n|$)/.test(text) && !odd.test(text.replace(/[\n\t]/g, ''));
}

/** Writes a text in a block: several lines as a literal block scalar, otherwise on one line. */
export function writeBlockText(text: string, style: ScalarStyle = 'plain'): WrittenScalar {
  const wantsLiteral = style === 'literal' || (style === 'plain' && text.includes('\n'));
  if (!wantsLiteral || !canBeLiteral(text))
    return { head: writeInlineText(text, false, style === 'literal' ? 'plain' : style), lines: [] };
  // YAML finds the indentation by the first line, unless that starts with a space itself.
  const indicator = text.startsWith(' ') || text.startsWith('\t') ? '2' : '';
  const chomping = text.endsWith('\n') ? '' : '-';
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  return { head: `|${indicator}${chomping}`, lines };
}
