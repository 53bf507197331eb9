import type { Environment } from '@marcbachmann/cel-js';
import { formatTypeWithArticle, getTypeWord } from '../extensions/type-words';
import { getWrittenName, isNamespace } from './private-names';

/** What went wrong in an expression, for a person: in the words of Heddle, and with the names that the author wrote. */
export function explainExpressionError(environment: Environment, error: unknown): string {
  const { code, summary } = describeError(error);
  const text = byCode[code]?.(summary, environment) ?? summary;
  return /[.!?]$/.test(text) ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function describeError(error: unknown): { readonly code: string; readonly summary: string } {
  if (!(error instanceof Error)) return { code: '', summary: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return { code, summary: 'summary' in error && typeof error.summary === 'string' ? error.summary : error.message };
}

/** Makes the message of a failure that cel-js tells in words of its own; undefined if it told it in another way. */
type Explain = (summary: string, environment: Environment) => string | undefined;

const byCode: Readonly<Record<string, Explain>> = {
  no_matching_overload: explainCall,
  no_such_overload: explainOperator,
  expected_token: (summary) => {
    const [, expected = '', found = ''] = /^Expected (\w+), got (\w+)$/.exec(summary) ?? [];
    return found === 'EOF' ? endsEarly : `Expected ${formatToken(expected)}, but found ${formatToken(found)}.`;
  },
  unexpected_token: (summary) => {
    const found = /^Unexpected token: (\w+)$/.exec(summary)?.[1] ?? '';
    return found === 'EOF' ? endsEarly : `Unexpected ${formatToken(found)}.`;
  },
  unexpected_character: (summary) => {
    const found = /^Unexpected character: '?(.)'?$/u.exec(summary)?.[1];
    return found && `Unexpected “${found}”.`;
  },
  unknown_variable: (summary) => {
    const name = /: (.+)$/.exec(summary)?.[1] ?? '';
    return isNamespace(name) ? `“${name}” has no such function.` : undefined;
  },
  invalid_condition_type: (summary) =>
    `The condition must be true or false, but is ${formatTypeWithArticle(findNamedType(summary))}.`,
  invalid_logical_operand: (summary) =>
    `“&&” and “||” take true or false, but found ${formatTypeWithArticle(findNamedType(summary))}.`,
  cannot_index_type: (summary) =>
    `Only an object or a list has members, not ${formatTypeWithArticle(findNamedType(summary))}.`,
  invalid_index_type: (summary) =>
    `The place in a list is a whole number, not ${formatTypeWithArticle(findNamedType(summary))}.`,
  invalid_comprehension_range: (summary) =>
    `Only a list or an object has items, not ${formatTypeWithArticle(findNamedType(summary))}.`,
  limit_exceeded: () => 'The expression is too long, or nested too deeply.',
  numeric_overflow: () => 'The whole number is too large: it has at most 64 bits.',
  unsupported_type: () => 'The value is not one that an expression can use.',
};

const endsEarly = 'The expression ends too early.';

/** The first type in quotes that a message of cel-js names. */
function findNamedType(summary: string): string {
  return /'([^']+)'/.exec(summary)?.[1] ?? 'dyn';
}

const tokens: Readonly<Record<string, string>> = {
  NUMBER: 'a number',
  STRING: 'a text',
  BOOLEAN: 'true or false',
  NULL: 'null',
  IDENTIFIER: 'a name',
  BYTES: 'bytes',
  EOF: 'the end',
  PLUS: '“+”',
  MINUS: '“-”',
  MULTIPLY: '“*”',
  DIVIDE: '“/”',
  MODULO: '“%”',
  EQ: '“==”',
  NE: '“!=”',
  LT: '“<”',
  LE: '“<=”',
  GT: '“>”',
  GE: '“>=”',
  AND: '“&&”',
  OR: '“||”',
  NOT: '“!”',
  IN: '“in”',
  LPAREN: '“(”',
  RPAREN: '“)”',
  LBRACKET: '“[”',
  RBRACKET: '“]”',
  LBRACE: '“{”',
  RBRACE: '“}”',
  DOT: '“.”',
  COMMA: '“,”',
  COLON: '“:”',
  QUESTION: '“?”',
};

function formatToken(token: string): string {
  return tokens[token] ?? 'what is here';
}

function explainOperator(summary: string): string | undefined {
  const binary = /^no such overload: (\S.*?) (==|!=|<=|>=|in|[-+*/%<>]) (.+)$/.exec(summary);
  if (binary) {
    const [, left = '', operator, right = ''] = binary;
    return `“${operator}” does not go with ${formatTypeWithArticle(left)} and ${formatTypeWithArticle(right)}.`;
  }
  const unary = /^no such overload: ([-!])(.+)$/.exec(summary);
  return unary ? `“${unary[1]}” does not go with ${formatTypeWithArticle(unary[2] ?? '')}.` : undefined;
}

function explainCall(summary: string, environment: Environment): string | undefined {
  const [, receiver, registered = '', args = ''] = /'(?:(.+)\.)?(\w+)\((.*)\)'$/.exec(summary) ?? [];
  const name = getWrittenName(registered);
  const forms = listCallForms(environment, registered, receiver !== undefined);
  const called = `${receiver === undefined ? '' : `${getTypeWord(receiver)}.`}${name}(${formatTypeWords(args)})`;
  if (forms.length === 0) return `There is no function “${name}”.`;
  return `“${name}” is called as ${forms.join(' or ')}, not as ${called}.`;
}

/** How a function is called, in words: `text.substring(whole number)`. */
function listCallForms(environment: Environment, name: string, onValue: boolean): readonly string[] {
  const forms = environment
    .getDefinitions()
    .functions.filter((found) => found.name === name && (found.receiverType !== null) === onValue)
    .map(({ receiverType, params }) => {
      const owner = receiverType === null ? '' : `${getTypeWord(receiverType)}.`;
      return `${owner}${getWrittenName(name)}(${params.map(({ type }) => getTypeWord(type)).join(', ')})`;
    });
  // Numbers of JSON in the places of whole numbers come last, and are not another form for a person.
  return forms.filter(
    (form, index) => forms.findIndex((other) => allowAnyNumber(other) === allowAnyNumber(form)) === index,
  );
}

function allowAnyNumber(form: string): string {
  return form.replaceAll('whole number', 'number');
}

/** The types of arguments in words: `list<dyn>, map<string, dyn>` has two. */
function formatTypeWords(types: string): string {
  let depth = 0;
  const parts = [''];
  for (const character of types) {
    if (character === '<') depth++;
    if (character === '>') depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => (part.trim() === '' ? '' : getTypeWord(part.trim()))).join(', ');
}
