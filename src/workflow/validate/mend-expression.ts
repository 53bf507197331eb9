import { recordFields } from '../expressions/environment';
import { applyEdits, type SourceEdit } from '../expressions/language/edits';
import { isReference } from '../expressions/reference';
import { type ExpressionToken, formatAccessor, scanExpression } from '../expressions/scan-expression';
import { listLevels, type Scope } from '../graph/scope';
import { constantHabits, fieldHabits, functionHabits, operatorHabits, rootHabits } from '../habits';

/** An expression that was written by habit, as Heddle has it, and what is to know about it. */
export interface MendedExpression {
  readonly text: string;
  readonly advice: readonly string[];
}

/** Nobody writes a longer expression by habit, in characters; a hostile one would take long. */
const longestMended = 10_000;

/**
 * Writes what is another tool's in an expression (`{{a}} == 1 and not b`) as CEL has it. Undefined if there is nothing
 * of the kind; the same text if only advice can be given. Whether the result is valid is not checked. `guess`: the name
 * that was meant by a misspelt one.
 */
export function mendExpression(
  source: string,
  scope: Scope,
  guess: (name: string) => string | undefined = () => undefined,
): MendedExpression | undefined {
  if (source.length > longestMended) return undefined;
  const advice = new Set<string>();
  const bare = removeBraces(source, scope, advice);
  const operators = replaceOperators(bare, advice);
  const text = addRoots(operators, scope, guess, advice);
  const tokens = scanExpression(source);
  for (const [index, { kind, text: name }] of tokens.entries()) {
    const isCalled = kind === 'name' && tokens[index + 1]?.text === '(';
    const said = functionHabits.get(name);
    if (isCalled && said !== undefined) advice.add(said);
  }
  return text === source && advice.size === 0 ? undefined : { text, advice: [...advice] };
}

/** Whether an expression compares with a text that is a template: it would compare with the braces. */
export function hasQuotedTemplate(source: string, scope: Scope): boolean {
  return scanExpression(source).some(
    (token) => token.kind === 'string' && findQuotedReference(token, scope) !== undefined,
  );
}

