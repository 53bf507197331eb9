import { isJsonObject, type Json } from '@/base/json';
import { tryDecodeJson } from '@/base/json-text';
import { cutToStart } from '@/base/start-of';
import { formatAccessor } from '@/workflow/expressions/scan-expression';
import { formatPromptValue } from '@/workflow/expressions/template';
import type { Payload } from './event-data';
import type { SeenName, ValueStart, ValueType } from './filled-text';

/** Characters of a value that a list of names shows. */
const shownLength = 400;
/** Most members of one value, and how deep they are looked for. */
const mostMembers = 40;
const depth = 3;

/** The kind of a value, and its start. */
export function describeValueStart(value: Json): ValueStart {
  const text = formatPromptValue(value);
  const items = Array.isArray(value) ? value.length : isJsonObject(value) ? Object.keys(value).length : undefined;
  return {
    type: typeOfValue(value),
    start: cutToStart(text, shownLength),
    length: text.length,
    ...(items === undefined ? {} : { items }),
  };
}

/** The kind of a value, for a person. */
function typeOfValue(value: Json): ValueType {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'list';
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'number':
      return 'number';
    case 'boolean':
      return 'yes or no';
    default:
      return 'object';
  }
}

/** Paths into a value, such as `.title`, each after `path`, with what is there: as many as a list of names can show. */
export function listMembers(value: Json, path: string): SeenName['members'] {
  const found: (ValueStart & { readonly path: string })[] = [];
  const addMembers = (inner: Json, at: string, levels: number): void => {
    for (const [step, member] of listSteps(inner)) {
      if (found.length >= mostMembers) return;
      found.push({ path: `${at}${step}`, ...describeValueStart(member) });
      if (levels > 1) addMembers(member, `${at}${step}`, levels - 1);
    }
  };
  addMembers(value, path, depth);
  return found;
}

/** The members of an object, and the first item of a list, with the step of a reference that leads to each. */
function listSteps(value: Json): readonly (readonly [step: string, member: Json])[] {
  if (Array.isArray(value)) return value.length === 0 ? [] : [['[0]', value[0] as Json]];
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([key, member]) => [formatReferenceStep(key), member]);
}

/** A step of a reference into a value: `.title`, `[0]`, `["two words"]`. */
export function formatReferenceStep(step: string | number): string {
  if (typeof step === 'number') return `[${step}]`;
  return /^[A-Za-z0-9_-]+$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
}

/** The same step as an expression has it, where `.a-b` would be a subtraction. */
export function formatExpressionStep(step: string | number): string {
  return typeof step === 'number' ? `[${step}]` : formatAccessor(step);
}

/** What a stored text holds: the value of its JSON, else the text itself. One that is cut is a text. */
export function readStoredValue({ text, length }: Pick<Payload, 'text' | 'length'>): Json {
  return text.length < length ? text : (tryDecodeJson(text) ?? text);
}

/** What a task gave, as a list of names has it: its text, what is in its output, and its status. */
export function describeResult(name: string, result: Payload): SeenName {
  const output = readStoredValue(result);
  const { type, start, items } = describeValueStart(output);
  const whole = { type, start, length: result.length, ...(items === undefined ? {} : { items }) };
  const members = [{ path: '.output', ...whole }, ...listMembers(output, '.output')];
  return {
    name,
    kind: 'tasks',
    type: 'text',
    start: cutToStart(result.text, shownLength),
    length: result.length,
    members,
  };
}
