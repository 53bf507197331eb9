import { err, ok, type Result } from '@/base/result';
import { checkMeaning, type MoreChecks } from '@/formats/check-text';
import type { Notation } from '@/formats/notation';
import { type ReadAny, readAny } from '@/formats/read-any';
import type { WorkflowDocument } from '@/workflow/document';
import { parseModelName } from '@/workflow/model-name';
import { overrideModel, overrideVariables } from '@/workflow/override-document';
import type { Io } from '../io';
import { readMatchedCall } from './matched-call';
import { readVariables } from './read-variables';
import type { RunFlags } from './run-wishes';

/** Options that set something in a workflow before it is checked and planned. */
export type OverrideFlags = Pick<RunFlags, 'var' | 'input' | 'model' | 'provider' | 'match' | 'library'>;

/** The options of a command that only checks. */
export interface CheckFlags extends OverrideFlags {
  readonly json?: boolean | undefined;
}

/** What the options set. */
export interface Overrides {
  /** Whether they set anything. */
  readonly isSet: boolean;
  /**
   * The document with the variables and the model of the options, and the task that calls what fits their sentence.
   * Refused with a message if nothing fits.
   */
  apply(document: WorkflowDocument): Result<WorkflowDocument, string>;
}

/** Reads variables and the model from the options, for these files. Refused with a message. */
export async function readOverrides(
  io: Io,
  files: readonly string[],
  { input, var: vars = [], model, provider: known = [], match, library }: OverrideFlags,
): Promise<Result<Overrides, string>> {
  if (input === '-' && files.includes('-')) return err('Standard input cannot be the workflow and its input.');
  if (model !== undefined && parseModelName(model, undefined, known).provider === undefined) {
    return err(`--model ${model}: write it as provider:name.`);
  }
  const variables = await readVariables(io, input, vars);
  if (!variables.ok) return variables;
  const call = match === undefined ? undefined : await readMatchedCall(io, match, library);
  if (call?.ok === false) return call;
  return ok({
    isSet: model !== undefined || call !== undefined || Object.keys(variables.value).length > 0,
    apply: (document) => {
      const called = call === undefined ? ok(document) : call.value(document, variables.value);
      if (!called.ok) return called;
      const set = overrideVariables(called.value, variables.value);
      return ok(model === undefined ? set : overrideModel(set, model));
    },
  });
}

/** Reads and checks a text, with what the options set in it. `known`: ids of providers that models may name. */
export function createOverridingCheck({ apply }: Overrides, known: readonly string[]) {
  return (text: string, notation: Notation, more: MoreChecks): ReadAny => {
    const { document, ...rest } = readAny[notation](text);
    if (document === undefined) return checkMeaning(rest, known, more);
    const applied = apply(document);
    if (applied.ok) return checkMeaning({ ...rest, document: applied.value }, known, more);
    const unfit = { code: 'HED313', severity: 'error', message: applied.error, path: ['library'] } as const;
    return { ...rest, diagnostics: [...rest.diagnostics, unfit] };
  };
}
