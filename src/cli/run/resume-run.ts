import { relative, resolve } from 'node:path';
import { hashText } from '@/base/hash';
import { decodeText } from '@/formats/decode-text';
import { maxWorkflowBytes } from '@/formats/limits';
import { isUnfinished } from '@/run/is-unfinished';
import type { Execution } from '@/run/runner';
import type { RunSource } from '@/storage/run-journal';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { openRunSecrets } from '../secrets/ask-secrets';
import { findTrustedFile } from '../secrets/trusted-file';
import { readEnvProviders } from './env-providers';
import { executeRun } from './execute-run';
import { findRun, findWorkflowPath } from './find-run';
import { formatResumeAsPlannedCommand, formatStartCommand } from './next-command';
import { findFolder, openJournal } from './open-journal';
import { readPlanHash } from './read-plan';
import { openRequestedRecording } from './recording-of';
import { refuseServers } from './refuse-servers';
import { createRunCatalogue } from './run-prices';
import { RunTerminal } from './run-terminal';
import type { RunFlags } from './run-wishes';
import type { StorePlace } from './store-place';
import { createTerminalHost } from './terminal-host';

/**
 * Resumes a run with its stored plan: the run with `id`, else the last of the file, else the last of the journal.
 * Refused if the meaning of the workflow has changed since, unless it should continue as planned. For a run that has
 * ended, only the result is printed again.
 */
export async function resumeRun(io: Io, file: string | undefined, id: string, wishes: RunFlags): Promise<ExitCode> {
  for (const option of ['var', 'input', 'model'] as const) {
    if (wishes[option] !== undefined)
      return printRefusal(io, `A run resumes with its own plan: --${option} is for new ones.`);
  }
  const providers = readEnvProviders(io.machine.env, wishes.provider ?? [], wishes.protocol ?? []);
  if (!providers.ok) return printRefusal(io, providers.error);
  const open = await openJournal(io, file, wishes);
  try {
    const found = await findRun(io, open, file, id, true);
    if (!found.ok) return printRefusal(io, found.error);
    const execution = found.value;
    const stored = await open.journal.sources.get(execution.id);
    const source = stored ?? {
      file: findWorkflowPath(io, file) ?? '-',
      hash: '',
      folder: findFolder(io, file),
    };
    const hasEnded = !isUnfinished(execution.status);
    if (!hasEnded && (await hasChanged(io, source, execution, wishes))) {
      if (wishes['as-planned'] !== true) return refuseChanged(io, source, execution, open.place, wishes);
      io.err.write(`heddle: ${source.file} has changed since. The run continues as it was planned.\n`);
    }
    const isReal = !hasEnded && wishes.recording === undefined;
    const unstarted = isReal ? refuseServers(io, execution.plan, wishes) : undefined;
    if (unstarted !== undefined) return unstarted;
    const secretOf = await openRunSecrets(io, execution.plan, findTrustedFile(stored), wishes, isReal);
    if (!secretOf.ok) return secretOf.error;
    const recording = await openRequestedRecording(io, open.journal, wishes, execution);
    if (!recording.ok) return printRefusal(io, recording.error);
    const folder = wishes.files === undefined ? source.folder : resolve(io.machine.folder, wishes.files);
    const terminal = new RunTerminal(io, wishes);
    const catalogue = createRunCatalogue(io, providers.value, wishes);
    const world = { providers: providers.value, catalogue, work: folder, givenFiles: source.givenFiles };
    const host = createTerminalHost({ io, ...open, ...world, wishes, terminal, secretOf: secretOf.value });
    const taken = await host.take(execution.id);
    if (!taken.ok) return printRefusal(io, `Run ${execution.id} is already running, in ${taken.error.name}.`);
    if (taken.value === undefined)
      return printRefusal(io, `There is no run ${execution.id} in ${open.place?.name ?? 'memory'}.`);
    const run = { taken: taken.value, source: { ...source, folder } };
    return await executeRun({ io, ...open, host, terminal, ...run, wishes, ...recording.value });
  } finally {
    open.journal.close();
  }
}

/**
 * Whether the meaning of a file has changed. A file that no longer exists, or whose text was never known, counts as
 * unchanged.
 */
async function hasChanged(
  io: Io,
  { file, hash, planHash }: RunSource,
  { plan }: Execution,
  { provider = [] }: RunFlags,
): Promise<boolean> {
  if (file === '-' || hash === '') return false;
  const bytes = await io.readRegular(file, maxWorkflowBytes + 1).catch(() => undefined);
  if (bytes === undefined) return false;
  const text = decodeText(bytes);
  if (text.ok && hashText(text.value) === hash) return false;
  return (await readPlanHash(io, file, provider)) !== (planHash ?? plan.hash);
}

/** Refuses, and prints the commands to choose from. */
function refuseChanged(
  io: Io,
  { file }: RunSource,
  { id }: Execution,
  place: StorePlace | undefined,
  wishes: RunFlags,
): ExitCode {
  const name = relative(io.machine.folder, file);
  const choices = [
    [formatResumeAsPlannedCommand(id, place, wishes), 'continues with the workflow as it was'],
    [formatStartCommand([name, '--from', id], place, wishes), 'starts it as it is now, and reuses what still matches'],
    [formatStartCommand([name], place, wishes), 'starts over'],
  ] as const;
  const width = Math.max(...choices.map(([command]) => command.length));
  io.err.write(`heddle: ${file} has changed since run ${id} was started. Choose:\n`);
  for (const [command, meaning] of choices) io.err.write(`  ${command.padEnd(width)}  ${meaning}\n`);
  return exitCodes.usage;
}
