import { isJsonObject, type Json } from '@/base/json';
import { cutToStart } from '@/base/start-of';
import type { SeenName, ValueStart, ValueType } from '@/run/filled-text';
import type { Environment } from '@/workflow/expressions/environment';
import { formatPromptValue } from '@/workflow/expressions/template';

/** Characters of a value that a list of names shows. */
const shownLength = 400;
/** Most names that are listed; a graph may have many thousand tasks. */
const mostNames = 2000;
/** Most members of one value, and how deep they are looked for. */
const mostMembers = 40;
const depth = 3;

/** The names of a scope with the starts of their values, nearest first; inner names hide outer ones. */
export function nameValues(environment: Environment): readonly SeenName[] {
  const named = new Map<string, SeenName>();
  for (let scope: Environment | undefined = environment; scope !== undefined; scope = scope.outer) {
    for (const [name, binding] of scope.bindings) {
      if (named.size >= mostNames) return [...named.values()];
      if (named.has(name)) continue;
      const isResult = binding.kind === 'result';
      const value = isResult ? binding.result.content : binding.value;
      const members = isResult ? listMembers(binding.result.output, '.output') : listMembers(value as Json, '');
      const output = isResult ? [{ path: '.output', ...describeValueStart(binding.result.output) }] : [];
      const status = isResult ? [{ path: '.status', ...describeValueStart(binding.result.status) }] : [];
      const kind = isResult ? 'tasks' : scope.kind;
      named.set(name, { name, kind, ...describeValueStart(value), members: [...output, ...members, ...status] });
    }
  }
  return [...named.values()];
}

/** The kind of a value, and its start. */
export function describeValueStart(value: Json): ValueStart {
  const text = formatPromptValue(value);
  return { type: typeOfValue(value), start: cutToStart(text, shownLength), length: text.length };
}

/** The kind of a value, for a person. */
export function typeOfValue(value: Json): ValueType {
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

function listMembers(value: Json, path: string): SeenName['members'] {
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
  return Object.entries(value).map(([key, member]) => [
    /^[A-Za-z0-9_-]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`,
    member,
  ]);
}
