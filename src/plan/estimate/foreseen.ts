import type { Json, JsonObject } from '@/base/json';
import { type Binding, type Environment, scopeOf } from '@/workflow/expressions/environment';
import { referenceNames } from '@/workflow/expressions/reference';
import { templateReferences } from '@/workflow/expressions/template';
import { partPath } from '@/workflow/task-path';
import { readFrom } from '@/workflow/tasks/input-kind';
import type { Plan, PlannedAtomic, PlannedTask } from '../plan';
import { boundName, textsIn } from '../task-environment';
import type { MostTokens } from './most-tokens';

/**
 * The names that are known or will be bound around a task, with a placeholder in place of what is not known yet.
 */
export interface Foreseen {
  readonly environment: Environment;
  /** The place of the task that binds a name: by its own id, or by one of its `returns`. */
  readonly owners: ReadonlyMap<string, string>;
  /** The most tokens that the task at a place gives. */
  readonly maxTokens: ReadonlyMap<string, number>;
  /** The most tokens by task. */
  readonly most: MostTokens;
}

/** What is there before any task. */
export function foreseeGlobal({ variables }: Plan, most: MostTokens): Foreseen {
  return { environment: scopeOf('variables', variables), owners: new Map(), maxTokens: new Map(), most };
}

/** What will be bound when these tasks, which are beside one another in `holder`, have ended. */
export function foreseeTasks(tasks: readonly PlannedTask[], container: string | undefined, outer: Foreseen): Foreseen {
  const owners = new Map(outer.owners);
  const maxTokens = new Map(outer.maxTokens);
  const bindings = new Map<string, Binding>();
  for (const task of tasks) {
    const taskPath = container === undefined ? task.id : partPath(container, task.id);
    maxTokens.set(taskPath, outer.most(task));
    for (const name of [task.id, ...Object.keys(task.returns)]) {
      owners.set(name, taskPath);
      bindings.set(name, placeholder(name));
    }
  }
  return { ...outer, environment: { kind: 'tasks', bindings, outer: outer.environment }, owners, maxTokens };
}

/**
 * What the parts of a task see of the task itself: its variables, and its inputs, each with a placeholder if it is not
 * known.
 */
export function foreseeWithin(task: PlannedTask, outer: Foreseen): Foreseen {
  const variables = scopeOf('variables', task.variables, outer.environment);
  const inputs = Object.keys(task.inputs).map((name) => [name, textFor(name)]);
  return { ...outer, environment: scopeOf('inputs', Object.fromEntries(inputs), variables) };
}

/**
 * The scope that a task will find. Each path that it reads out of an unknown output (`fetch.output.title`) is bound
 * whole up to the first bracket, and what follows it is made up, so that its prompt can be written although nothing is
 * known yet; so is what its container will give it, such as the item of a map.
 */
export function foreseenScope(task: PlannedAtomic, { environment, owners }: Foreseen): Environment {
  const inputs = Object.values(task.inputs);
  const templates = [
    task.prompt,
    task.expectedOutput ?? '',
    ...[...task.system, ...task.instructions].map((part) => part.value),
    ...inputs.filter((input) => readFrom(input) === undefined).flatMap((input) => textsIn(input)),
  ];
  const paths = [
    ...templates.flatMap(templateReferences),
    ...inputs.flatMap((input) => {
      const path = readFrom(input);
      return path === undefined ? [] : [path];
    }),
  ];
  const own = new Set([...Object.keys(task.variables), ...Object.keys(task.inputs)]);
  const bindings = new Map<string, Binding>();
  for (const path of paths) {
    const bound = boundName(path, environment);
    const isKnown = bound === undefined ? referenceNames(path).some((name) => own.has(name)) : !owners.has(bound);
    if (isKnown) continue;
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

/** The place of the task whose output a bound name or path stands for. */
export function ownerOf(path: string, { environment, owners }: Foreseen): string | undefined {
  return owners.get(boundName(path, environment) ?? '');
}

function placeholder(path: string): Binding {
  const content = textFor(path);
  const figures = { usage: null, attempts: 1, duration_ms: 0 };
  return { kind: 'result', result: { content, output: content, status: 'COMPLETE', notes: {}, ...figures } };
}

/** What is in place of an output that is not known yet. */
export function textFor(path: string): string {
  return `‹output of ${path}›`;
}
