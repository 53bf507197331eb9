import type { Json, JsonObject } from '@/base/json';
import { createScope, type Environment } from './environment';
import { listReferenceNames } from './reference';
import { listTemplateReferences, listTextsIn, renderValue } from './template';

/** The variables of a task. */
export interface PlannedVariables {
  readonly variables: JsonObject;
  /** Those whose texts are templates, each after those that it names; left out: none. */
  readonly filledVariables?: readonly string[];
}

/** Which variables of a scope name something, and in which order they are filled in. */
export interface VariableOrder {
  /** Those with a template, each after those of the same scope that it names. */
  readonly names: readonly string[];
  /** The first variables that name each other in a circle, so that none of them has a value. Each names the next. */
  readonly circle?: readonly string[];
}

/**
 * The order in which the variables of one scope are filled in. `isAround`: whether a name means something around them.
 * As ids may hold dots, `{{a.b}}` may be such a name, and not a variable `a`.
 */
export function orderVariables(
  variables: JsonObject,
  isAround: (name: string) => boolean = () => false,
): VariableOrder {
  const names: string[] = [];
  const settled = new Set<string>();
  const open: string[] = [];
  let circle: readonly string[] | undefined;

  /** Adds what a variable names, then itself. */
  function addVariable(name: string): void {
    if (settled.has(name)) return;
    if (open.includes(name)) {
      circle ??= open.slice(open.indexOf(name));
      return;
    }
    open.push(name);
    const texts = listTextsIn(variables[name] ?? null);
    for (const path of texts.flatMap(listTemplateReferences)) {
      const named = listReferenceNames(path).find((one) => Object.hasOwn(variables, one) || isAround(one));
      if (named !== undefined && Object.hasOwn(variables, named)) addVariable(named);
    }
    open.pop();
    settled.add(name);
    if (texts.some((text) => text.includes('{{'))) names.push(name);
  }

  for (const name of Object.keys(variables)) addVariable(name);
  return circle === undefined ? { names } : { names, circle };
}

/**
 * The scope of a task's variables. Those that are templates are filled in, in order of need, from the others and from
 * the scope around them. One that names something that is nowhere is null, and the scope says what it lacks.
 */
export function fillVariableScope(
  { variables, filledVariables = [] }: PlannedVariables,
  outer?: Environment,
): Environment {
  const scope = createScope('variables', variables, outer);
  if (filledVariables.length === 0) return scope;
  const bindings = new Map(scope.bindings);
  const filled: Environment = { ...scope, bindings };
  let lacks: string | undefined;
  for (const name of filledVariables) {
    const value = renderValue(variables[name] ?? null, filled);
    bindings.set(name, { kind: 'value', value: value.ok ? value.value : null });
    if (!value.ok) lacks ??= value.error.missing;
  }
  return lacks === undefined ? filled : { ...filled, lacks };
}

/**
 * A variable of a workflow that names a value that another one does not have, and the path it names. `inputs`: those of
 * the workflow, whose values are known only in a run.
 */
export function findLack(
  variables: JsonObject,
  inputs: object = {},
): { readonly name: string; readonly path: string } | undefined {
  const isInput = (name: string): boolean => Object.hasOwn(inputs, name);
  const { names } = orderVariables(variables, isInput);
  for (const [index, name] of names.entries()) {
    const { lacks } = fillVariableScope({ variables, filledVariables: names.slice(0, index + 1) });
    if (lacks !== undefined && !listReferenceNames(lacks).some(isInput)) return { name, path: lacks };
  }
  return undefined;
}

/** The variables of a workflow with their values: they can name only each other and these inputs. */
export function fillVariables(variables: JsonObject, inputs: JsonObject = {}): JsonObject {
  const { names } = orderVariables(variables, (name) => Object.hasOwn(inputs, name));
  if (names.length === 0) return variables;
  const { bindings } = fillVariableScope({ variables, filledVariables: names }, createScope('inputs', inputs));
  return Object.fromEntries(
    Object.keys(variables).map((name): [string, Json] => {
      const binding = bindings.get(name);
      return [name, binding?.kind === 'value' ? binding.value : null];
    }),
  );
}

/** A value whose texts stand for themselves where templates are filled in: `{{` is written `\{{`. */
export function escapeTemplates(value: Json): Json {
  if (typeof value === 'string') return value.replaceAll('{{', '\\{{');
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(escapeTemplates);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, escapeTemplates(member as Json)]));
}
