import type { Json, JsonObject } from '@/base/json';
import { err, ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../document';
import { overrideVariables } from '../override-document';
import { hasDeclaredInputs, listInputFields } from './input-field';
import { type FindInputFile, type InputProblem, readInputs } from './read-inputs';

/** How values are set. */
export interface SetInputsOptions {
  /** Left out: files are not looked at. */
  readonly findFile?: FindInputFile | undefined;
  /** Whether nothing runs yet, so that what is required may be missing. */
  readonly mayLack?: boolean | undefined;
}

/**
 * The document with what a run is given: the values stand in it as the defaults of its inputs, or, if it declares none,
 * as its variables. Every wrong or missing value is an error.
 */
export function setInputs(
  document: WorkflowDocument,
  given: JsonObject,
  { findFile, mayLack = false }: SetInputsOptions = {},
): Result<WorkflowDocument, readonly InputProblem[]> {
  if (!hasDeclaredInputs(document)) return ok(overrideVariables(document, given));
  const fields = listInputFields(document);
  const read = readInputs(mayLack ? fields.map((field) => ({ ...field, required: false })) : fields, given, findFile);
  return read.ok ? ok(overrideInputs(document, read.value)) : err(read.error);
}

/** The document with these values as the defaults of its inputs; values of other names are left out. */
export function overrideInputs(document: WorkflowDocument, values: JsonObject): WorkflowDocument {
  const inputs = Object.entries(document.inputs ?? {}).map(([name, input]) => [
    name,
    Object.hasOwn(values, name) ? { ...input, default: values[name] ?? null } : input,
  ]);
  return { ...document, inputs: Object.fromEntries(inputs) };
}

/** The values of the inputs of a document, as they stand in it: the default of each, else null. */
export function collectInputValues({ inputs = {} }: Pick<WorkflowDocument, 'inputs'>): JsonObject {
  return Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, (input.default ?? null) as Json]));
}

/** What a run was given: the values of its inputs, by its plan. Empty: its workflow declares none. */
export function collectGivenInputs({ inputs = {}, variables }: PlannedInputs): JsonObject {
  return Object.fromEntries(Object.keys(inputs).map((name) => [name, variables[name] ?? null]));
}

/** The part of a plan that says what its run was given. */
interface PlannedInputs {
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly variables: JsonObject;
}

/** What an earlier run was given, of those inputs that a workflow still takes; `given` wins. */
export function continueInputs(
  { inputs = {} }: Pick<WorkflowDocument, 'inputs'>,
  earlier: PlannedInputs,
  given: JsonObject = {},
): JsonObject {
  const before = Object.entries(collectGivenInputs(earlier)).filter(
    ([name, value]) => Object.hasOwn(inputs, name) && value !== null,
  );
  return { ...Object.fromEntries(before), ...given };
}
