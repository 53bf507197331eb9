import { basename, resolve } from 'node:path';
import { headOf } from '@/run/run-head';
import type { Execution } from '@/run/runner';
import type { ExitCode } from '../exit-code';
import { refuse } from '../exit-code';
import type { Io } from '../io';
import { envProviders } from './env-providers';
import { executeRun } from './execute-run';
import { folderOf, openJournal } from './open-journal';
import { readPlan } from './read-plan';
import { recordingOf } from './recording-of';
import { newRunId } from './run-id';
import type { RunWishes } from './run-wishes';

/** Starts a new run of a workflow and follows it to its end. */
export async function startRun(io: Io, file: string, wishes: RunWishes): Promise<ExitCode> {
  const providers = envProviders(io.machine.env, wishes.provider ?? []);
  if (!providers.ok) return refuse(io, providers.error);
  const read = await readPlan(io, file, wishes);
  if (!read.ok) return read.error;
  const { plan, hash } = read.value;
  const recording = await recordingOf(io, wishes);
  if (!recording.ok) return refuse(io, recording.error);

  const now = Date.now();
  const execution: Execution = {
    ...headOf(plan),
    id: newRunId(now),
    workflowId: basename(file),
    name: plan.name,
    plan,
    startedAt: new Date(now).toISOString(),
  };
  const source = {
    file: file === '-' ? file : resolve(io.machine.folder, file),
    hash,
    folder: wishes.files === undefined ? folderOf(io, file) : resolve(io.machine.folder, wishes.files),
  };
  const open = openJournal(io, file, wishes);
  try {
    await open.journal.sources.put(execution.id, source);
    await open.journal.executions.create(execution);
    return await executeRun({ io, ...open, execution, source, providers: providers.value, wishes, ...recording.value });
  } finally {
    open.journal.close();
  }
}
