import { defined } from '@/base/defined';
import { hashText } from '@/base/hash';
import { err, ok, type Result } from '@/base/result';
import type { ReadAny } from '@/formats/read-any';
import { makeUpInputs } from '@/host/dry-run/made-up-inputs';
import { buildPlan } from '@/plan/build-plan';
import { planChecked } from '@/plan/make-plan';
import type { Plan } from '@/plan/plan';
import type { WorkflowDocument } from '@/workflow/document';
import { formatInputProblems, type InputProblem } from '@/workflow/inputs/read-inputs';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { formatPlainLine } from '../plain-line';
import { printDiagnostics } from '../print-diagnostics';
import { readWorkflow } from '../read-workflow';
import { readWorkflowText } from '../read-workflow-text';
import { findUntakenProblems } from './attached-files';
import type { InputFiles } from './given-files';
import { createOverridingCheck, type OverridingOptions, readOverrides } from './read-overrides';
import type { RunFlags } from './run-wishes';

/** A plan, the hash of the text it was made from, and the hash of the plan of the unchanged text, if it has one. */
export interface ReadPlan {
  readonly plan: Plan;
  readonly hash: string;
  readonly planHash: string;
  /** Files of this machine that inputs were given. */
  readonly givenFiles: InputFiles;
}

/**
 * Reads a workflow, sets its variables and models as requested, and plans it. If it is refused, the messages are
 * already printed. `earlier`: the plan of the run that this one continues, whose inputs hold where none are given.
 */
export async function readPlan(
  io: Io,
  file: string,
  wishes: RunFlags,
  earlier?: Plan,
): Promise<Result<ReadPlan, ExitCode>> {
  const { provider: known = [] } = wishes;
  const overrides = await readOverrides(io, [file], wishes);
  if (!overrides.ok) return err(printRefusal(io, overrides.error));

  let hash = '';
  let planHash: string | undefined;
  let unfit: readonly InputProblem[] = [];
  let givenFiles: InputFiles = {};
  const overriding: OverridingOptions = {
    earlier,
    ...(wishes.simulate === true && { prepare: makeUpInputs }),
    onSet: ({ files }) => {
      givenFiles = files;
    },
    onUnfit: (problems) => {
      unfit = problems;
    },
  };
  const read = await readWorkflow(
    io,
    file,
    async (text, notation, more): Promise<ReadAny> => {
      hash = hashText(text);
      const { document } = overrides.value.isSet ? await readWorkflowText(text, notation) : {};
      planHash = document && hashOfPlan(document, known);
      return createOverridingCheck(overrides.value, known, overriding)(text, notation, more);
    },
    known,
  );
  if (!read.ok) return err(printRefusal(io, read.error));
  if (unfit.length > 0) return err(refuseInputs(io, unfit));
  const plan = await planChecked(read.value, known);
  // A hint that something runs only on the command line is no use on the command line.
  const notes = read.value.diagnostics.filter(({ code }) => code !== 'HED516');
  printDiagnostics(io.err, file, plan.ok ? notes : plan.error);
  if (!plan.ok) return err(exitCodes.problems);
  const unsent = await findUntakenProblems(read.value, known, file, io);
  printDiagnostics(io.err, file, unsent);
  if (unsent.some(({ severity }) => severity === 'error')) return err(exitCodes.problems);
  const [matched] = plan.value.tasks;
  if (wishes.match !== undefined) io.err.write(`heddle: “${wishes.match}” is done by ${matched?.id}.\n`);
  const stops = defined({
    stopsAtBreakpoints: wishes.breakpoints === true || undefined,
    isDry: wishes.simulate === true || undefined,
  });
  return ok({ plan: { ...plan.value, ...stops }, hash, planHash: planHash ?? plan.value.hash, givenFiles });
}

/** Prints every input that is missing or does not fit. */
function refuseInputs(io: Io, problems: readonly InputProblem[]): ExitCode {
  const lines = formatInputProblems(problems).map((line) => `  ${formatPlainLine(line)}`);
  return printRefusal(io, ['The run does not start. Give each with --var NAME=VALUE:', ...lines].join('\n'));
}

/** The hash of a file's current plan, which shows whether its meaning has changed; undefined: it has no valid plan. */
export async function readPlanHash(io: Io, file: string, known: readonly string[]): Promise<string | undefined> {
  const read = await readWorkflow(io, file, readWorkflowText);
  return read.ok && read.value.document !== undefined ? hashOfPlan(read.value.document, known) : undefined;
}

function hashOfPlan(document: WorkflowDocument, known: readonly string[]): string | undefined {
  const plan = buildPlan(document, known);
  return plan.ok ? plan.value.hash : undefined;
}
