import { type ReplayReport, replayRun } from '@/engine/replay/replay-run';
import { loadTokenCounter } from '@/providers/token-counter';
import { createMemoryBlobs } from '@/storage/memory/blobs';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { createLazyCatalogue } from '../load-catalogue';
import { formatInstanceName } from '../progress/event-line';
import { readEnvProviders } from '../run/env-providers';
import type { StoreFlags } from '../run/store-place';
import { type OpenRun, performOnRun } from '../runs/open-run';

interface ReplayFlags extends StoreFlags {
  readonly to?: string | undefined;
  readonly provider?: readonly string[] | undefined;
  readonly json?: boolean | undefined;
}

/** Evaluates a run again over its log, without effects, and reports whether the result matches the log. */
export async function replayAndCompare(args: readonly string[], wishes: ReplayFlags, io: Io): Promise<ExitCode> {
  const { to, provider = [], json = false } = wishes;
  if (to !== undefined && !/^[1-9]\d{0,14}$/.test(to))
    return printRefusal(io, `--to ${to}: a number from 1 is expected.`);
  const found = readEnvProviders(io.machine.env, provider);
  if (!found.ok) return printRefusal(io, found.error);
  const { providers } = found.value;
  return performOnRun(io, args, wishes, async (run) => {
    const { id, plan } = run.execution;
    const folder = (await run.journal.sources.get(id))?.folder ?? io.machine.folder;
    const report = await replayRun({
      executionId: id,
      plan,
      events: run.journal.events,
      blobs: run.journal.blobs,
      scratch: createMemoryBlobs(),
      world: {
        catalogue: createLazyCatalogue(io.machine, providers),
        tokens: loadTokenCounter,
        secretOf: (name) => io.machine.env[`HEDDLE_SECRET_${name}`],
        files: io.machine.files(folder, Object.keys(plan.memoryIndex), []),
      },
      ...(to === undefined ? {} : { to: Number(to) }),
      settle: () => new Promise((resolve) => setImmediate(resolve)),
    });
    if (json) io.out.write(`${JSON.stringify({ ...report, difference: report.difference ?? null })}\n`);
    else io.out.write(`${formatReport(run, report)}\n`);
    return report.difference === undefined ? exitCodes.fine : exitCodes.problems;
  });
}

function formatReport({ execution }: OpenRun, { upTo, same, difference, ended, changedAt }: ReplayReport): string {
  if (difference !== undefined) return `Run ${execution.id} differs: ${formatDifference(difference)}`;
  const sentence = `Run ${execution.id} comes out the same up to event ${upTo} (${same} events compared).`;
  if (changedAt !== undefined)
    return `${sentence} By event ${changedAt} a person changed its history: a replay goes no further.`;
  return ended ? sentence : `${sentence} What was in flight then is not replayed.`;
}

function formatDifference({ what, seq, kind, path }: NonNullable<ReplayReport['difference']>): string {
  const where = `${formatInstanceName(path) || 'the run'}${seq === undefined ? '' : ` (event ${seq})`}`;
  switch (what) {
    case 'other':
      return `${kind} of ${where} would be written differently.`;
    case 'more':
      return `${kind} of ${where} would be written, and is not in the log.`;
    case 'less':
      return `${kind} of ${where} would not be written.`;
    case 'asks':
      return `${where} would ask for something that the log does not have, at ${path}.`;
    case 'payload':
      return 'a payload of it is missing.';
  }
}
