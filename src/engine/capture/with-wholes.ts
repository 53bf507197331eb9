import { defined } from '@/base/defined';
import type { Json } from '@/base/json';
import { ok, type Result } from '@/base/result';
import { evaluateInputs } from '@/plan/task-environment';
import type { Binding, Environment } from '@/workflow/expressions/environment';
import { findBinding, listReferenceNames } from '@/workflow/expressions/reference';
import { scanExpression } from '@/workflow/expressions/scan-expression';
import { listTemplateReferences, listTextsIn, type Missing } from '@/workflow/expressions/template';
import { fillVariableScope, type PlannedVariables } from '@/workflow/expressions/variables';
import { readFrom } from '@/workflow/tasks/input-kind';
import type { Attempt, RunContext } from '../attempt';
import { parseOutput } from '../handler/parse-output';
import { createMissingInputError } from '../outcome';
import { readWhole } from './whole';

/**
 * The environment with whole values in place of views, for some names. Nothing else refers to the values, so they are
 * freed with the environment. Without views under these names it is the same environment, at no cost. `keepsContent`:
 * the content of a result stays a view.
 */
export async function replaceViewsByWholes(
  environment: Environment,
  names: ReadonlySet<string>,
  run: Pick<RunContext, 'journal'>,
  keepsContent = false,
): Promise<Environment> {
  if (names.size === 0) return environment;
  const { outer: enclosing } = environment;
  const outer = enclosing === undefined ? undefined : await replaceViewsByWholes(enclosing, names, run, keepsContent);
  let bindings: Map<string, Binding> | undefined;
  const records: Record<string, Json> = {};
  for (const name of names) {
    const binding = environment.bindings.get(name);
    const whole = binding === undefined ? undefined : await readWholeBinding(binding, run, keepsContent);
    if (whole === undefined) continue;
    bindings ??= new Map(environment.bindings);
    bindings.set(name, whole);
    if (whole.kind === 'result') records[name] = whole.result;
  }
  if (bindings === undefined && outer === environment.outer) return environment;
  return {
    ...environment,
    ...defined({ outer, bindings, records: environment.records && { ...environment.records, ...records } }),
  };
}

async function readWholeBinding(
  binding: Binding,
  run: Pick<RunContext, 'journal'>,
  keepsContent: boolean,
): Promise<Binding | undefined> {
  const whole = binding.kind === 'result' ? binding.result.whole : binding.whole;
  if (whole === undefined) return undefined;
  const content = await readWhole(whole.ref, run);
  const output = parseOutput(content, whole.fenced ? {} : undefined);
  if (binding.kind === 'value') return { kind: 'value', value: output };
  if (keepsContent) return { kind: 'result', result: { ...binding.result, output } };
  const { whole: _view, ...result } = binding.result;
  return { kind: 'result', result: { ...result, content, output } };
}

/** The names that an expression may read: every word in it, quoted or not, to cover both `tasks["a-b"]` and `last`. */
export function collectExpressionWords(sources: readonly (string | undefined)[]): ReadonlySet<string> {
  const tokens = sources.flatMap((source) => (source === undefined ? [] : scanExpression(source)));
  return new Set(tokens.flatMap(({ kind, text }) => (kind === 'other' ? [] : [text])));
}

/** The first names of the references in templates. */
export function collectNamesInTemplates(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap(listTemplateReferences).flatMap(listReferenceNames));
}

/**
 * The environment for templates. They see views, but a reference to a part of an output (`{{a.output.title}}`) reads
 * the whole (a decision: a view would not have the part).
 */
export function addReferencedParts(
  environment: Environment,
  texts: readonly string[],
  run: Pick<RunContext, 'journal'>,
): Promise<Environment> {
  const deep = texts.flatMap(listTemplateReferences).filter(isDeep);
  return deep.length === 0
    ? Promise.resolve(environment)
    : replaceViewsByWholes(environment, new Set(deep.flatMap(listReferenceNames)), run, true);
}

/** Whether a reference may read a part of an output, as far as can be seen without the names: ids may contain dots. */
function isDeep(path: string): boolean {
  return !/^[^.[]+(\.(output|content))?$/.test(path);
}

/**
 * The values of inputs or arguments. An input that reads a part of a view (`{from: a.output.title}`) reads it from the
 * whole, because only that has it. An input that reads all of it gets the view, as a template does, or the whole if
 * `isAll`.
 */
export async function evaluateWhole(
  inputs: Readonly<Record<string, Json>>,
  environment: Environment,
  isAll: boolean,
  run: Pick<RunContext, 'journal'>,
): Promise<Result<Record<string, Json>, Missing>> {
  const paths = Object.values(inputs).flatMap((input) => readInputPath(input, isAll) ?? []);
  const whole = await replaceViewsByWholes(environment, new Set(paths.flatMap(listReferenceNames)), run);
  const parts = await addReferencedParts(environment, listTextsIn(inputs), run);
  if (whole === environment) return evaluateInputs(inputs, parts);
  const values: Record<string, Json> = {};
  for (const [name, input] of Object.entries(inputs)) {
    const scope = readInputPath(input, isAll) === undefined ? parts : whole;
    const value = evaluateInputs({ [name]: input }, scope);
    if (!value.ok) return value;
    Object.assign(values, value.value);
  }
  return ok(values);
}

/** The path that an input reads, if it is read from the whole. */
function readInputPath(input: Json, isAll: boolean): string | undefined {
  const path = readFrom(input);
  return path !== undefined && (isAll || isDeep(path)) ? path : undefined;
}

/** Where the whole is stored of what an input reads, if that is a view. */
export function findWholeOfInput(input: Json, environment: Environment) {
  const path = readFrom(input);
  const found = path === undefined ? undefined : findBinding(path, environment);
  if (found === undefined || !['', '.output', '.content'].includes(found.rest)) return undefined;
  const { binding } = found;
  return binding.kind === 'result' ? binding.result.whole : binding.whole;
}

/** The value of an attempt's input; see {@link evaluateWhole}. Error: `TASK_FAILURE` for a name without a value. */
export async function readInput(input: Json, isAll: boolean, { run, environment }: Attempt): Promise<Json> {
  const value = await evaluateWhole({ input }, environment, isAll, run);
  if (!value.ok) throw createMissingInputError(value.error);
  return value.value['input'] ?? null;
}

/** The scope of a task's variables, with those that name something filled in; at once if none does. */
export function openVariables(
  task: PlannedVariables,
  outer: Environment,
  run: Pick<RunContext, 'journal'>,
): Environment | Promise<Environment> {
  return task.filledVariables === undefined ? fillVariableScope(task, outer) : fillFromWholes(task, outer, run);
}

async function fillFromWholes(
  task: PlannedVariables,
  outer: Environment,
  run: Pick<RunContext, 'journal'>,
): Promise<Environment> {
  const { variables, filledVariables = [] } = task;
  const texts = filledVariables.flatMap((name) => listTextsIn(variables[name] ?? null));
  const { bindings, lacks } = fillVariableScope(task, await addReferencedParts(outer, texts, run));
  return { kind: 'variables', bindings, outer, ...defined({ lacks }) };
}
