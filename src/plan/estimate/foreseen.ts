import type { Json, JsonObject } from '@/base/json';
import { type Binding, createScope, type Environment } from '@/workflow/expressions/environment';
import { listReferenceNames } from '@/workflow/expressions/reference';
import { formatPromptValue, listTemplateReferences, listTextsIn } from '@/workflow/expressions/template';
import { fillVariableScope, type PlannedVariables } from '@/workflow/expressions/variables';
import { buildPartPath } from '@/workflow/task-path';
import { readFrom } from '@/workflow/tasks/input-kind';
import { createGlobalEnvironment } from '../global-environment';
import type { Plan, PlannedAtomic, PlannedTask } from '../plan';
import { evaluateInput, findBoundName } from '../task-environment';
import { estimateReturnedSize } from './expression-size';
import type { OutputSizes } from './output-sizes';
import { createPlaceholderText, estimateMostTokens, isOpen } from './placeholders';
import { type Count, createLazySize, type Size } from './size';
import { UnknownNames, type UnknownValue } from './unknown-names';

/** The names that a task can use, with placeholders for values that are not known yet. */
export interface Foreseen {
  readonly environment: Environment;
  /** What the placeholders stand for. */
  readonly unknown: UnknownNames;
  readonly outputs: OutputSizes;
}

/** The names known before any task runs. */
export function foreseeGlobal(plan: Plan, outputs: OutputSizes): Foreseen {
  const unknown = new UnknownNames(new Map(Object.keys(plan.variables).map((name) => [name, null])));
  return { environment: createGlobalEnvironment(plan), unknown, outputs };
}

/** The names bound once these sibling tasks of `container` have ended. */
export function foreseeTasks(tasks: readonly PlannedTask[], container: string | undefined, outer: Foreseen): Foreseen {
  const { outputs } = outer;
  const unknown = new Map<string, UnknownValue>();
  const bindings = new Map<string, Binding>();
  for (const task of tasks) {
    const owner = container === undefined ? task.id : buildPartPath(container, task.id);
    const shown = outputs.shown(task);
    const whole = outputs.whole(task);
    bindings.set(task.id, createPlaceholder(task.id));
    unknown.set(task.id, { owner, shown, whole });
    for (const [name, source] of Object.entries(task.returns)) {
      const size = estimateReturnedSize(source, whole);
      bindings.set(name, createPlaceholder(name));
      unknown.set(name, { owner, shown: size, whole: size });
    }
  }
  const environment: Environment = { kind: 'tasks', bindings, outer: outer.environment };
  return { ...outer, environment, unknown: new UnknownNames(unknown, outer.unknown) };
}

/** The names with more, which a container gives its part, or a loop its rounds. */
export function addGiven(sizes: Readonly<Record<string, Size>>, outer: Foreseen): Foreseen {
  return addUnknown('given', sizes, outer);
}

/** The names that the parts of a task see from the task itself: its variables and its inputs. */
export function foreseeWithin(
  task: Pick<PlannedTask, 'variables' | 'filledVariables' | 'inputs' | 'inputTasks'>,
  outer: Foreseen,
): Foreseen {
  const { inputs, inputTasks } = task;
  const own = addKnown(task, outer);
  const sizes: [string, Size][] = Object.entries(inputs).map(([name, input]) => [
    name,
    estimateInputSize(input, name, own),
  ]);
  const ofTasks = inputTasks.map((task): [string, Size] => [readInputName(task), outer.outputs.whole(task)]);
  return addUnknown('inputs', Object.fromEntries([...sizes, ...ofTasks]), own);
}

/** The most tokens of the value of an input or an argument; `name`: of the input. */
export function estimateInputSize(input: Json, name: string, foreseen: Foreseen): Size {
  // An input that is declared empty takes what the container gives under its name.
  const path = input === '' ? name : readFrom(input);
  if (path !== undefined) return (count) => foreseen.unknown.tokensOf(path, count);
  return createLazySize((count) => {
    const value = evaluateInput(input, addDeepNames(listTextsIn(input).flatMap(listTemplateReferences), foreseen));
    if (value.ok) return estimateMostTokens(formatPromptValue(value.value), foreseen.unknown, count);
    return estimateReferenceTokens(listTextsIn(input), foreseen, count);
  });
}

/** The most tokens of texts and of all that they name, where they cannot be filled in. */
export function estimateReferenceTokens(texts: readonly string[], { unknown }: Foreseen, count: Count): number {
  const named = texts.flatMap(listTemplateReferences).reduce((sum, path) => sum + unknown.tokensOf(path, count), 0);
  return named + texts.reduce((sum, text) => sum + count(text), 0);
}

/**
 * The scope of a task, in which its prompt can be rendered before anything is known. A path into an unknown value
 * (`fetch.output.title`) has a placeholder of its own: the name up to the first bracket is bound, with placeholders for
 * the keys after it. Names that nothing is known of are made up.
 */