/** The reference that a text in quotes is, if it is a template of one name that means something. */
function findQuotedReference({ text }: ExpressionToken, scope: Scope): string | undefined {
  const reference = /^\s*\{\{\s*([^{}]+?)\s*\}\}\s*$/.exec(text)?.[1] ?? '';
  if (!isReference(reference)) return undefined;
  return findNameRoot(/^[^.[]+/.exec(reference)?.[0] ?? '', scope) === undefined ? undefined : reference;
}

function removeBraces(source: string, scope: Scope, advice: Set<string>): string {
  const tokens = scanExpression(source);
  const edits: SourceEdit[] = [];
  /** What goes where braces open, if others close them. */
  const opened: SourceEdit[] = [];
  for (const [index, token] of tokens.entries()) {
    const [before, after] = [tokens[index - 1], tokens[index + 1]];
    if (token.kind === 'string') {
      const reference = findQuotedReference(token, scope);
      if (reference !== undefined) edits.push({ from: token.from, to: token.to, text: reference });
    } else if (after !== undefined && isTwice('{', token, after)) {
      const isMarked = before !== undefined && isSign(before, '$') && before.to === token.from;
      opened.push({ from: isMarked ? before.from : token.from, to: tokens[index + 2]?.from ?? after.to, text: '' });
    } else if (before !== undefined && after !== undefined && opened.length > 0 && isTwice('}', token, after)) {
      edits.push(...opened.splice(0), { from: before.to, to: after.to, text: '' });
    }
  }
  if (edits.length === 0) return source;
  advice.add('An expression is not a template: names are written without braces.');
  return applyEdits(source, edits).text.trim();
}

const isSign = ({ kind, text }: ExpressionToken, sign: string): boolean => kind === 'other' && text === sign;

/** Whether a sign stands twice without a space between. */
function isTwice(sign: string, one: ExpressionToken, other: ExpressionToken): boolean {
  return isSign(one, sign) && isSign(other, sign) && one.to === other.from;
}

function replaceOperators(source: string, advice: Set<string>): string {
  const tokens = scanExpression(source);
  const edits: SourceEdit[] = [];
  /** Where what was looked at ends: a sign has several tokens. */
  let done = 0;
  const replaceOperator = (from: number, written: string, now: string, to = from + written.length): void => {
    edits.push({ from, to, text: now });
    advice.add(tellWriting(written, now));
    done = to;
  };
  for (const [index, { kind, text, from }] of tokens.entries()) {
    if (from < done || kind === 'string') continue;
    if (kind === 'other') {
      const sign = readSignAt(source, from);
      const now = operatorHabits.get(sign);
      done = from + sign.length;
      if (now !== undefined) replaceOperator(from, sign, now);
    } else if (tokens[index - 1]?.text !== '.' && !isKey(tokens, index) && source[from] !== '`') {
      const now = operatorHabits.get(text) ?? constantHabits.get(text);
      const next = tokens[index + 1];
      if (text === 'is') {
        if (next?.kind === 'name' && next.text === 'not') replaceOperator(from, 'is not', '!=', next.to);
        else replaceOperator(from, 'is', '==');
      } else if (now === '!') {
        negateOperand(source, tokens, index, edits);
        advice.add(tellWriting(text, '!'));
      } else if (now !== undefined) replaceOperator(from, text, now);
    }
  }
  return edits.length === 0 ? source : applyEdits(source, edits).text;
}

/** Both in quotation marks: a sign alone would be read as the end of the sentence. */
function tellWriting(written: string, now: string): string {
  return `“${written}” is written “${now}”.`;
}

/** Whether a name is the key of an object that is written: `{name: 1}`. */
function isKey(tokens: readonly ExpressionToken[], index: number): boolean {
  return tokens[index + 1]?.text === ':' && /^[{,]$/.test(tokens[index - 1]?.text ?? '');
}

/** The signs of an operator. A number after a condition begins with a dot: `a ?.5 : 1`. */
const signPattern = /={1,3}|!={0,2}|<[=>]?|>=?|&{1,2}|\|{1,2}|\?\.\[|\?\.(?!\d)/y;

/** The operator that stands at a place: `===`, `&&`, `?.`; empty if none does. */
function readSignAt(source: string, at: number): string {
  signPattern.lastIndex = at;
  return signPattern.exec(source)?.[0] ?? '';
}

/** Ends what `not` applies to: it binds less than comparisons, where `!` binds more. */
const endsOperand: ReadonlySet<string> = new Set(['and', 'or', 'AND', 'OR', '&', '|', ',', '?', ':']);
const comparing = /^[=!<>+*/%-]$/;

function negateOperand(source: string, tokens: readonly ExpressionToken[], index: number, edits: SourceEdit[]): void {
  const token = tokens[index] as ExpressionToken;
  let depth = 0;
  let isCompound = false;
  let end = index;
  for (let at = index + 1; at < tokens.length; at++) {
    const { kind, text } = tokens[at] as ExpressionToken;
    if (kind !== 'string') {
      if (depth === 0 && (endsOperand.has(text) || /^[)\]}]$/.test(text))) break;
      if (/^[([{]$/.test(text)) depth++;
      if (/^[)\]}]$/.test(text)) depth--;
      if (depth === 0 && (comparing.test(text) || text === 'in')) isCompound = true;
    }
    end = at;
  }
  const first = tokens[index + 1];
  const last = tokens[end];
  const to = first === undefined ? token.to : first.from;
  // A space after the word is part of it.
  edits.push({
    from: token.from,
    to: source.slice(token.to, to).trim() === '' ? to : token.to,
    text: isCompound ? '!(' : '!',
  });
  if (isCompound && last !== undefined) edits.push({ from: last.to, to: last.to, text: ')' });
}

