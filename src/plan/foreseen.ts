import type { Json, JsonObject } from '@/base/json';
import { type Binding, type Environment, scopeOf } from '@/workflow/expressions/environment';
import { referenceNames } from '@/workflow/expressions/reference';
import { templateReferences } from '@/workflow/expressions/template';
import { readFrom } from '@/workflow/tasks/input-kind';
import type { Plan, PlannedAtomic } from './plan';
import { boundName, textsIn } from './task-environment';

/** The names that tasks of a plan will bind, each with a placeholder in the place of what is not known yet. */
export interface Foreseen {
  readonly environment: Environment;
  /** The task that binds a name: its own id, or one of its `returns`. */
  readonly owners: ReadonlyMap<string, string>;
  /** Positions of tasks in the plan. */
  readonly positions: ReadonlyMap<string, number>;
}

/** What will be bound when every task has ended, with placeholders. */
export function foresee(plan: Plan): Foreseen {
  const owners = new Map<string, string>();
  for (const task of plan.tasks) {
    owners.set(task.id, task.id);
    for (const name of Object.keys(task.returns)) owners.set(name, task.id);
  }
  const results = new Map([...owners.keys()].map((name) => [name, placeholder(name)]));
  const positions = new Map(plan.tasks.map((task) => [task.id, task.index]));
  const outer = scopeOf('variables', plan.variables);
  return { environment: { kind: 'tasks', bindings: results, outer }, owners, positions };
}

/**
 * The scope that a task will find. Each path that it reads out of an unknown output (`fetch.output.title`) is bound whole up
 * to the first bracket, and what follows it is made up, so that its prompt can be written although nothing is known yet.
 */
export function foreseenScope(task: PlannedAtomic, { environment, owners }: Foreseen): Environment {
  const inputs = Object.values(task.inputs);
  const templates = [
    task.prompt,
    task.expectedOutput ?? '',
    ...[...task.system, ...task.instructions].map((part) => part.value),
    ...inputs.filter((input) => readFrom(input) === undefined).flatMap((input) => textsIn(input)),
  ];
  const paths = [...templates.flatMap(templateReferences), ...inputs.map((input) => readFrom(input) ?? '')];
  const bindings = new Map<string, Binding>();
  for (const path of paths.filter((path) => owners.has(boundName(path, environment) ?? ''))) {
    const [name = path] = referenceNames(path);
    const keys = [...path.slice(name.length).matchAll(/[^[\].'"]+/g)].map(([key]) => key);
    const before = bindings.get(name);
    const known = before?.kind === 'value' ? before.value : {};
    bindings.set(name, keys.length === 0 ? placeholder(path) : { kind: 'value', value: withText(known, keys, path) });
  }
  return { kind: 'tasks', bindings, outer: environment };
}

/** The value with a placeholder at the end of the keys. */
function withText(value: Json, [key, ...rest]: readonly string[], path: string): Json {
  if (key === undefined) return textFor(path);
  const known = (typeof value === 'object' && value !== null ? value : {}) as JsonObject;
  return { ...known, [key]: withText(known[key] ?? {}, rest, path) };
}

/** The task whose output a bound name or path stands for. */
export function ownerOf(path: string, { environment, owners }: Foreseen): string | undefined {
  return owners.get(boundName(path, environment) ?? '');
}

function placeholder(path: string): Binding {
  const content = textFor(path);
  const figures = { usage: null, attempts: 1, duration_ms: 0 };
  return { kind: 'result', result: { content, output: content, status: 'COMPLETE', notes: {}, ...figures } };
}

function textFor(path: string): string {
  return `‹output of ${path}›`;
}
