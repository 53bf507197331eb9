import type { Json, JsonObject } from '@/base/json';
import { type Binding, type Environment, scopeOf } from '@/workflow/expressions/environment';
import { referenceNames } from '@/workflow/expressions/reference';
import { templateReferences } from '@/workflow/expressions/template';
import { partPath } from '@/workflow/task-path';
import { readFrom } from '@/workflow/tasks/input-kind';
import type { Plan, PlannedAtomic, PlannedTask } from '../plan';
import { boundName, textsIn } from '../task-environment';
import type { MostTokens } from './most-tokens';

/** The names that a task can use, with placeholders for values that are not known yet. */
export interface Foreseen {
  readonly environment: Environment;
  /** Task path of the task that binds a name, by its own id or by one of its `returns`. */
  readonly owners: ReadonlyMap<string, string>;
  /** The most tokens of a task's output, by task path. */
  readonly maxTokens: ReadonlyMap<string, number>;
  /** The most tokens of a task's output. */
  readonly most: MostTokens;
}

/** The names known before any task runs. */
export function foreseeGlobal({ variables }: Plan, most: MostTokens): Foreseen {
  return { environment: scopeOf('variables', variables), owners: new Map(), maxTokens: new Map(), most };
}

/** The names bound once these sibling tasks of `container` have ended. */
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
 * The names that the parts of a task see from the task itself: its variables and its inputs, with placeholders for the
 * inputs.
 */
export function foreseeWithin(task: PlannedTask, outer: Foreseen): Foreseen {
  const variables = scopeOf('variables', task.variables, outer.environment);
  const inputs = Object.keys(task.inputs).map((name) => [name, textFor(name)]);
  return { ...outer, environment: scopeOf('inputs', Object.fromEntries(inputs), variables) };
}

/**
 * The scope of a task, with made-up values so that its prompt can be rendered before anything is known. For a path into
 * an unknown output (`fetch.output.title`), the name up to the first bracket is bound, with placeholders for the keys
 * after it. Names that its container will give, such as the item of a map, are made up too.
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

/** The value with a placeholder added at the path of keys. */
function withText(value: Json, [key, ...rest]: readonly string[], path: string): Json {
  if (key === undefined) return textFor(path);
  const known = (typeof value === 'object' && value !== null ? value : {}) as JsonObject;
  return { ...known, [key]: withText(known[key] ?? {}, rest, path) };
}

/** Task path of the task whose output a bound name or path refers to. */
export function ownerOf(path: string, { environment, owners }: Foreseen): string | undefined {
  return owners.get(boundName(path, environment) ?? '');
}

function placeholder(path: string): Binding {
  const content = textFor(path);
  const figures = { error: null, criteria: null, usage: null, metrics: null, attempts: 1, duration_ms: 0 };
  return { kind: 'result', result: { content, output: content, status: 'COMPLETE', notes: {}, ...figures } };
}

/** Placeholder for an output that is not known yet. */
export function textFor(path: string): string {
  return `‹output of ${path}›`;
}