/** How a name is reached in an expression, as far as it is no binding; undefined: it means nothing, or is a binding. */
function findNameRoot(name: string, scope: Scope): 'tasks' | 'inputs' | 'variables' | undefined {
  for (const { inputs, variables, bindings, beside } of listLevels(scope)) {
    if (Object.hasOwn(inputs ?? {}, name)) return 'inputs';
    if (Object.hasOwn(variables ?? {}, name)) return 'variables';
    if (bindings?.includes(name)) return undefined;
    if (beside?.siblings.has(name)) return 'tasks';
  }
  return undefined;
}

function addRoots(
  source: string,
  scope: Scope,
  guess: (name: string) => string | undefined,
  advice: Set<string>,
): string {
  const tokens = scanExpression(source);
  const given = new Set([
    'tasks',
    'inputs',
    'variables',
    ...listLevels(scope).flatMap(({ bindings = [] }) => bindings),
  ]);
  for (const [index, { kind, text }] of tokens.entries()) {
    // What the expression binds itself: `list.all(x, x > 0)`.
    if (kind === 'name' && tokens[index - 1]?.text === '(' && tokens[index + 1]?.text === ',') given.add(text);
  }
  const edits: SourceEdit[] = [];
  for (const [index, token] of tokens.entries()) {
    const after = tokens[index + 1];
    if (token.kind !== 'name' || tokens[index - 1]?.text === '.' || after?.text === '(') continue;
    if (isKey(tokens, index)) continue;
    const long = `${token.text}.${tokens[index + 2]?.text}`;
    const isLong = after?.text === '.' && rootHabits.has(long);
    if (given.has(token.text) && !isLong) continue;
    const habit = isLong ? long : token.text;
    const root = rootHabits.get(habit);
    const named = findMemberAt(tokens, index + (isLong ? 3 : 1));
    if (named !== undefined && root !== undefined && findNameRoot(named.name, scope) === root) {
      const text = `${root}${formatAccessor(named.name)}`;
      edits.push({ from: token.from, to: named.to, text });
      if (root === 'tasks') edits.push(buildFieldEdit(tokens, named.next, named.to));
      advice.add(`“${habit}” is written ${root}: ${text}${root === 'tasks' ? '.output' : ''}.`);
    } else {
      const isKnown = findNameRoot(token.text, scope) !== undefined;
      const name = isKnown ? token.text : (guess(token.text) ?? token.text);
      const own = findNameRoot(name, scope);
      if (own !== undefined) {
        const text = `${own}${formatAccessor(name)}`;
        edits.push({ from: token.from, to: token.to, text });
        if (own === 'tasks') edits.push(buildFieldEdit(tokens, index + 1, token.to));
        const noun = { tasks: 'A task', inputs: 'An input', variables: 'A variable' }[own];
        advice.add(`${noun} is written ${text}${own === 'tasks' ? '.output' : ''}.`);
      } else if (given.has(name)) edits.push({ from: token.from, to: token.to, text: name });
    }
  }
  return edits.length === 0 ? source : applyEdits(source, edits).text;
}

/** The member at a place of the tokens: `.name` or `["name"]`. */
function findMemberAt(tokens: readonly ExpressionToken[], at: number) {
  const [open, key, close] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (open?.text === '.' && key?.kind === 'name') return { from: open.from, name: key.text, to: key.to, next: at + 2 };
  if (open?.text === '[' && key?.kind === 'string' && close?.text === ']') {
    return { from: open.from, name: key.text, to: close.to, next: at + 3 };
  }
  return undefined;
}

/** Names the field of a result that is read: its output, unless a field follows. */
function buildFieldEdit(tokens: readonly ExpressionToken[], at: number, end: number): SourceEdit {
  const member = findMemberAt(tokens, at);
  const isField = recordFields.some((field) => field === member?.name);
  const now = fieldHabits.get(member?.name ?? '');
  if (member !== undefined && now !== undefined) return { from: member.from, to: member.to, text: `.${now}` };
  return { from: end, to: end, text: isField ? '' : '.output' };
}
