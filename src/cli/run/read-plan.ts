import { hashText } from '@/base/hash';
import { err, ok, type Result } from '@/base/result';
import { checkMeaning } from '@/formats/check-text';
import { type ReadAny, readAny } from '@/formats/read-any';
import { buildPlan } from '@/plan/build-plan';
import { planChecked } from '@/plan/make-plan';
import type { Plan } from '@/plan/plan';
import type { WorkflowDocument } from '@/workflow/document';
import { parseModelName } from '@/workflow/model-name';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { printDiagnostics } from '../print-diagnostics';
import { readWorkflow } from '../read-workflow';
import { untakenProblems } from './attached-files';
import { withModel, withVariables } from './override-document';
import { readVariables } from './read-variables';
import type { RunFlags } from './run-wishes';

/** A plan, the hash of the text it was made from, and the hash of the plan of the unchanged text, if it has one. */
export interface ReadPlan {
  readonly plan: Plan;
  readonly hash: string;
  readonly planHash: string;
}

/**
 * Reads a workflow, sets its variables and models as requested, and plans it. If it is refused, the messages are
 * already printed.
 */
export async function readPlan(io: Io, file: string, wishes: RunFlags): Promise<Result<ReadPlan, ExitCode>> {
  const { input, var: vars = [], model, provider: known = [] } = wishes;
  if (input === '-' && file === '-')
    return err(printRefusal(io, 'Standard input cannot be the workflow and its input.'));
  if (model !== undefined && parseModelName(model, undefined, known).provider === undefined) {
    return err(printRefusal(io, `--model ${model}: write it as provider:name.`));
  }
  const variables = await readVariables(io, input, vars);
  if (!variables.ok) return err(printRefusal(io, variables.error));
  const overridden = (document: WorkflowDocument): WorkflowDocument => {
    const set = withVariables(document, variables.value);
    return model === undefined ? set : withModel(set, model);
  };

  let hash = '';
  let planHash: string | undefined;
  const read = await readWorkflow(
    io,
    file,
    (text, notation, more): ReadAny => {
      hash = hashText(text);
      const { document, ...rest } = readAny[notation](text);
      const isSet = model !== undefined || Object.keys(variables.value).length > 0;
      planHash = document && isSet ? hashOfPlan(document, known) : undefined;
      return checkMeaning(document === undefined ? rest : { ...rest, document: overridden(document) }, known, more);
    },
    known,
  );
  if (!read.ok) return err(printRefusal(io, read.error));
  const plan = planChecked(read.value, known);
  // A hint that something runs only on the command line is no use on the command line.
  const notes = read.value.diagnostics.filter(({ code }) => code !== 'HED516');
  printDiagnostics(io.err, file, plan.ok ? notes : plan.error);
  if (!plan.ok) return err(exitCodes.problems);
  const unsent = await untakenProblems(read.value, known, file, io);
  printDiagnostics(io.err, file, unsent);
  if (unsent.some(({ severity }) => severity === 'error')) return err(exitCodes.problems);
  return ok({ plan: plan.value, hash, planHash: planHash ?? plan.value.hash });
}

/** The hash of a file's current plan, which shows whether its meaning has changed; undefined: it has no valid plan. */
export async function readPlanHash(io: Io, file: string, known: readonly string[]): Promise<string | undefined> {
  const read = await readWorkflow(io, file, (text, notation) => readAny[notation](text));
  return read.ok && read.value.document !== undefined ? hashOfPlan(read.value.document, known) : undefined;
}

function hashOfPlan(document: WorkflowDocument, known: readonly string[]): string | undefined {
  const plan = buildPlan(document, known);
  return plan.ok ? plan.value.hash : undefined;
}
