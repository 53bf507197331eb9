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
    if (isCalled && Object.hasOwn(functionHabits, name)) advice.add(functionHabits[name] ?? '');
  }
  return text === source && advice.size === 0 ? undefined : { text, advice: [...advice] };
}

/** Whether an expression compares with a text that is a template: it would compare with the braces. */
export function hasQuotedTemplate(source: string, scope: Scope): boolean {
  if (!source.includes('{{')) return false;
  return scanExpression(source).some(
    (token) => token.kind === 'string' && findQuotedReference(token, scope) !== undefined,
  );
}

/** The reference that a text in quotes is, if it is a template of one name that means something. */
function findQuotedReference({ text }: ExpressionToken, scope: Scope): string | undefined {
  const reference = /^\s*\{\{\s*([^{}]+?)\s*\}\}\s*$/.exec(text)?.[1];
  if (reference === undefined || !isReference(reference)) return undefined;
  return findNameRoot(/^[^.[]+/.exec(reference)?.[0] ?? '', scope) === undefined ? undefined : reference;
}

function removeBraces(source: string, scope: Scope, advice: Set<string>): string {
  const tokens = scanExpression(source);
  const edits: SourceEdit[] = [];
  for (const [index, token] of tokens.entries()) {
    const after = tokens[index + 1];
    if (token.kind === 'string') {
      const reference = findQuotedReference(token, scope);
      if (reference !== undefined) edits.push({ from: token.from, to: token.to, text: reference });
    } else if (isSign(token, '{') && after !== undefined && isSign(after, '{') && after.from === token.to) {
      const close = tokens.findIndex(
        (one, at) => at > index && isSign(one, '}') && tokens[at + 1]?.text === '}' && tokens[at + 1]?.from === one.to,
      );
      const [one, other] = [tokens[close], tokens[close + 1]];
      if (close < 0 || one === undefined || other === undefined) continue;
      const before = tokens[index - 1];
      const from = before !== undefined && isSign(before, '$') && before.to === token.from ? before.from : token.from;
      const [first, last] = [tokens[index + 2] ?? one, tokens[close - 1] ?? after];
      edits.push({ from, to: first.from, text: '' }, { from: last.to, to: other.to, text: '' });
    }
  }
  if (edits.length === 0) return source;
  advice.add('An expression is not a template: names are written without braces.');
  return applyEdits(source, edits).text.trim();
}

const isSign = ({ kind, text }: ExpressionToken, sign: string): boolean => kind === 'other' && text === sign;

function replaceOperators(source: string, advice: Set<string>): string {
  const tokens = scanExpression(source);
  const edits: SourceEdit[] = [];
  const replaceOperator = (from: number, to: number, written: string, now: string): void => {
    edits.push({ from, to, text: now });
    advice.add(`“${written}” is written ${now}.`);
  };
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as ExpressionToken;
    if (token.kind === 'string') continue;
    if (token.kind === 'name') {
      const isMember = tokens[index - 1]?.text === '.' || isKey(tokens, index);
      const [operator, constant] = [operatorHabits[token.text], constantHabits[token.text]];
      if (isMember || source[token.from] === '`') continue;
      if (token.text === 'is') {
        const not = tokens[index + 1];
        const isNot = not?.kind === 'name' && not.text === 'not';
        replaceOperator(token.from, isNot ? not.to : token.to, isNot ? 'is not' : 'is', isNot ? '!=' : '==');
        if (isNot) index++;
      } else if (operator === '!') {
        negateOperand(source, tokens, index, edits);
        advice.add(`“${token.text}” is written !.`);
      } else if (operator !== undefined && Object.hasOwn(operatorHabits, token.text)) {
        replaceOperator(token.from, token.to, token.text, operator);
      } else if (constant !== undefined && Object.hasOwn(constantHabits, token.text)) {
        replaceOperator(token.from, token.to, token.text, constant);
      }
      continue;
    }
    const sign = readSignAt(tokens, index);
    const now = Object.hasOwn(operatorHabits, sign) ? operatorHabits[sign] : undefined;
    const last = tokens[index + sign.length - 1];
    if (now !== undefined && last !== undefined) {
      const isIndex = sign === '?.' && tokens[index + 2]?.text === '[';
      replaceOperator(token.from, last.to, sign, isIndex ? '' : now);
    }
    index += sign.length - 1;
  }
  return edits.length === 0 ? source : applyEdits(source, edits).text;
}

