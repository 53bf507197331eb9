import { formatBytes } from '@/base/figures';
import { encodeJson } from '@/base/json-text';
import { type ListedOutput, listOutputs } from '@/host/list-outputs';
import { readWholeOutput } from '@/host/whole-output';
import { getNearestTaskPath } from '@/run/journal-path';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { printOutput } from '../print-output';
import { formatInstanceName } from '../progress/event-line';
import type { StoreFlags } from '../run/store-place';
import { type OpenRun, performOnRun } from '../runs/open-run';
import { formatTable } from '../table';

interface OutputsFlags extends StoreFlags {
  /** Path of the task whose output is printed. */
  readonly show?: string | undefined;
  readonly json?: boolean | undefined;
}

/** Lists the outputs of the tasks of a run, or prints one of them whole. */
export async function printOutputs(
  args: readonly string[],
  { show, json, ...wish }: OutputsFlags,
  io: Io,
): Promise<ExitCode> {
  return performOnRun(io, args, wish, async (run) => {
    const listed = await listOutputs(run.journal, run.execution);
    if (show !== undefined) return showOutput(io, run, listed, show);
    if (json === true) io.out.write(`${encodeJson(listed.map(toJson), 2)}\n`);
    else if (listed.length === 0) io.err.write(`heddle: No task of run ${run.execution.id} has an output.\n`);
    else io.out.write(formatTable([headings, ...listed.map(buildRow)]));
    return exitCodes.fine;
  });
}

const headings = ['TASK', 'TYPE', 'SIZE', 'SHOWN', 'STRATEGY', 'RELEVANCE', 'LAST IN A PROMPT (UTC)', 'FILE'];

function buildRow({ path, record: { capture }, type, bytes, promptedAt, relevance }: ListedOutput): string[] {
  return [
    formatInstanceName(path),
    type,
    formatBytes(bytes),
    capture?.truncated === true ? formatBytes(capture.shown ?? 0) : 'whole',
    capture?.strategy ?? '',
    relevance?.toFixed(2) ?? '',
    promptedAt === undefined ? '' : promptedAt.slice(0, 19).replace('T', ' '),
    capture?.stored?.path ?? '',
  ];
}

/** In the words of seed 000. Unknown values are null. */
function toJson({ path, record: { capture }, type, bytes, endedAt, ...used }: ListedOutput) {
  return {
    task_id: getNearestTaskPath(path),
    path,
    output_type: type,
    original_size: bytes,
    truncated: capture?.truncated ?? false,
    strategy: capture?.strategy ?? null,
    file_path: capture?.stored?.path ?? null,
    ended_at: endedAt,
    // As in the expression `keep`: an output that is in no prompt yet was last used when it was made.
    last_accessed: used.promptedAt ?? endedAt,
    relevance_score: used.relevance ?? null,
    depended_by: used.dependedBy,
  };
}

/** Of a task with several instances, the last one is printed. */
async function showOutput(
  io: Io,
  { journal, execution: { id } }: OpenRun,
  listed: readonly ListedOutput[],
  show: string,
): Promise<ExitCode> {
  const output = listed.findLast(({ path }) => path === show || getNearestTaskPath(path) === show);
  if (output === undefined) {
    return printRefusal(io, `Run ${id} has no output of a task ${show}: heddle outputs ${id} lists those that it has.`);
  }
  const pages = await readWholeOutput(journal.blobs, id, output.record);
  if (pages === undefined) return printRefusal(io, `The output of ${show} is no longer stored.`);
  await printOutput(io.out, pages, output.record.capture?.binary !== true);
  return exitCodes.fine;
}
