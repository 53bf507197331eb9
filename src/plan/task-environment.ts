import type { Json } from '@/base/json';
import { ok, type Result } from '@/base/result';
import { createScope, type Environment, findInScope } from '@/workflow/expressions/environment';
import { listReferenceNames } from '@/workflow/expressions/reference';
import { listTemplateReferences, type Missing, renderValue, resolvePath } from '@/workflow/expressions/template';
import { fillVariableScope, type PlannedVariables } from '@/workflow/expressions/variables';
import { readFrom } from '@/workflow/tasks/input-kind';

/**
 * The value of an input or an argument: what `{from: path}` reads, or a literal with every text in it rendered as a
 * template.
 */
export function evaluateInput(input: Json, scope: Environment): Result<Json, Missing> {
  const path = readFrom(input);
  return path === undefined ? renderValue(input, scope) : resolvePath(path, scope);
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
    const value = input === '' ? ok(readGiven(scope, name)) : evaluateInput(input, scope);
    if (!value.ok) return value;
    values[name] = value.value;
  }
  return ok(values);
}

/** The value that a task's container gives it under a name; empty text: none. */
function readGiven(scope: Environment, name: string): Json {
  for (let level: Environment | undefined = scope; level !== undefined; level = level.outer) {
    const binding = level.kind === 'given' ? level.bindings.get(name) : undefined;
    if (binding?.kind === 'value') return binding.value;
  }
  return '';
}

/** The scope of a task, without input tasks: its variables, and its inputs, which see the variables and shadow them. */
export function createTaskEnvironment(
  task: PlannedVariables & { readonly inputs: Readonly<Record<string, Json>> },
  outer: Environment,
): Result<Environment, Missing> {
  const before = fillVariableScope(task, outer);
  const inputs = evaluateInputs(task.inputs, before);
  return inputs.ok ? ok(createScope('inputs', inputs.value, before)) : inputs;
}

/** The environment's names that templates use: for `fetch.output.title` the name `fetch`. */
export function collectTemplateNames(texts: readonly string[], environment: Environment): ReadonlySet<string> {
  const names = texts.flatMap(listTemplateReferences).map((path) => findBoundName(path, environment));
  return new Set(names.filter((name) => name !== undefined));
}

/** The longest name of the environment that a path begins with: ids may contain dots. */
export function findBoundName(path: string, environment: Environment): string | undefined {
  return listReferenceNames(path).find((name) => findInScope(environment, name) !== undefined);
}
