import type { Json } from '@/base/json';
import { ok, type Result } from '@/base/result';
import { evaluateInputs, type Missing, textsIn } from '@/plan/task-environment';
import type { Binding, Environment } from '@/workflow/expressions/environment';
import { findBinding, referenceNames } from '@/workflow/expressions/reference';
import { scanExpression } from '@/workflow/expressions/scan-expression';
import { templateReferences } from '@/workflow/expressions/template';
import { readFrom } from '@/workflow/tasks/input-kind';
import type { Attempt, RunContext } from '../attempt';
import { parseOutput } from '../handler/parse-output';
import { missingInput } from '../outcome';
import { readWhole } from './whole';

/**
 * The environment with the values of some names whole that it has only views of. They are read for it alone: whoever
 * lets go of it lets go of them. Without such names it is the same environment, at no cost. `keepsContent`: the content
 * of a result stays the view.
 */
export async function withWholes(
  environment: Environment,
  names: ReadonlySet<string>,
  run: Pick<RunContext, 'journal'>,
  keepsContent = false,
): Promise<Environment> {
  if (names.size === 0) return environment;
  const { outer: around } = environment;
  const outer = around === undefined ? undefined : await withWholes(around, names, run, keepsContent);
  let bindings: Map<string, Binding> | undefined;
  const records: Record<string, Json> = {};
  for (const name of names) {
    const binding = environment.bindings.get(name);
    const whole = binding === undefined ? undefined : await wholeBinding(binding, run, keepsContent);
    if (whole === undefined) continue;
    bindings ??= new Map(environment.bindings);
    bindings.set(name, whole);
    if (whole.kind === 'result') records[name] = whole.result;
  }
  if (bindings === undefined && outer === environment.outer) return environment;
  return {
    ...environment,
    ...(outer === undefined ? {} : { outer }),
    ...(bindings === undefined ? {} : { bindings }),
    ...(environment.records === undefined ? {} : { records: { ...environment.records, ...records } }),
  };
}

async function wholeBinding(
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

/** The names that an expression may read: each word in it, as `tasks["a-b"]` and `last` are told by no less. */
export function expressionWords(sources: readonly (string | undefined)[]): ReadonlySet<string> {
  const tokens = sources.flatMap((source) => (source === undefined ? [] : scanExpression(source)));
  return new Set(tokens.flatMap(({ kind, text }) => (kind === 'other' ? [] : [text])));
}

/** The names that templates begin with. */
export function templateNames(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap(templateReferences).flatMap(referenceNames));
}

/**
 * The environment of templates: they see views, but where one reads a part of an output (`{{a.output.title}}`), that is
 * of the whole (decided: in a view it would not be there).
 */
export function withParts(
  environment: Environment,
  texts: readonly string[],
  run: Pick<RunContext, 'journal'>,
): Promise<Environment> {
  const deep = texts.flatMap(templateReferences).filter(isDeep);
  return deep.length === 0
    ? Promise.resolve(environment)
    : withWholes(environment, new Set(deep.flatMap(referenceNames)), run, true);
}

/** Whether a reference goes into an output, for all that can be told without its names: ids may hold dots. */
function isDeep(path: string): boolean {
  return !/^[^.[]+(\.(output|content))?$/.test(path);
}

/**
 * The values of inputs or arguments. Of what is at hand as a view, one that reads a part of it (`{from:
 * a.output.title}`) reads it in the whole, in which alone it is. One that reads all of it gets the view, as a template
 * does, or where `isAll` the whole.
 */
export async function evaluateWhole(
  inputs: Readonly<Record<string, Json>>,
  environment: Environment,
  isAll: boolean,
  run: Pick<RunContext, 'journal'>,
): Promise<Result<Record<string, Json>, Missing>> {
  const paths = Object.values(inputs).flatMap((input) => pathIn(input, isAll) ?? []);
  const whole = await withWholes(environment, new Set(paths.flatMap(referenceNames)), run);
  const parts = await withParts(environment, textsIn(inputs), run);
  if (whole === environment) return evaluateInputs(inputs, parts);
  const values: Record<string, Json> = {};
  for (const [name, input] of Object.entries(inputs)) {
    const scope = pathIn(input, isAll) === undefined ? parts : whole;
    const value = evaluateInputs({ [name]: input }, scope);
    if (!value.ok) return value;
    Object.assign(values, value.value);
  }
  return ok(values);
}

/** What an input reads, if it is to be read in the whole. */
function pathIn(input: Json, isAll: boolean): string | undefined {
  const path = readFrom(input);
  return path !== undefined && (isAll || isDeep(path)) ? path : undefined;
}

/** Where the whole is of what an input reads, if that is a view of it. */
export function wholeOfInput(input: Json, environment: Environment) {
  const path = readFrom(input);
  const found = path === undefined ? undefined : findBinding(path, environment);
  if (found === undefined || !['', '.output', '.content'].includes(found.rest)) return undefined;
  const { binding } = found;
  return binding.kind === 'result' ? binding.result.whole : binding.whole;
}

/** The value of an input of an attempt; see {@link evaluateWhole}. Error: `TASK_FAILURE` for a name that is nowhere. */
export async function readInput(input: Json, isAll: boolean, { run, environment }: Attempt): Promise<Json> {
  const value = await evaluateWhole({ input }, environment, isAll, run);
  if (!value.ok) throw missingInput(value.error);
  return value.value['input'] ?? null;
}
