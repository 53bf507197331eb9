import { basename, resolve } from 'node:path';
import { defined } from '@/base/defined';
import { err, ok, type Result } from '@/base/result';
import { buildForkPoint, createRunRecord } from '@/host/new-run';
import type { Plan } from '@/plan/plan';
import type { Execution } from '@/run/runner';
import type { RunSource } from '@/storage/run-journal';
import { type ExitCode, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { openRunSecrets } from '../secrets/ask-secrets';
import { findTrustedFile } from '../secrets/trusted-file';
import { readEnvProviders } from './env-providers';
import { executeRun } from './execute-run';
import { explainNothingTaken, findRun, findWorkflowPath } from './find-run';
import { findFolder, type OpenJournal, openJournal } from './open-journal';
import { readPlan } from './read-plan';
import { findUnknownAnew, readReuse, takesAllAnswers } from './read-reuse';
import { planPart, readTargets } from './read-targets';
import { openRequestedRecording } from './recording-of';
import { refuseServers } from './refuse-servers';
import { createRunId } from './run-id';
import { createRunCatalogue, refuseUnpriced } from './run-prices';
import { RunTerminal } from './run-terminal';
import type { RunFlags } from './run-wishes';
import { createTerminalHost } from './terminal-host';

/** The workflow to run. */
type Wanted = Pick<Execution, 'workflowId' | 'plan'> & { readonly source: RunSource };

/**
 * Starts a new run of a workflow, or (`file` undefined) of the workflow of an earlier run, and follows it to its end.
 */
export async function startRun(io: Io, file: string | undefined, wishes: RunFlags): Promise<ExitCode> {
  const providers = readEnvProviders(io.machine.env, wishes.provider ?? [], wishes.protocol ?? []);
  if (!providers.ok) return printRefusal(io, providers.error);
  const reuse = readReuse(wishes);
  if (!reuse.ok) return printRefusal(io, reuse.error);
  const targets = readTargets(wishes);
  if (!targets.ok) return printRefusal(io, targets.error);
  if (targets.value !== undefined && file === undefined) {
    return printRefusal(io, 'Which file? A part of a workflow runs as the file has it now.');
  }
  // What an earlier run was given holds for the one that continues it, so that run is found first.
  const isContinued = wishes.from !== undefined || targets.value !== undefined;
  const readFile = (earlier?: Plan) => (file === undefined ? undefined : readWanted(io, file, wishes, earlier));
  const readFirst = isContinued ? undefined : await readFile();
  if (readFirst?.ok === false) return readFirst.error;
  const open = await openJournal(io, file, wishes);
  try {
    const earlier = await findEarlierRun(io, open, file, wishes, targets.value !== undefined);
    if (!earlier.ok) return printRefusal(io, earlier.error);
    const read = isContinued ? await readFile(earlier.value?.execution.plan) : readFirst;
    if (read?.ok === false) return read.error;
    const forkedFrom = earlier.value && buildForkPoint(earlier.value.execution, earlier.value.seq);
    const wanted = read?.value ?? (earlier.value && (await planAsBefore(io, open, earlier.value.execution, wishes)));
    if (wanted === undefined) return printRefusal(io, 'Which file? - is standard input.');
    const part =
      targets.value && (await planPart(open.journal, wanted.plan, targets.value, earlier.value?.execution.id));
    if (part?.ok === false) return printRefusal(io, part.error);
    const { reuse: _before, ...planned } = part?.value ?? wanted.plan;
    const plan = { ...planned, ...defined({ reuse: reuse.value }) };
    const unknown = findUnknownAnew(plan);
    if (unknown !== undefined) return printRefusal(io, `There is no task ${unknown}, which is to be asked again.`);
    const origin = forkedFrom === undefined ? {} : { forkedFrom };
    const nothingTaken = earlier.value && explainNothingTaken(earlier.value.execution, plan);
    if (nothingTaken !== undefined) io.err.write(`heddle: ${nothingTaken}\n`);
    const recording = await openRequestedRecording(io, open.journal, wishes, { plan, ...origin });
    if (!recording.ok) return printRefusal(io, recording.error);
    const unstarted = wishes.recording === undefined ? refuseServers(io, plan, wishes) : undefined;
    if (unstarted !== undefined) return unstarted;
    const isReal = wishes.recording === undefined;
    const secretOf = await openRunSecrets(io, plan, findTrustedFile(wanted.source), wishes, isReal);
    if (!secretOf.ok) return secretOf.error;
    const catalogue = createRunCatalogue(io, providers.value, wishes, plan);
    // The results of an earlier run may already contain the answer.
    const isNew = recording.value.recording === undefined;
    const refusal = isNew ? await refuseUnpriced(io, plan, await catalogue()) : undefined;
    if (refusal !== undefined) return refusal;
    const { workflowId } = wanted;
    const source = await addEarlierFiles(wanted.source, open, earlier.value?.execution);
    const terminal = new RunTerminal(io, wishes);
    const world = { providers: providers.value, catalogue, work: source.folder, givenFiles: source.givenFiles };
    const host = createTerminalHost({ io, ...open, ...world, wishes, terminal, secretOf: secretOf.value });
    const now = Date.now();
    const execution = createRunRecord({ id: createRunId(now), workflowId, plan, now, forkedFrom });
    // What earlier runs were answered is known from now on: their logs are read once.
    if (takesAllAnswers(plan)) await host.indexCalls();
    const taken = await host.create(execution, () => open.journal.sources.put(execution.id, source));
    return await executeRun({ io, ...open, host, terminal, taken, source, wishes, ...recording.value });
  } finally {
    open.journal.close();
  }
}

/** A workflow as its file is now. If it is refused, the messages are already printed. */
async function readWanted(
  io: Io,
  file: string,
  wishes: RunFlags,
  earlier: Plan | undefined,
): Promise<Result<Wanted, ExitCode>> {
  const read = await readPlan(io, file, wishes, earlier);
  if (!read.ok) return read;
  const { plan, hash, planHash, givenFiles } = read.value;
  const given = Object.keys(givenFiles).length === 0 ? {} : { givenFiles };
  const folder = wishes.files === undefined ? findFolder(io, file) : resolve(io.machine.folder, wishes.files);
  return ok({
    workflowId: basename(file),
    plan,
    source: { file: findWorkflowPath(io, file) ?? '-', hash, planHash, folder, ...given },
  });
}

/** The source with the files that the inputs of an earlier run were given, which this run continues with. */
async function addEarlierFiles(source: RunSource, { journal }: OpenJournal, earlier?: Execution): Promise<RunSource> {
  const before = earlier && (await journal.sources.get(earlier.id))?.givenFiles;
  return before === undefined ? source : { ...source, givenFiles: { ...before, ...source.givenFiles } };
}

/** The workflow of an earlier run, as it was planned then. */
async function planAsBefore(
  io: Io,
  { journal }: OpenJournal,
  { id, workflowId, plan }: Execution,
  { files }: RunFlags,
): Promise<Wanted> {
  const source = (await journal.sources.get(id)) ?? { file: '-', hash: '', folder: io.machine.folder };
  const folder = files === undefined ? source.folder : resolve(io.machine.folder, files);
  return { workflowId, plan, source: { ...source, folder } };
}

/**
 * The earlier run to reuse results from, if any, and up to which event. `isPart`: a part of the workflow runs, so the
 * last run is meant, if there is one. Refused with a message.
 */
async function findEarlierRun(
  io: Io,
  open: OpenJournal,
  file: string | undefined,
  { from, at, recording, simulate }: RunFlags,
  isPart: boolean,
): Promise<Result<{ readonly execution: Execution; readonly seq: number } | undefined, string>> {
  if (from === undefined && isPart) {
    const last = await findRun(io, open, file, '', simulate === true);
    return ok(last.ok ? { execution: last.value, seq: last.value.lastSeq } : undefined);
  }
  if (from === undefined)
    return at === undefined ? ok(undefined) : err('--at needs --from: the run that the event is of.');
  if (recording !== undefined) return err('Give a run of the journal (--from) or a file (--recording), not both.');
  const found = await findRun(io, open, file, from, simulate === true);
  if (!found.ok) return found;
  const { id, lastSeq } = found.value;
  const seq = at === undefined ? lastSeq : Number(at);
  if (Number.isInteger(seq) && seq >= 1 && seq <= lastSeq) return ok({ execution: found.value, seq });
  return err(at === undefined ? `Run ${id} has no events.` : `--at ${at}: run ${id} has the events 1 to ${lastSeq}.`);
}
