import type { ReferenceStep } from './reference';

/**
 * A token of a CEL expression. `text` of a string is its value, that of a name in back quotes the name.
 * Offsets are UTF-16. Spaces and comments are left out.
 */
export interface ExpressionToken {
  readonly kind: 'name' | 'string' | 'other';
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** A name that an expression reads: `tasks.x`, `inputs.x` or `variables.x`. `from` and `to` span `.x` or `["x"]`. */
export interface ExpressionReference {
  readonly root: 'tasks' | 'inputs' | 'variables';
  readonly name: string;
  /** Whether the expression only tests that the name exists: `has(inputs.x)`. */
  readonly guarded: boolean;
  readonly from: number;
  readonly to: number;
}

const tokenPattern =
  /(?<skip>\s+|\/\/[^\n]*)|(?<string>[rRbB]{0,2}(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))|(?<name>[A-Za-z_]\w*)|`(?<quoted>[\w./ -]+)`|(?<other>\d[\w.]*|[\s\S])/gy;

/**
 * Splits an expression into tokens without parsing it: enough to find and rewrite names, also on the page, which does
 * not load the evaluator. Never fails; a broken expression gives tokens too.
 */
export function scanExpression(source: string): readonly ExpressionToken[] {
  const tokens: ExpressionToken[] = [];
  for (const match of source.matchAll(tokenPattern)) {
    const groups = match.groups ?? {};
    if (groups['skip'] !== undefined) continue;
    const from = match.index;
    const to = from + match[0].length;
    if (groups['string'] !== undefined) tokens.push({ kind: 'string', text: readStringLiteral(match[0]), from, to });
    else if (groups['quoted'] !== undefined) tokens.push({ kind: 'name', text: groups['quoted'], from, to });
    else tokens.push({ kind: groups['name'] === undefined ? 'other' : 'name', text: match[0], from, to });
  }
  return tokens;
}

/** The content of a string literal that is a plain name. Escapes do not occur in names and are kept as they are. */
function readStringLiteral(literal: string): string {
  const body = literal.replace(/^[rRbB]*/, '');
  const quotes = body.startsWith('"""') || body.startsWith("'''") ? 3 : 1;
  return body.slice(quotes, -quotes);
}

const roots: ReadonlySet<string> = new Set(['tasks', 'inputs', 'variables']);

/** A path that an expression follows: `tasks.fetch.output.items[0]`, without calls of functions. */
export interface ExpressionPath {
  readonly root: string;
  readonly steps: readonly ReferenceStep[];
  /** Whether the expression only tests that the last step exists: `has(tasks.a.output.title)`. */
  readonly isGuarded: boolean;
}

/**
 * The paths that begin with one of these names, in order. None of a name that the expression binds itself, as in
 * `list.all(output, output > 0)`.
 */
export function listExpressionPaths(source: string, names: ReadonlySet<string>): readonly ExpressionPath[] {
  const tokens = scanExpression(source);
  const paths: ExpressionPath[] = [];
  const bound = new Set<string>();
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'name' || !names.has(text) || tokens[index - 1]?.text === '.') continue;
    const before = tokens[index - 1]?.text;
    const after = tokens[index + 1]?.text;
    if (after === '(') continue;
    if (before === '(' && after === ',') bound.add(text);
    if (before === ',' && after === ',' && isSecondName(tokens, index)) bound.add(text);
    const isGuarded = before === '(' && tokens[index - 2]?.text === 'has';
    paths.push({ root: text, steps: readSteps(tokens, index + 1), isGuarded });
  }
  return paths.filter(({ root }) => !bound.has(root));
}

const namesTwo: ReadonlySet<string> = new Set(['all', 'exists', 'existsOne', 'transformList', 'transformMap']);

/** Whether a name is the second that a function binds: `list.all(index, item, …)`. */
function isSecondName(tokens: readonly ExpressionToken[], index: number): boolean {
  return tokens[index - 3]?.text === '(' && namesTwo.has(tokens[index - 4]?.text ?? '');
}

function readSteps(tokens: readonly ExpressionToken[], start: number): readonly ReferenceStep[] {
  const steps: ReferenceStep[] = [];
  for (let index = start; ; ) {
    const [open, key, close] = tokens.slice(index, index + 3);
    if (open === undefined || key === undefined) return steps;
    if (open.text === '.' && key.kind === 'name' && close?.text !== '(') {
      steps.push({ name: key.text, from: open.from, to: key.to });
      index += 2;
    } else if (open.text === '[' && close?.text === ']' && (key.kind === 'string' || /^\d+$/.test(key.text))) {
      steps.push({ name: key.text, from: open.from, to: close.to });
      index += 3;
    } else return steps;
  }
}

/** A path that an expression compares with a text: `tasks.a.status == "FAILED"`. `from` and `to` span the literal. */
export interface ComparedPath {
  readonly root: string;
  readonly steps: readonly ReferenceStep[];
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** The paths that begin with a name and that an expression compares with a text, on either side of `==` or `!=`. */
export function listComparedPaths(source: string, name: string): readonly ComparedPath[] {
  const tokens = scanExpression(source);
  return tokens.flatMap((token, index): readonly ComparedPath[] => {
    if (token.kind !== 'name' || token.text !== name || tokens[index - 1]?.text === '.') return [];
    const steps = readSteps(tokens, index + 1);
    const end = steps.at(-1)?.to ?? token.to;
    const after = tokens.findIndex(({ from }) => from >= end);
    const isOperated = (at: number) => /^[-+*/%]$/.test(tokens[at]?.text ?? '');
    const isEqual = (at: number) => /^[=!]$/.test(tokens[at]?.text ?? '') && tokens[at + 1]?.text === '=';
    const later = after >= 0 && !isOperated(index - 1) && isEqual(after) ? after + 2 : undefined;
    const earlier = !isOperated(after) && isEqual(index - 2) ? index - 3 : undefined;
    return [later, earlier].flatMap((at) => {
      const literal = at === undefined ? undefined : tokens[at];
      if (at === undefined || literal?.kind !== 'string' || isOperated(at === later ? at + 1 : at - 1)) return [];
      return [{ root: name, steps, text: literal.text, from: literal.from, to: literal.to }];
    });
  });
}

/** The tasks, inputs and variables that an expression reads, in order. */
export function listExpressionReferences(source: string): readonly ExpressionReference[] {
  const tokens = scanExpression(source);
  const references: ExpressionReference[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'name' || !roots.has(token.text) || tokens[index - 1]?.text === '.') continue;
    const [open, key, close] = tokens.slice(index + 1, index + 4);
    if (open === undefined || key === undefined) continue;
    const dotted = open.text === '.' && key.kind === 'name';
    const indexed = open.text === '[' && key.kind === 'string' && close?.text === ']';
    if (!dotted && !indexed) continue;
    references.push({
      root: token.text as ExpressionReference['root'],
      name: key.text,
      guarded: tokens[index - 1]?.text === '(' && tokens[index - 2]?.text === 'has',
      from: open.from,
      to: dotted ? key.to : (close?.to ?? key.to),
    });
  }
  return references;
}

/** How an expression reaches a name: `.fetch`, or `["my-id"]` for a name with `-` or `.`. */
export function formatAccessor(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `["${name}"]`;
}
