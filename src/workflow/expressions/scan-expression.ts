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
    if (groups['string'] !== undefined) tokens.push({ kind: 'string', text: stringValue(match[0]), from, to });
    else if (groups['quoted'] !== undefined) tokens.push({ kind: 'name', text: groups['quoted'], from, to });
    else tokens.push({ kind: groups['name'] === undefined ? 'other' : 'name', text: match[0], from, to });
  }
  return tokens;
}

/** The content of a string literal that is a plain name. Escapes do not occur in names and are kept as they are. */
function stringValue(literal: string): string {
  const body = literal.replace(/^[rRbB]*/, '');
  const quotes = body.startsWith('"""') || body.startsWith("'''") ? 3 : 1;
  return body.slice(quotes, -quotes);
}

const roots: ReadonlySet<string> = new Set(['tasks', 'inputs', 'variables']);

/** The tasks, inputs and variables that an expression reads, in order. */
export function expressionReferences(source: string): readonly ExpressionReference[] {
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
export function accessorOf(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `["${name}"]`;
}
