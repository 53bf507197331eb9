import { isJsonObject, type Json } from '@/base/json';
import type { Expression, ForeignReference } from '../foreign-graph';

/**
 * `{{ … }}` of a text, as `resolveVariables` of Flowise takes it
 * (https://github.com/FlowiseAI/Flowise, packages/server/src/utils/buildAgentflow.ts). What it does not know stays
 * text.
 */
const reference = /\{\{([^{}]{1,200})\}\}/g;

/** Values of the surroundings, which have no path. */
const given: ReadonlySet<string> = new Set([
  ...['question', 'chat_history', 'runtime_messages_length', 'loop_count', 'current_date_time', 'file_attachment'],
]);

/** Values of the surroundings, by the name before their path. */
const holders: ReadonlySet<string> = new Set(['$form', '$flow', '$vars', '$iteration', '$webhook']);

/** A text with references to nodes by its class. */
export function classifyFlowText(text: string): Expression {
  const parts: (string | ForeignReference)[] = [];
  let end = 0;
  for (const match of text.matchAll(reference)) {
    const read = readReference(match[1] ?? '');
    if (read === undefined) continue;
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push(read);
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'object') return only;
  return parts.some((part) => typeof part === 'object') ? { is: 'template', parts } : { is: 'literal', value: text };
}

/**
 * `$state` is the state of the flow, `$output` what the node itself gives; an id without a path is the text that a node
 * gives, `id.output.x` a field of it.
 */
function readReference(words: string): ForeignReference | undefined {
  const name = words.trim().replace(/\\/g, '');
  if (given.has(name)) return { is: 'reference', node: name, path: [] };
  const output = /^([A-Za-z]\w*_\d+)(?:\.output\.(.+))?$/.exec(name);
  if (output !== null)
    return { is: 'reference', node: output[1] ?? '', path: output[2] === undefined ? [] : splitPath(output[2]) };
  const [holder = '', ...path] = splitPath(name);
  if (holder === 'output') return { is: 'reference', node: '$output', path };
  if (!holders.has(holder)) return undefined;
  if (holder === '$flow' && path[0] === 'state') return { is: 'reference', node: '$state', path: path.slice(1) };
  return { is: 'reference', node: holder, path };
}

/** `a.b[0]` by its names. */
const splitPath = (path: string): readonly string[] => path.split(/[.[\]]+/).filter((name) => name !== '');

/** Texts in which nothing is filled in: code, and schemas. */
export const isPlainField = (key: string): boolean => /(?:JavascriptFunction|customCode|schema|Schema)$/.test(key);

/** The texts in the inputs of a node by their path (`llmMessages.0.content`), and its code. */
export function readFlowFields(inputs: Json): Readonly<Record<string, Expression>> {
  const fields: [string, Expression][] = [];
  const walk = (value: Json, path: readonly string[]) => {
    const key = path.at(-1) ?? '';
    if (typeof value === 'string') {
      const read: Expression = isPlainField(key)
        ? { is: 'code', language: 'javascript', text: value }
        : classifyFlowText(value);
      if (read.is !== 'literal' && (read.is !== 'code' || key.endsWith('JavascriptFunction')))
        fields.push([path.join('.'), read]);
    } else if (Array.isArray(value)) {
      for (const [index, item] of (value as readonly Json[]).entries()) walk(item, [...path, String(index)]);
    } else if (isJsonObject(value)) {
      for (const [name, member] of Object.entries(value)) walk(member, [...path, name]);
    }
  };
  walk(inputs, []);
  return Object.fromEntries(fields);
}
