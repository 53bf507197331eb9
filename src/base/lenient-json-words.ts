/**
 * The place and the reason of a fault, in words that a model or a person can act on. `why`: the name of an error of the
 * parser, or the reason itself.
 */
export function explainFault(text: string, offset: number, why: string): string {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  const character = Array.from(before.slice(before.lastIndexOf('\n') + 1)).length + 1;
  const reason = /^[A-Z]\w+$/.test(why) ? describeReason(why, text, offset) : why;
  return `line ${line}, character ${character}: ${reason}`;
}

/** The most characters of what was found that are quoted. */
const maxFound = 20;

function describeReason(code: string, text: string, offset: number): string {
  if (offset >= text.length) return `it ends, but ${expected[code] ?? 'more was expected'}`;
  const found = /^(?:[\p{L}\p{N}_.+-]+|"[^"\n]*"?|[\s\S])/u.exec(text.slice(offset))?.[0] ?? '';
  const quoted = `found ${quoteFound(found)}`;
  const hint = findHint(found);
  if (hint !== undefined) return `${quoted}, but ${hint}`;
  const wanted = expected[code];
  return wanted === undefined ? `${quoted}, which is not JSON` : `${quoted}, but ${wanted}`;
}

function quoteFound(found: string): string {
  const characters = Array.from(found);
  const shown = characters.slice(0, maxFound).join('').replace(/\s/g, ' ');
  return `\`${shown}${characters.length > maxFound ? '…' : ''}\``;
}

const wordsOfOthers = new Set(['NaN', 'Infinity', '-Infinity', '+Infinity', 'undefined', 'None', 'True', 'False']);

/** What JSON has in place of something that other languages have. */
function findHint(found: string): string | undefined {
  if (/^[“”„‟«»]/u.test(found)) return 'JSON wants straight double quotes (")';
  if (/^['‘’`]/u.test(found)) return 'JSON wants double quotes (")';
  return wordsOfOthers.has(found) ? `JSON has no ${found}` : undefined;
}

/** By the names of the parser’s errors. */
const expected: Readonly<Record<string, string>> = {
  InvalidNumberFormat: 'a number was expected',
  PropertyNameExpected: 'a name in double quotes was expected',
  ValueExpected: 'a value was expected',
  ColonExpected: 'a colon was expected',
  CommaExpected: 'a comma, or the end of the list or object, was expected',
  CloseBraceExpected: 'a closing brace } was expected',
  CloseBracketExpected: 'a closing bracket ] was expected',
  UnexpectedEndOfComment: 'the end of the comment was expected',
  UnexpectedEndOfString: 'the closing quote of this text is missing',
  UnexpectedEndOfNumber: 'a whole number was expected',
  InvalidUnicode: 'four digits were expected after \\u',
  InvalidEscapeCharacter: 'this escape does not exist in JSON (a backslash is written \\\\)',
  InvalidCharacter: 'this character has to be escaped',
};
