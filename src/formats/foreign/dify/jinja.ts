import type { Expression, ForeignReference } from '../foreign-graph';

/** A text of Jinja by what can be done with it. */
export interface ConvertedJinja {
  /** Set if it fills in values and does nothing else. */
  readonly template?: Expression;
}

const output = /\{\{-?\s*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[\d{1,6}\]|\['[^'\\]{1,80}'\]|\["[^"\\]{1,80}"\])*)\s*-?\}\}/g;

/**
 * Converts a text of Jinja: https://jinja.palletsprojects.com/templates/. `names`: what its variables are. A name that
 * is not declared is empty, as in Jinja.
 */
export function convertJinja(text: string, names: ReadonlyMap<string, Expression>): ConvertedJinja {
  // A single line break at the end goes, as Jinja has it.
  const clean = removeComments(text).replace(/\r?\n$/, '');
  const parts: (string | ForeignReference)[] = [];
  let end = 0;
  for (const match of clean.matchAll(output)) {
    if (/\{\{-|-\}\}/.test(match[0])) return {};
    if (match.index > end) parts.push(clean.slice(end, match.index));
    const [name = '', ...path] = (match[1] ?? '').match(/[A-Za-z_]\w*|\d+|(?<=['"])[^'"]+(?=['"])/g) ?? [];
    const named = names.get(name);
    if (named?.is === 'reference') parts.push({ ...named, path: [...named.path, ...path] });
    else if (named?.is === 'literal' && named.value !== null && path.length === 0) parts.push(String(named.value));
    else if (named !== undefined && named.is !== 'literal') return {};
    end = match.index + match[0].length;
  }
  if (end < clean.length) parts.push(clean.slice(end));
  if (parts.some((part) => typeof part === 'string' && /\{\{|\{%|%\}/.test(part))) return {};
  return { template: { is: 'template', parts } };
}

/** A text without its comments. Each letter is looked at a few times at most, however many comments have no end. */
function removeComments(text: string): string {
  let clean = '';
  let at = 0;
  for (;;) {
    const start = text.indexOf('{#', at);
    const end = start < 0 ? -1 : text.indexOf('#}', start + 2);
    if (end < 0) return clean + text.slice(at);
    clean += text.slice(at, start);
    at = end + 2;
  }
}
