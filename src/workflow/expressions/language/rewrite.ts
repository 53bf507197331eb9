import { olderResourceNames } from '../environment';
import { type ExpressionToken, scanExpression } from '../scan-expression';
import { applyEdits, type EditedSource, type SourceEdit } from './edits';
import { getRegisteredName, isNamespace } from './private-names';
import { rewriteSkipTests } from './skip-tests';

/**
 * Writes an expression of CEL as cel-js reads it right: functions that it has otherwise than CEL under their private
 * names, and literals that it does not know (`.5`, `br"…"`, a name in back quotes) as ones that it knows. What older
 * conditions say is written as it is now: whether a task was skipped, and the name that a limit had before
 * (`tasks.a.error.resource == "window"`).
 */
export function rewriteForCel(source: string): EditedSource {
  const tokens = scanExpression(source);
  const edits: SourceEdit[] = [...rewriteSkipTests(source)];
  const open: boolean[] = [];
  const asksResource = tokens.some(({ text }, index) => text === 'resource' && isMemberOfError(tokens, index));
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    const after = tokens[index + 1];
    const newer = asksResource && token.kind === 'string' ? olderResourceNames.get(token.text) : undefined;
    if (newer !== undefined) edits.push({ ...token, text: `"${newer}"` });
    else if (token.kind === 'string') edits.push(...buildBytesEdit(source, token));
    else if (source[token.from] === '`') edits.push(...buildQuotedEdit(before, token));
    else if (token.kind === 'name') edits.push(...callEdit(tokens, index));
    else if (token.text === '{') {
      open.push(!isEndOfValue(before));
      if (open.at(-1)) edits.push(createInsertion(token.from, `${getRegisteredName('object')}(`));
    } else if (token.text === '}') {
      if (open.pop()) edits.push(createInsertion(token.to, ')'));
    } else if (token.text === '[' && after?.text === ']' && after.kind === 'other' && !isEndOfValue(before)) {
      edits.push(createInsertion(token.from, 'dyn('), createInsertion(after.to, ')'));
    } else if (token.text === '.' && after !== undefined && /^\d/.test(after.text) && !isEndOfValue(before)) {
      edits.push(createInsertion(token.from, '0'));
    }
  }
  return applyEdits(source, edits);
}

function createInsertion(at: number, text: string): SourceEdit {
  return { from: at, to: at, text };
}

function isMemberOfError(tokens: readonly ExpressionToken[], index: number): boolean {
  return tokens[index - 1]?.text === '.' && tokens[index - 2]?.text === 'error';
}

/** Whether a value ends with a token, so that `[` after it is an index and `.` a member. */
function isEndOfValue(token: ExpressionToken | undefined): boolean {
  if (token === undefined) return false;
  return token.kind !== 'other' ? token.text !== 'in' : /^[\w)\]}]/.test(token.text);
}

/** A member by a name in back quotes. */
function buildQuotedEdit(dot: ExpressionToken | undefined, { text, to }: ExpressionToken): readonly SourceEdit[] {
  return dot?.text === '.' ? [{ from: dot.from, to, text: `["${text}"]` }] : [];
}

/** A function that is called by a private name: `int(`, `x.trim(`, `math.ceil(`. */
function callEdit(tokens: readonly ExpressionToken[], index: number): readonly SourceEdit[] {
  const [owner, dot, token, bracket] = [tokens[index - 2], tokens[index - 1], tokens[index], tokens[index + 1]];
  if (token === undefined || bracket?.text !== '(') return [];
  const isMember = dot?.text === '.';
  const start = isMember && owner?.kind === 'name' && isNamespace(owner.text) ? owner : undefined;
  if (start !== undefined && tokens[index - 3]?.text !== '.') {
    const written = `${start.text}.${token.text}`;
    const name = getRegisteredName(written);
    if (name !== written) return [{ from: start.from, to: token.to, text: name }];
  }
  const name = getRegisteredName(isMember ? `.${token.text}` : token.text);
  return name === token.text ? [] : [{ from: token.from, to: token.to, text: name }];
}

/** Bytes are written with an escape for each one that is not ASCII. In raw ones a backslash is no escape. */
function buildBytesEdit(source: string, { from, to }: ExpressionToken): readonly SourceEdit[] {
  const literal = source.slice(from, to);
  const prefix = /^[rRbB]*/.exec(literal)?.[0].toLowerCase() ?? '';
  if (!prefix.includes('b')) return [];
  const body = literal.slice(prefix.length);
  const quotes = /^("""|'''|"|')/.exec(body)?.[0] ?? '';
  const isRaw = prefix.includes('r');
  const inner = body.slice(quotes.length, -quotes.length);
  const text = inner.replace(isRaw ? /.+/gs : /[^\p{ASCII}]+/gu, escapeBytes);
  return isRaw || text !== inner ? [{ from, to, text: `b${quotes}${text}${quotes}` }] : [];
}

function escapeBytes(text: string): string {
  return [...new TextEncoder().encode(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}