export function createForeseenScope(task: PlannedAtomic, foreseen: Foreseen): Environment {
  const variables = new Set(Object.keys(task.variables));
  const open = Object.entries(task.inputs).filter(([, input]) => isOpen(input));
  const names = {
    known: new Set([...variables, ...Object.keys(task.inputs)]),
    open: new Set(open.map(([name]) => name)),
  };
  const texts = [
    task.prompt,
    task.expectedOutput ?? '',
    ...[...task.system, ...task.instructions].map((part) => part.value),
  ];
  const inputs = Object.values(task.inputs);
  const literal = inputs.filter((input) => readFrom(input) === undefined).flatMap((input) => listTextsIn(input));
  const read = inputs.flatMap((input) => readFrom(input) ?? []);
  const named = [...literal.flatMap(listTemplateReferences), ...read, ...listVariableReferences(task)];
  const outside = addDeepNames(named, foreseen, { known: variables });
  return addDeepNames(texts.flatMap(listTemplateReferences), { ...foreseen, environment: outside }, names);
}

/** The names of a task itself: those that have a value, and those of them whose value is known only in the run. */
interface OwnNames {
  readonly known: ReadonlySet<string>;
  readonly open?: ReadonlySet<string>;
}

const noNames: OwnNames = { known: new Set() };

/** The environment with placeholders for what references read of values that are not known. */
function addDeepNames(
  references: readonly string[],
  { environment, unknown }: Foreseen,
  { known, open }: OwnNames = noNames,
): Environment {
  const bindings = new Map<string, Binding>();
  for (const path of references) {
    const own = listReferenceNames(path).find((name) => known.has(name));
    const bound = own ?? findBoundName(path, environment);
    // The name itself has its value, or its placeholder, already.
    if (bound === path) continue;
    const isKnown = own === undefined ? bound !== undefined && unknown.find(bound) === null : open?.has(own) !== true;
    if (isKnown) continue;
    const [name = path] = listReferenceNames(path);
    const keys = [...path.slice(name.length).matchAll(/[^[\].'"]+/g)].map(([key]) => key);
    const before = bindings.get(name);
    const value = before?.kind === 'value' ? before.value : {};
    bindings.set(
      name,
      keys.length === 0 ? createPlaceholder(path) : { kind: 'value', value: addTextAt(value, keys, path) },
    );
  }
  return bindings.size === 0 ? environment : { kind: 'tasks', bindings, outer: environment };
}

/** The value with a placeholder added at the path of keys. */
function addTextAt(value: Json, [key, ...rest]: readonly string[], path: string): Json {
  if (key === undefined) return createPlaceholderText(path);
  const known = (typeof value === 'object' && value !== null ? value : {}) as JsonObject;
  return { ...known, [key]: addTextAt(known[key] ?? {}, rest, path) };
}

/** Task path of the task whose output a bound name or path refers to. */
export function findOwner(path: string, { environment, unknown }: Foreseen): string | undefined {
  const name = findBoundName(path, environment);
  return name === undefined ? undefined : unknown.find(name)?.owner;
}

/** Variables have a value: in those that name something, placeholders for what they name. */
function addKnown(task: PlannedVariables, outer: Foreseen): Foreseen {
  const names = Object.keys(task.variables);
  if (names.length === 0) return outer;
  const unknown = new UnknownNames(new Map(names.map((name) => [name, null])), outer.unknown);
  const around = addDeepNames(listVariableReferences(task), outer, { known: new Set(names) });
  return { ...outer, environment: fillVariableScope(task, around), unknown };
}

/** The references in the variables of a task. */
function listVariableReferences({ variables, filledVariables = [] }: PlannedVariables): readonly string[] {
  return filledVariables.flatMap((name) => listTextsIn(variables[name] ?? null)).flatMap(listTemplateReferences);
}

function addUnknown(kind: 'given' | 'inputs', sizes: Readonly<Record<string, Size>>, outer: Foreseen): Foreseen {
  const names = Object.keys(sizes);
  if (names.length === 0) return outer;
  const values = Object.fromEntries(names.map((name) => [name, createPlaceholderText(name)]));
  const unknown = new Map(Object.entries(sizes).map(([name, size]) => [name, { shown: size, whole: size }]));
  const environment = createScope(kind, values, outer.environment);
  return { ...outer, environment, unknown: new UnknownNames(unknown, outer.unknown) };
}

function readInputName({ id }: PlannedTask): string {
  return id.slice('input:'.length);
}

function createPlaceholder(path: string): Binding {
  const content = createPlaceholderText(path);
  const figures = { error: null, criteria: null, usage: null, metrics: null, attempts: 1, duration_ms: 0 };
  return { kind: 'result', result: { content, output: content, status: 'COMPLETE', notes: {}, ...figures } };
}
