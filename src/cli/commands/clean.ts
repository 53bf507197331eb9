import { defined } from '@/base/defined';
import { formatBytes, formatCount } from '@/base/figures';
import { defaultRetention } from '@/plan/limits';
import { isUnfinished } from '@/run/is-unfinished';
import type { CleanupRule } from '@/run/runner';
import { selectRunsToClean } from '@/storage/retention';
import type { RunJournal } from '@/storage/run-journal';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { readWorkflow } from '../read-workflow';
import { readWorkflowText } from '../read-workflow-text';
import { findWorkflowPath } from '../run/find-run';
import { openJournal } from '../run/open-journal';
import type { StoreFlags } from '../run/store-place';
import { type ListedRun, listRuns } from '../runs/list-runs';
import { createRunRemover } from '../runs/remove-run';
import { formatTable } from '../table';

interface CleanFlags extends StoreFlags {
  readonly 'keep-days'?: string | undefined;
  readonly 'keep-last'?: string | undefined;
  /** Only lists what would be removed. */
  readonly 'dry-run'?: boolean | undefined;
  /** Whether the rule is for interrupted runs, too. */
  readonly interrupted?: boolean | undefined;
  /** Whether to remove what crashes have left, too. */
  readonly orphans?: boolean | undefined;
}

/**
 * Removes and lists the runs of a journal, or of one workflow in it, that need not be kept. Runs that
 * have not ended stay, except interrupted ones if asked, and so do those that another process holds.
 */
export async function cleanRuns(files: readonly string[], wishes: CleanFlags, io: Io): Promise<ExitCode> {
  const [file, ...more] = files;
  if (more.length > 0) return printRefusal(io, 'Which workflow? Clean takes one, or none for all of the journal.');
  const { 'keep-days': days, 'keep-last': last, 'dry-run': dryRun = false, orphans = false } = wishes;
  const { interrupted = false } = wishes;
  for (const [name, value] of Object.entries({ 'keep-days': days, 'keep-last': last })) {
    if (value !== undefined && !/^\d{1,9}$/.test(value))
      return printRefusal(io, `--${name} ${value}: a number from 0 is expected.`);
  }
  const { journal, place } = await openJournal(io, file, wishes);
  try {
    const asked: Partial<CleanupRule> = {
      ...(await readRule(io, file)),
      ...(days === undefined ? {} : { keepDays: Number(days) }),
      ...(last === undefined ? {} : { keepLast: Number(last) }),
    };
    const runs = await listRuns(io, journal, findWorkflowPath(io, file));
    const going = selectRunsToGo(runs, asked, interrupted, Date.now());
    const gone = dryRun ? going : await removeRuns(io, journal, going);
    if (gone.length > 0) io.out.write(formatTable(gone.map(buildRow)));
    const left = orphans && !dryRun ? await journal.upkeep.removeOrphans() : await journal.upkeep.orphans();
    const goes = orphans ? left : [];
    for (const { executionId, bytes } of goes) io.out.write(`${executionId}  left by a crash  ${formatBytes(bytes)}\n`);
    const bytes = [...gone, ...goes].reduce((sum, one) => sum + (one.bytes ?? 0), 0);
    const leftovers = goes.length === 0 ? '' : ` and ${formatCount(goes.length, 'leftover')} of crashes`;
    const what = `${gone.length} of ${formatCount(runs.length, 'run')}${leftovers}`;
    io.err.write(`${dryRun ? 'Would remove' : 'Removed'} ${what} in ${place?.name}, ${formatBytes(bytes)}.\n`);
    if (left.length > goes.length) {
      io.err.write(
        `${left.length} more ${left.length === 1 ? 'was' : 'were'} left by crashes: --orphans removes them.\n`,
      );
    }
    const stay = interrupted ? 0 : runs.filter(({ status }) => status === 'interrupted').length;
    if (stay > 0) {
      io.err.write(
        `${formatCount(stay, 'interrupted run')} ${stay === 1 ? 'stays' : 'stay'}: resume it, or remove it with --interrupted.\n`,
      );
    }
    return exitCodes.fine;
  } finally {
    journal.close();
  }
}

/** The workflow's rule for how long its runs are kept; empty if the file cannot be read. */
async function readRule(io: Io, file: string | undefined): Promise<Partial<CleanupRule>> {
  if (file === undefined || file === '-') return {};
  const read = await readWorkflow(io, file, readWorkflowText);
  const { keepDays, keepLast } = (read.ok && read.value.document?.retention) || {};
  return defined({ keepDays, keepLast });
}

/**
 * The runs that the rule removes. For each workflow this is the given rule, otherwise the one in the plan of its newest
 * run.
 */
function selectRunsToGo(
  runs: readonly ListedRun[],
  asked: Partial<CleanupRule>,
  interrupted: boolean,
  now: number,
): readonly ListedRun[] {
  const isOver = ({ run }: { readonly run: ListedRun }) =>
    !isUnfinished(run.status) || (interrupted && run.status === 'interrupted');
  const workflows = new Map<string, ListedRun[]>();
  for (const run of runs) {
    const workflow = run.file ?? run.execution.workflowId;
    workflows.set(workflow, [...(workflows.get(workflow) ?? []), run]);
  }
  return [...workflows].flatMap(([workflowId, own]) => {
    const rule = { ...(own[0]?.execution.plan.retention ?? defaultRetention), ...asked };
    const heads = own.map((run) => ({ ...run.execution, workflowId, run }));
    return selectRunsToClean(heads, rule, now, isOver).map(({ run }) => run);
  });
}

/** Removes runs one after another. Resolves to the removed ones. */
async function removeRuns(io: Io, journal: RunJournal, runs: readonly ListedRun[]): Promise<readonly ListedRun[]> {
  const remover = createRunRemover(io, journal);
  const gone: ListedRun[] = [];
  for (const run of runs) {
    const refusal = await remover.remove(run.execution.id);
    if (refusal === undefined) gone.push(run);
    else io.err.write(`heddle: Run ${run.execution.id} stays: ${refusal}\n`);
  }
  return gone;
}

function buildRow({ execution, status, bytes }: ListedRun): string[] {
  const { id, workflowId, startedAt } = execution;
  return [id, workflowId, status, startedAt.slice(0, 10), bytes === undefined ? '' : formatBytes(bytes)];
}
