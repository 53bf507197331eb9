import type { Json } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import type { Expression, ForeignReference } from './foreign-graph';
import { getMember } from './read-plain';

/** What a value is, as far as it is known. */
export type FoundType = 'text' | 'number' | 'boolean' | 'list' | 'object' | 'any';

/** What a reference of a foreign file is here: a value at a path, a value that is known now, or a secret. */
export type FoundValue =
  | {
      readonly is: 'value';
      /** As a template or `{from: …}` has it: `fetch.output.title`. */
      readonly path: string;
      /** As an expression has it: `tasks.fetch.output.title`. */
      readonly cel: string;
      readonly type: FoundType;
      /** Whether it may be null. */
      readonly isNullable?: boolean;
      /** In what it is not the same here, for a person. So for a constant. */
      readonly differs?: string;
    }
  /** `cel`: the same as an expression, if that can tell more. */
  | { readonly is: 'constant'; readonly value: Json; readonly cel?: string; readonly differs?: string }
  | { readonly is: 'secret'; readonly name: string };

/** Finds what a reference is here; undefined: it finds nothing, which the one who asks tells. */
export type FindValue = (reference: ForeignReference) => FoundValue | undefined;

/** A field of the output of a task. */
export function createOutputValue(
  id: string,
  path: readonly string[],
  type: FoundType,
  isNullable = false,
): FoundValue {
  const tail = path.map((name) =>
    /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : /^\d+$/.test(name) ? `[${name}]` : `["${name.replace(/["\\]/g, '')}"]`,
  );
  return {
    is: 'value',
    path: `${id}.output${tail.join('')}`,
    cel: `${writeTaskInCel(id)}.output${tail.join('')}`,
    type,
    isNullable,
  };
}

/** The text that a task gives. */
export function createContentValue(id: string): FoundValue {
  return { is: 'value', path: id, cel: `${writeTaskInCel(id)}.content`, type: 'text' };
}

export const writeTaskInCel = (id: string): string => (/^[A-Za-z_]\w*$/.test(id) ? `tasks.${id}` : `tasks["${id}"]`);

/** A text in which nothing is filled in. */
export const escapeBraces = (text: string): string => text.replace(/\{\{/g, '\\{{');

/** A JSON value in which nothing is filled in. */
export function escapeValue(value: Json): Json {
  if (typeof value === 'string') return escapeBraces(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map(escapeValue);
  if (typeof value !== 'object' || value === null) return value;
  const escaped = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, escapeValue(member)]));
  // `{from: …}` and `{task: …}` would mean something else.
  return 'from' in escaped || 'task' in escaped ? encodeJson(escaped) : escaped;
}

/** An expression as a template. */
export function writeTemplate(expression: Expression, find: FindValue): string {
  const parts = expression.is === 'template' ? expression.parts : [expression];
  return parts.map((part) => (typeof part === 'string' ? escapeBraces(part) : writePart(part, find))).join('');
}

function writePart(part: Expression, find: FindValue): string {
  if (part.is === 'literal') return escapeBraces(formatText(part.value));
  if (part.is !== 'reference') return part.is === 'code' ? escapeBraces(part.text) : writeTemplate(part, find);
  const found = find(part);
  if (found === undefined || found.is === 'secret') return '';
  return found.is === 'value' ? `{{${found.path}}}` : escapeBraces(formatText(found.value));
}

const formatText = (value: Json): string =>
  value === null ? '' : typeof value === 'string' ? value : encodeJson(value);

/** An expression as the value of an input: a reference alone keeps its type. */
export function writeInput(expression: Expression, find: FindValue): Json {
  if (expression.is === 'literal') return escapeValue(expression.value);
  if (expression.is !== 'reference') return writeTemplate(expression, find);
  const found = find(expression);
  if (found === undefined || found.is === 'secret') return '';
  if (found.is === 'constant') return escapeValue(found.value);
  // The text of a task is its content; its output may be what JSON in it says.
  return found.cel.endsWith('.content') ? `{{${found.path}}}` : { from: found.path };
}

/** A text as CEL has it. */
export const quoteCel = (text: string): string => JSON.stringify(text);

/** An expression as CEL. */
export function writeCel(expression: Expression, find: FindValue): string {
  if (expression.is === 'literal') return writeCelValue(expression.value);
  if (expression.is === 'code') return 'null';
  if (expression.is === 'template') {
    const parts = expression.parts.map((part) => {
      if (typeof part === 'string') return quoteCel(part);
      const found = find(part);
      return found?.is === 'value'
        ? `string(${found.cel})`
        : quoteCel(found?.is === 'constant' ? formatText(found.value) : '');
    });
    return parts.join(' + ');
  }
  const found = find(expression);
  if (found === undefined || found.is === 'secret') return 'null';
  return found.is === 'value' ? found.cel : (found.cel ?? writeCelValue(found.value));
}

export function writeCelValue(value: Json): string {
  if (typeof value === 'string') return quoteCel(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(writeCelValue).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  return `{${Object.entries(value)
    .map(([key, member]) => `${quoteCel(key)}: ${writeCelValue(member)}`)
    .join(', ')}}`;
}

/** All references in an expression. */
export function listReferences(expression: Expression): readonly ForeignReference[] {
  if (expression.is === 'reference') return [expression];
  return expression.is === 'template' ? expression.parts.filter((part) => typeof part !== 'string') : [];
}

/** The expression at a path of the data of a node; a plain value is a literal. */
export function readExpression(
  node: { readonly fields: Readonly<Record<string, Expression>>; readonly raw: Json },
  ...path: readonly string[]
): Expression {
  const key = path.join('.');
  if (Object.hasOwn(node.fields, key)) return node.fields[key] as Expression;
  let at: Json | undefined = node.raw;
  for (const name of path) at = Array.isArray(at) ? (at as readonly Json[])[Number(name)] : getMember(at, name);
  return { is: 'literal', value: at ?? null };
}
