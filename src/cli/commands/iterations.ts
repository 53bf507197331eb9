import { formatBytes } from '@/base/figures';
import { encodeJson } from '@/base/json-text';
import { findLargeOutput, type IterationLog, type IterationPage } from '@/run/iteration-log';
import { appendStep, getNearestTaskPath } from '@/run/journal-path';
import { runIdForm } from '@/run/run-id-form';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import type { StoreFlags } from '../run/store-place';
import { formatIterationLine } from '../runs/iteration-line';
import { type OpenRun, performOnRun } from '../runs/open-run';
import { findOwnInstruction } from '../runs/own-instruction';
import { showIteration } from '../runs/show-iteration';
import { writeWholeIteration } from '../runs/written-whole';

interface IterationFlags extends StoreFlags {
  readonly 'exit-code'?: string | undefined;
  readonly task?: string | undefined;
  readonly text?: string | undefined;
  /** Number or id of the iteration to show in full. */
  readonly show?: string | undefined;
  /** Whether to delete all iterations of the run. */
  readonly delete?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** Iterations read and printed at once. */
const pageSize = 200;

/** The number of an iteration, or its id: `RUN-iter-3`. */
const shownForm = /^(?:(.+)-iter-)?([1-9]\d{0,14})$/;

/** Lists the iterations of a run, one on each line, shows one of them in full, or deletes all of them. */
export async function listIterations(args: readonly string[], wishes: IterationFlags, io: Io): Promise<ExitCode> {
  const { 'exit-code': code, show, json = false } = wishes;
  if (code !== undefined && code !== 'failed' && !/^-?\d{1,9}$/.test(code)) {
    return printRefusal(io, `--exit-code ${code}: a number is expected, or failed for all but 0.`);
  }
  if (wishes.delete === true) return deleteIterations(args, wishes, io);
  const [shown, runId, ordinal] = shownForm.exec(show ?? '') ?? [];
  if (show !== undefined && (shown === undefined || (runId !== undefined && !runIdForm.test(runId)))) {
    return printRefusal(io, `--show ${show}: the number or the id of an iteration is expected.`);
  }
  // The id of an iteration names its run.
  const named = args.length === 0 && runId !== undefined ? [runId] : args;
  return performOnRun(io, named, wishes, async (run) => {
    const { id } = run.execution;
    if (ordinal !== undefined) {
      if (runId !== undefined && runId !== id) return printRefusal(io, `--show ${show} is not of run ${id}.`);
      const log = await run.journal.iterations.get(`${id}-iter-${ordinal}`);
      if (log === undefined) return printRefusal(io, `Run ${id} has no iteration ${ordinal}.`);
      await (json ? writeRecord(io, run, log) : showIteration(io, run.journal.blobs, log));
      return exitCodes.fine;
    }
    let found = 0;
    for await (const page of readIterationPages(run, wishes)) {
      found += page.length;
      for (const log of page) {
        if (json) await writeRecord(io, run, log);
        else io.out.write(`${formatIterationLine(log, await findOwnInstruction(log, run.journal.blobs), io.out)}\n`);
      }
      await io.out.taken();
    }
    const isAny = code === undefined && wishes.task === undefined && wishes.text === undefined;
    if (found === 0 && !json) io.err.write(`heddle: Run ${id} has no ${isAny ? 'iterations' : 'such iteration'}.\n`);
    return exitCodes.fine;
  });
}

/**
 * Deletes all iterations of a run that is named; the run and its log stay. A run that a process runs is refused: it
 * still adds iterations.
 */
async function deleteIterations(args: readonly string[], wishes: IterationFlags, io: Io): Promise<ExitCode> {
  const selects = (['exit-code', 'task', 'text', 'show'] as const).find((name) => wishes[name] !== undefined);
  if (selects !== undefined)
    return printRefusal(io, `--delete deletes all iterations of a run: leave out --${selects}.`);
  if (args.length === 0) return printRefusal(io, 'Whose iterations? Name the run or its workflow.');
  return performOnRun(io, args, wishes, async ({ journal, execution: { id } }) => {
    const hold = await journal.locks.hold(id);
    if (!hold.ok) return printRefusal(io, `Run ${id} keeps its iterations: ${hold.error.name} holds it.`);
    try {
      const count = await journal.iterations.remove(id);
      io.err.write(`Deleted ${count} ${count === 1 ? 'iteration' : 'iterations'} of run ${id}.\n`);
      return exitCodes.fine;
    } finally {
      hold.value.release();
    }
  });
}

/** The selected iterations, page by page. */
async function* readIterationPages(
  { journal, execution }: OpenRun,
  { 'exit-code': code, task, text }: IterationFlags,
): AsyncGenerator<readonly IterationLog[]> {
  // The store searches by journal path, a person by task path. For a nested task no single journal path is the prefix
  // of all its iterations.
  const [first] = task?.split('/') ?? [];
  const query = {
    ...(first === undefined ? {} : { path: appendStep('', 'task', first) }),
    ...(code === undefined ? {} : { exitCode: code === 'failed' ? ('failed' as const) : Number(code) }),
    ...(text === undefined ? {} : { text }),
    direction: 'forward',
    limit: pageSize,
  } as const;
  for (let from: number | null = 1; from !== null; ) {
    const page: IterationPage = await journal.iterations.find(execution.id, { ...query, from });
    yield page.iterations.filter(({ path }) => task === undefined || isAtOrWithin(getNearestTaskPath(path), task));
    from = page.next;
  }
}

function isAtOrWithin(taskPath: string, wanted: string): boolean {
  return taskPath === wanted || taskPath.startsWith(`${wanted}/`);
}

async function writeRecord(io: Io, { journal, execution }: OpenRun, log: IterationLog): Promise<void> {
  const large = findLargeOutput(log);
  if (large !== undefined) io.err.write(`heddle: ${log.id} has a large output: ${formatBytes(large)}.\n`);
  io.out.write(`${encodeJson(await writeWholeIteration(log, execution.id, journal.blobs))}\n`);
}
