import { resolve } from 'node:path';
import { err, ok, type Result } from '@/base/result';
import type { Execution } from '@/run/runner';
import type { RunJournal } from '@/storage/run-journal';
import type { Io } from '../io';
import type { OpenJournal } from './open-journal';

/**
 * The run to use: the one with `id`; if that is empty, the last of the file, or else the last of the journal.
 * `takesDry`: whether that may be a dry run, of which a run takes nothing. Refused with a message.
 */
export async function findRun(
  io: Io,
  { journal, place }: OpenJournal,
  file: string | undefined,
  id: string,
  takesDry = true,
): Promise<Result<Execution, string>> {
  const found = id === '' ? await findLastRun(journal, findWorkflowPath(io, file), takesDry) : id;
  const execution = found === undefined ? undefined : await journal.executions.get(found);
  if (execution !== undefined) return ok(execution);
  return err(await describeAbsence({ journal, place }, id === '' ? file : undefined, id));
}

/** Why no run was found. Runs of other workflows are named, so that the journal does not seem to be the wrong one. */
export async function describeAbsence(
  { journal, place }: OpenJournal,
  file: string | undefined,
  id = '',
): Promise<string> {
  const name = place?.name ?? 'memory';
  const others = file === undefined ? 0 : (await journal.ids()).length;
  if (others === 0) {
    if (id === '') return `There is no run in ${name}.`;
    return `There is no run ${id} in ${name}. It may have been removed: heddle runs lists those that are there.`;
  }
  return `There is no run of ${file} in ${name}, but ${others} of other workflows.`;
}

/** The path under which a run stores the file that it was started from. */
export function findWorkflowPath(io: Io, file: string | undefined): string | undefined {
  return file === undefined || file === '-' ? file : resolve(io.machine.folder, file);
}

async function findLastRun(
  journal: RunJournal,
  path: string | undefined,
  takesDry: boolean,
): Promise<string | undefined> {
  for (const id of await journal.ids()) {
    if (path !== undefined && (await journal.sources.get(id))?.file !== path) continue;
    if (takesDry || (await journal.executions.get(id))?.plan.isDry === undefined) return id;
  }
  return undefined;
}
