import type { Json } from '@/base/json';
import { ok, type Result } from '@/base/result';
import { type Environment, lookup, scopeOf } from '@/workflow/expressions/environment';
import { referenceNames } from '@/workflow/expressions/reference';
import { renderTemplate, resolvePath, templateReferences } from '@/workflow/expressions/template';
import { readFrom } from '@/workflow/tasks/input-kind';

/** A name that a template or an input uses but that no scope has. */
export interface Missing {
  readonly missing: string;
}

/**
 * The value of an input or an argument: what `{from: path}` reads, or a literal with every text in it rendered as a
 * template.
 */
export function evaluateInput(input: Json, scope: Environment): Result<Json, Missing> {
  const path = readFrom(input);
  return path === undefined ? renderDeep(input, scope) : resolvePath(path, scope);
}

/**
 * All values of a record of inputs or arguments. Error: the first missing name. An input that is declared empty takes
 * the value that the container gives under this name, if any (`current_data` in a reduce): declaring it says only that
 * the task has it (decided, for the examples that the language comes from).
 */
export function evaluateInputs(
  inputs: Readonly<Record<string, Json>>,
  scope: Environment,
): Result<Record<string, Json>, Missing> {
  const values: Record<string, Json> = {};
  for (const [name, input] of Object.entries(inputs)) {
    const value = input === '' ? ok(givenTo(scope, name)) : evaluateInput(input, scope);
    if (!value.ok) return value;
    values[name] = value.value;
  }
  return ok(values);
}

/** The value that a task's container gives it under a name; empty text: none. */
function givenTo(scope: Environment, name: string): Json {
  for (let level: Environment | undefined = scope; level !== undefined; level = level.outer) {
    const binding = level.kind === 'given' ? level.bindings.get(name) : undefined;
    if (binding?.kind === 'value') return binding.value;
  }
  return '';
}

/** The scope of a task, without input tasks: its variables, and its inputs, which see the variables and shadow them. */
export function taskEnvironment(
  task: { readonly variables: Readonly<Record<string, Json>>; readonly inputs: Readonly<Record<string, Json>> },
  outer: Environment,
): Result<Environment, Missing> {
  const before = scopeOf('variables', task.variables, outer);
  const inputs = evaluateInputs(task.inputs, before);
  return inputs.ok ? ok(scopeOf('inputs', inputs.value, before)) : inputs;
}

/** All texts in a literal input; each is a template. */
export function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}

/** The environment's names that templates use: for `fetch.output.title` the name `fetch`. */
export function namesInTemplates(texts: readonly string[], environment: Environment): ReadonlySet<string> {
  const names = texts.flatMap(templateReferences).map((path) => boundName(path, environment));
  return new Set(names.filter((name) => name !== undefined));
}

/** The longest name of the environment that a path begins with: ids may contain dots. */
export function boundName(path: string, environment: Environment): string | undefined {
  return referenceNames(path).find((name) => lookup(environment, name) !== undefined);
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
