import type { Json, JsonObject } from '@/base/json';
import { checkMeaning } from '@/formats/check-meaning';
import { type ReadAny, readAny } from '@/formats/read-any';
import type { WorkflowDocument } from '@/workflow/document';
import { buildInputsSchema } from '@/workflow/inputs/build-inputs-schema';
import { hasDeclaredInputs, listInputFields } from '@/workflow/inputs/input-field';
import type { ServedWorkflow } from './serve-options';

/** A served workflow, read. */
export interface ReadServed extends ServedWorkflow {
  readonly read: ReadAny;
  /** JSON Schema of its inputs: those that it declares, else its variables, each with the type that its value has. */
  readonly inputs: JsonObject;
}

/** Reads a workflow, and what it takes. `known`: ids of providers that models may name. */
export function readServed(workflow: ServedWorkflow, known: readonly string[]): ReadServed {
  const read = readAny[workflow.notation](workflow.text);
  return { ...workflow, read, inputs: buildInputSchema(read, known) };
}

/**
 * The inputs of a workflow. Without declared ones, a name that it reads and does not define is an input that has to be
 * given; which those are is said when it is started without them, so any name is taken then.
 */
function buildInputSchema(read: ReadAny, known: readonly string[]): JsonObject {
  const { document } = read;
  if (document !== undefined && hasDeclaredInputs(document)) return buildInputsSchema(listInputFields(document));
  const properties = Object.entries(document?.variables ?? {}).map(([name, value]): [string, Json] => [
    name,
    buildValueSchema(value),
  ]);
  const readsMore = document !== undefined && isReadingUndefined(read, known);
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: readsMore };
}

function isReadingUndefined(read: ReadAny, known: readonly string[]): boolean {
  return checkMeaning(read, known).diagnostics.some(({ code }) => code === 'HED305');
}

/** Null is a variable of any type. */
function buildValueSchema(value: Json): JsonObject {
  if (value === null) return {};
  if (Array.isArray(value)) return { type: 'array', default: value };
  return { type: typeof value === 'bigint' ? 'number' : typeof value, default: value };
}

/** What a workflow is called: its own name, else that of its file without ending. */
export function findServedTitle(
  { name }: Pick<ServedWorkflow, 'name'>,
  document: WorkflowDocument | undefined,
): string {
  return document?.name ?? name.replace(/\.[a-z]+$/i, '');
}
