import { defined } from '@/base/defined';
import { hashText } from '@/base/hash';
import { err, ok, type Result } from '@/base/result';
import { type ReadAny, readAny } from '@/formats/read-any';
import { buildPlan } from '@/plan/build-plan';
import { planChecked } from '@/plan/make-plan';
import type { Plan } from '@/plan/plan';
import type { WorkflowDocument } from '@/workflow/document';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { printDiagnostics } from '../print-diagnostics';
import { readWorkflow } from '../read-workflow';
import { findUntakenProblems } from './attached-files';
import { createOverridingCheck, readOverrides } from './read-overrides';
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
  const { provider: known = [] } = wishes;
  const overrides = await readOverrides(io, [file], wishes);
  if (!overrides.ok) return err(printRefusal(io, overrides.error));

  let hash = '';
  let planHash: string | undefined;
  const read = await readWorkflow(
    io,
    file,
    (text, notation, more): ReadAny => {
      hash = hashText(text);
      const { document } = overrides.value.isSet ? readAny[notation](text) : {};
      planHash = document && hashOfPlan(document, known);
      return createOverridingCheck(overrides.value, known)(text, notation, more);
    },
    known,
  );
  if (!read.ok) return err(printRefusal(io, read.error));
  const plan = planChecked(read.value, known);
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
  return ok({ plan: { ...plan.value, ...stops }, hash, planHash: planHash ?? plan.value.hash });
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