/** Whether a name is the key of an object that is written: `{name: 1}`. */
function isKey(tokens: readonly ExpressionToken[], index: number): boolean {
  return tokens[index + 1]?.text === ':' && /^[{,]$/.test(tokens[index - 1]?.text ?? '');
}

/** The signs of an operator that stand together: `===`, `&&`, `?.`. */
function readSignAt(tokens: readonly ExpressionToken[], index: number): string {
  const first = tokens[index];
  if (first === undefined || !/^[=!<>&|?]$/.test(first.text)) return first?.text.slice(0, 1) ?? '';
  let sign = first.text;
  for (let at = index + 1; ; at++) {
    const [before, token] = [tokens[at - 1], tokens[at]];
    if (before === undefined || token?.from !== before.to || token.kind !== 'other') return sign;
    const next = sign + token.text;
    const isOne = /^(={1,3}|!={0,2}|<[=>]?|>=?|&{1,2}|\|{1,2}|\?\.)$/.test(next);
    // A number after a condition begins with a dot: `a ?.5 : 1`.
    if (!isOne || (next === '?.' && /^\d/.test(tokens[at + 1]?.text ?? ''))) return sign;
    sign = next;
  }
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
    const isLong = after?.text === '.' && Object.hasOwn(rootHabits, long);
    if (given.has(token.text) && !isLong) continue;
    const habit = isLong ? long : token.text;
    const at = index + (isLong ? 3 : 1);
    const named = Object.hasOwn(rootHabits, habit) ? findMemberAt(tokens, at) : undefined;
    const root = rootHabits[habit];
    if (named !== undefined && root !== undefined && findNameRoot(named.name, scope) === root) {
      const rest = root === 'tasks' ? buildFieldEdit(tokens, named.next, named.to) : [];
      const isMember = rest.length === 1 && rest[0]?.from === named.to && rest[0].to === named.to;
      const text = `${root}${formatAccessor(named.name)}`;
      if (isMember) edits.push({ from: token.from, to: named.to, text: text + (rest[0]?.text ?? '') });
      else edits.push({ from: token.from, to: named.to, text }, ...rest);
      advice.add(`“${habit}” is written ${root}: ${text}${root === 'tasks' ? '.output' : ''}.`);
      continue;
    }
    const name = findNameRoot(token.text, scope) === undefined ? guess(token.text) : token.text;
    const own = name === undefined ? undefined : findNameRoot(name, scope);
    if (name === undefined) continue;
    if (own === undefined) {
      if (given.has(name)) edits.push({ from: token.from, to: token.to, text: name });
      continue;
    }
    const written = `${own}${formatAccessor(name)}`;
    const rest = own === 'tasks' ? buildFieldEdit(tokens, index + 1, token.to) : [];
    const [first] = rest;
    if (first !== undefined && first.from === token.to && first.to === token.to) {
      edits.push({ from: token.from, to: token.to, text: written + first.text });
    } else edits.push({ from: token.from, to: token.to, text: written }, ...rest);
    const noun = { tasks: 'A task', inputs: 'An input', variables: 'A variable' }[own];
    advice.add(`${noun} is written ${written}${own === 'tasks' ? '.output' : ''}.`);
  }
  return edits.length === 0 ? source : applyEdits(source, edits).text;
}

/** The member at a place of the tokens: `.name` or `["name"]`. */
function findMemberAt(tokens: readonly ExpressionToken[], at: number) {
  const [open, key, close] = tokens.slice(at, at + 3);
  if (open?.text === '.' && key?.kind === 'name') return { name: key.text, to: key.to, next: at + 2 };
  if (open?.text === '[' && key?.kind === 'string' && close?.text === ']') {
    return { name: key.text, to: close.to, next: at + 3 };
  }
  return undefined;
}

/** Names the field of a result that is read: its output, unless a field follows. */
function buildFieldEdit(tokens: readonly ExpressionToken[], at: number, end: number): readonly SourceEdit[] {
  const member = findMemberAt(tokens, at);
  const open = tokens[at];
  if (member === undefined || open === undefined) return [{ from: end, to: end, text: '.output' }];
  if (recordFields.some((field) => field === member.name)) return [];
  const now = Object.hasOwn(fieldHabits, member.name) ? fieldHabits[member.name] : undefined;
  return now === undefined
    ? [{ from: end, to: end, text: '.output' }]
    : [{ from: open.from, to: member.to, text: `.${now}` }];
}
