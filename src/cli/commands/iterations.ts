import type { IterationLog, IterationPage } from '@/run/iteration-log';
import { at, nearestTaskPath } from '@/run/journal-path';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { iterationLine } from '../runs/iteration-line';
import { type JournalFlags, type OpenRun, withRun } from '../runs/open-run';
import { showIteration } from '../runs/show-iteration';
import { writtenWhole } from '../runs/written-whole';

interface IterationFlags extends JournalFlags {
  readonly 'exit-code'?: string | undefined;
  readonly task?: string | undefined;
  readonly text?: string | undefined;
  /** Number of the iteration to show in full. */
  readonly show?: string | undefined;
  readonly json?: boolean | undefined;
}

/** Iterations read and printed at once. */
const pageSize = 200;

/** Lists the iterations of a run, one on each line, or shows one of them in full. */
export async function iterations(args: readonly string[], wishes: IterationFlags, io: Io): Promise<ExitCode> {
  const { 'exit-code': code, show, json = false } = wishes;
  if (code !== undefined && code !== 'failed' && !/^-?\d{1,9}$/.test(code)) {
    return printRefusal(io, `--exit-code ${code}: a number is expected, or failed for all but 0.`);
  }
  if (show !== undefined && !/^[1-9]\d{0,14}$/.test(show)) {
    return printRefusal(io, `--show ${show}: the number of an iteration is expected.`);
  }
  return withRun(io, args, wishes, async (run) => {
    const { id } = run.execution;
    if (show !== undefined) {
      const log = await run.journal.iterations.get(`${id}-iter-${show}`);
      if (log === undefined) return printRefusal(io, `Run ${id} has no iteration ${show}.`);
      await (json ? writeRecord(io, run, log) : showIteration(io, run.journal.blobs, log));
      return exitCodes.fine;
    }
    let found = 0;
    for await (const page of pagesOf(run, wishes)) {
      found += page.length;
      for (const log of page) {
        if (json) await writeRecord(io, run, log);
        else io.out.write(`${iterationLine(log, io.out)}\n`);
      }
      await io.out.taken();
    }
    if (found === 0 && !json) io.err.write(`heddle: Run ${id} has no such iteration.\n`);
    return exitCodes.fine;
  });
}

/** The selected iterations, page by page. */
async function* pagesOf(
  { journal, execution }: OpenRun,
  { 'exit-code': code, task, text }: IterationFlags,
): AsyncGenerator<readonly IterationLog[]> {
  // The store searches by journal path, a person by task path. For a nested task no single journal path is the prefix
  // of all its iterations.
  const [first] = task?.split('/') ?? [];
  const query = {
    ...(first === undefined ? {} : { path: at('', 'task', first) }),
    ...(code === undefined ? {} : { exitCode: code === 'failed' ? ('failed' as const) : Number(code) }),
    ...(text === undefined ? {} : { text }),
    direction: 'forward',
    limit: pageSize,
  } as const;
  for (let from: number | null = 1; from !== null; ) {
    const page: IterationPage = await journal.iterations.find(execution.id, { ...query, from });
    yield page.iterations.filter(({ path }) => task === undefined || isAt(nearestTaskPath(path), task));
    from = page.next;
  }
}

function isAt(taskPath: string, wanted: string): boolean {
  return taskPath === wanted || taskPath.startsWith(`${wanted}/`);
}

async function writeRecord(io: Io, { journal, execution }: OpenRun, log: IterationLog): Promise<void> {
  io.out.write(`${JSON.stringify(await writtenWhole(log, execution.id, journal.blobs))}\n`);
}
