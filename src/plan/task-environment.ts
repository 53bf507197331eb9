import type { Json } from '@/base/json';
import { ok, type Result } from '@/base/result';
import { type Binding, type Environment, lookup } from '@/workflow/expressions/environment';
import { referenceNames } from '@/workflow/expressions/reference';
import { renderTemplate, resolvePath, templateReferences } from '@/workflow/expressions/template';
import type { Input } from '@/workflow/tasks';
import type { PlannedCommon } from './plan';

/** A name that a template or an input asks for and that is nowhere. */
export interface Missing {
  readonly missing: string;
}

/** The global scope: the workflow's variables, under the results and returns of tasks that have ended. */
export function globalEnvironment(
  variables: Readonly<Record<string, Json>>,
  results: ReadonlyMap<string, Binding>,
): Environment {
  return { bindings: results, outer: { bindings: values(variables) } };
}

/**
 * The scope of a task: its variables, and its inputs, which see the variables and shadow them. Literal inputs are templates,
 * however deep the text lies in them.
 */
export function taskEnvironment(task: PlannedCommon, outer: Environment): Result<Environment, Missing> {
  const bindings = values(task.variables);
  const scope = { bindings, outer };
  const inputs = new Map<string, Binding>();
  for (const [name, input] of Object.entries(task.inputs)) {
    const value = evaluateInput(input, scope);
    if (!value.ok) return value;
    inputs.set(name, { kind: 'value', value: value.value });
  }
  return ok({ bindings: new Map([...bindings, ...inputs]), outer });
}

/** The path of an input that takes its value from elsewhere (`{from: name.path}`), or undefined for a literal. */
export function sourceOf(input: Input): string | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  const from = Object.hasOwn(input, 'from') && Object.keys(input).length === 1 ? Object.values(input)[0] : undefined;
  return typeof from === 'string' ? from : undefined;
}

/** All texts in a literal input, which are templates. */
export function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}

/** The names that templates mention, as the environment has them: of `fetch.output.title` the name `fetch`. */
export function namesIn(texts: readonly string[], environment: Environment): ReadonlySet<string> {
  const names = texts.flatMap(templateReferences).map((path) => boundName(path, environment));
  return new Set(names.filter((name) => name !== undefined));
}

/** The name that a path begins with, the longest that is in the environment: ids may hold dots. */
export function boundName(path: string, environment: Environment): string | undefined {
  return referenceNames(path).find((name) => lookup(environment, name) !== undefined);
}

function values(record: Readonly<Record<string, Json>>): ReadonlyMap<string, Binding> {
  return new Map(Object.entries(record).map(([name, value]) => [name, { kind: 'value', value }]));
}

function evaluateInput(input: Input, scope: Environment): Result<Json, Missing> {
  const path = sourceOf(input);
  return path === undefined ? renderDeep(input as Json, scope) : resolvePath(path, scope);
}

function renderDeep(value: Json, scope: Environment): Result<Json, Missing> {
  if (typeof value === 'string') return renderTemplate(value, scope);
  if (value === null || typeof value !== 'object') return ok(value);
  const entries: [string, Json][] = [];
  for (const [key, member] of Object.entries(value)) {
    const rendered = renderDeep(member, scope);
    if (!rendered.ok) return rendered;
    entries.push([key, rendered.value]);
  }
  return ok(Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries));
}
