import { isJsonObject, type Json } from '@/base/json';
import type { Expression, ForeignReference } from '../foreign-graph';
import { getText } from '../read-plain';

/**
 * `{{#node.field#}}`, as Dify's own parser of templates takes it, with ids that have a `-`; `{{#context#}}` alone has
 * no field. See https://docs.dify.ai/en/guides/workflow/variables.
 */
const reference = /\{\{#([\w-]{1,80}(?:\.[^\s.#{}]{1,80}){0,10})#\}\}/g;

/** A text with references to nodes by its class. */
export function classifyText(text: string): Expression {
  const parts: (string | ForeignReference)[] = [];
  let end = 0;
  for (const match of text.matchAll(reference)) {
    const [node = '', ...path] = (match[1] ?? '').split('.');
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push({ is: 'reference', node, path });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'object') return only;
  return parts.some((part) => typeof part === 'object') ? { is: 'template', parts } : { is: 'literal', value: text };
}

/** `[node, field, …]`; undefined: it is no selector. */
export function readSelector(value: Json | undefined): ForeignReference | undefined {
  const names = Array.isArray(value) ? (value as readonly Json[]) : [];
  const [node, ...path] = names.map((name) => (typeof name === 'number' ? String(name) : name));
  if (typeof node !== 'string' || node === '' || path.length === 0) return undefined;
  return path.every((name) => typeof name === 'string') ? { is: 'reference', node, path: path as string[] } : undefined;
}

/** Keys under which a list of texts is a selector. */
const selectorKeys = /(?:selector|^query|^variable)$/;

/**
 * The texts and selectors in the data of a node, by their path (`prompt_template.0.text`). Plain values are left out:
 * they are in the data as they are.
 */
export function readFields(data: Json): Readonly<Record<string, Expression>> {
  const fields: [string, Expression][] = [];
  const walk = (value: Json, path: readonly string[], holder: Json) => {
    const key = path.at(-1) ?? '';
    if (typeof value === 'string') {
      const code = findCode(key, value, holder);
      const read = code ?? classifyText(value);
      if (read.is !== 'literal') fields.push([path.join('.'), read]);
      return;
    }
    const isVariable =
      key === 'value' &&
      /variable/.test(getText(holder, 'input_type') + getText(holder, 'value_type') + getText(holder, 'type'));
    const selector =
      selectorKeys.test(key) || isVariable || path.at(-2) === 'variables' ? readSelector(value) : undefined;
    if (selector !== undefined) fields.push([path.join('.'), selector]);
    else if (Array.isArray(value))
      for (const [index, item] of (value as readonly Json[]).entries()) walk(item, [...path, String(index)], value);
    else if (isJsonObject(value))
      for (const [name, member] of Object.entries(value)) walk(member, [...path, name], value);
  };
  walk(data, [], null);
  return Object.fromEntries(fields);
}

function findCode(key: string, text: string, holder: Json): Expression | undefined {
  const type = getText(holder, 'type');
  if (key === 'code' && type === 'code') {
    const language = getText(holder, 'code_language') === 'javascript' ? 'javascript' : 'python';
    return { is: 'code', language, text };
  }
  const isJinja =
    (key === 'template' && type === 'template-transform') ||
    (key === 'jinja2_text' && getText(holder, 'edition_type') === 'jinja2');
  return isJinja ? { is: 'code', language: 'jinja', text } : undefined;
}
