import { resolve } from 'node:path';
import { defined } from '@/base/defined';
import { err, ok, type Result } from '@/base/result';
import { checkMeaning, type MoreChecks } from '@/formats/check-meaning';
import type { Notation } from '@/formats/notation';
import type { ReadAny } from '@/formats/read-any';
import type { Diagnostic } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import type { InputProblem } from '@/workflow/inputs/read-inputs';
import { parseModelName } from '@/workflow/model-name';
import { overrideModel } from '@/workflow/override-document';
import type { Io } from '../io';
import { loadSeldomUsed, readWorkflowText } from '../read-workflow-text';
import { findFolder } from './open-journal';
import { readVariables } from './read-variables';
import type { RunFlags } from './run-wishes';
import { type SetGiven, type SetGivenOptions, setGivenValues } from './set-given';

/** Options that set something in a workflow before it is checked and planned. */
export type OverrideFlags = Pick<RunFlags, 'var' | 'input' | 'model' | 'provider' | 'match' | 'library' | 'files'>;

/** The options of a command that only checks. */
export interface CheckFlags extends OverrideFlags {
  readonly json?: boolean | undefined;
}

/** What the options set. */
export interface Overrides {
  /** Whether they set anything. */
  readonly isSet: boolean;
  /**
   * The document with the variables, inputs and the model of the options, and the task that calls what fits their
   * sentence. Refused if nothing fits, or with every input that is missing or does not fit.
   */
  apply(document: WorkflowDocument, options: ApplyOptions): Promise<Result<SetGiven, Unfit>>;
}

/** How overrides are applied; without `earlier`, only what the options give counts. */
type ApplyOptions = Pick<SetGivenOptions, 'earlier' | 'mayLack'>;

/** Why overrides cannot be applied. */
type Unfit = { readonly message: string } | { readonly problems: readonly InputProblem[] };

/** Reads variables and the model from the options, for these files. Refused with a message. */
export async function readOverrides(
  io: Io,
  files: readonly string[],
  { input, var: vars = [], model, provider: known = [], match, library, files: folder }: OverrideFlags,
): Promise<Result<Overrides, string>> {
  if (input === '-' && files.includes('-')) return err('Standard input cannot be the workflow and its input.');
  if (model !== undefined && parseModelName(model, undefined, known).provider === undefined) {
    return err(`--model ${model}: write it as provider:name.`);
  }
  const given = await readVariables(io, input, vars);
  if (!given.ok) return given;
  const call = match === undefined ? undefined : await (await loadSeldomUsed()).readMatchedCall(io, match, library);
  if (call?.ok === false) return call;
  return ok({
    isSet: model !== undefined || call !== undefined || Object.keys(given.value.values).length > 0,
    apply: async (document, options) => {
      const called = call === undefined ? ok(document) : call.value(document, given.value.values);
      if (!called.ok) return err({ message: called.error });
      const taken = call === undefined ? [] : listArguments(called.value);
      const work = folder === undefined ? findFolder(io, files[0] ?? '-') : resolve(io.machine.folder, folder);
      const own = { files: io.machine.files(work, [], []), taken };
      const set = await setGivenValues(io, called.value, given.value, { ...options, ...own });
      if (!set.ok) return err({ problems: set.error });
      if (model === undefined) return set;
      return ok({ ...set.value, document: overrideModel(set.value.document, model) });
    },
  });
}

/** The names that the calls of a document take as arguments. */
function listArguments({ tasks }: WorkflowDocument): readonly string[] {
  return Object.values(tasks).flatMap((task) => (task.type === 'call' ? Object.keys(task.args ?? {}) : []));
}

/** How a text is read with overrides. */
export interface OverridingOptions extends ApplyOptions {
  /** Changes a document before values are set in it. */
  readonly prepare?: (document: WorkflowDocument) => WorkflowDocument;
  /** Receives what was set. */
  readonly onSet?: (set: SetGiven) => void;
  /** Receives the inputs that are missing or do not fit. Left out: they are problems of the document. */
  readonly onUnfit?: (problems: readonly InputProblem[]) => void;
}

/** Reads and checks a text, with what the options set in it. `known`: ids of providers that models may name. */
export function createOverridingCheck(
  { apply }: Overrides,
  known: readonly string[],
  { prepare = (document) => document, onSet, onUnfit, ...options }: OverridingOptions = { mayLack: true },
) {
  return async (text: string, notation: Notation, more: MoreChecks): Promise<ReadAny> => {
    const { document, ...rest } = await readWorkflowText(text, notation);
    if (document === undefined) return checkMeaning(rest, known, more);
    const applied = await apply(prepare(document), options);
    if (applied.ok) {
      onSet?.(applied.value);
      return checkMeaning({ ...rest, document: applied.value.document }, known, more);
    }
    const unfit = applied.error;
    if ('message' in unfit) {
      const problem = { code: 'HED313', severity: 'error', message: unfit.message, path: ['library'] } as const;
      return { ...rest, diagnostics: [...rest.diagnostics, problem] };
    }
    if (onUnfit !== undefined) {
      // The document as it is may have mistakes of its own, which are told first.
      const checked = checkMeaning({ ...rest, document }, known, more);
      if (!checked.diagnostics.some(({ severity }) => severity === 'error')) onUnfit(unfit.problems);
      return checked;
    }
    const problems = unfit.problems.map(
      ({ name, message }): Diagnostic => ({
        code: 'HED314',
        severity: 'error',
        message: `${name}: ${message}`,
        path: ['inputs', name],
        ...defined({ range: rest.locate?.(['inputs', name]) }),
      }),
    );
    return { ...rest, diagnostics: [...rest.diagnostics, ...problems] };
  };
}
