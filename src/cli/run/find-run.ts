import { resolve } from 'node:path';
import { err, ok, type Result } from '@/base/result';
import type { Plan } from '@/plan/plan';
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
  takesDry: boolean,
): Promise<Result<Execution, string>> {
  if (id !== '') {
    const named = await journal.executions.get(id);
    return named === undefined ? err(await describeAbsence({ journal, place }, undefined, id)) : ok(named);
  }
  const { last, dry } = await findLastRun(journal, findWorkflowPath(io, file), takesDry);
  if (last !== undefined) return ok(last);
  if (dry === undefined) return err(await describeAbsence({ journal, place }, file));
  const where = `${file === undefined ? '' : ` of ${file}`} in ${place?.name ?? 'memory'}`;
  return err(`There is no run${where} to take results from: ${dry} was a dry run, and so was each before it, if any.`);
}

/** What is said of an earlier run that a new one takes nothing from; undefined: it takes results. */
export function explainNothingTaken(earlier: Execution, plan: Pick<Plan, 'isDry'>): string | undefined {
  if (earlier.plan.isDry !== true || plan.isDry === true) return undefined;
  return `${earlier.id} was a dry run: nothing is taken from it.`;
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

/** The last run of a file; `dry`: the newest dry run that was passed over. */
async function findLastRun(
  journal: RunJournal,
  path: string | undefined,
  takesDry: boolean,
): Promise<{ readonly last?: Execution; readonly dry?: string }> {
  let dry: string | undefined;
  for (const id of await journal.ids()) {
    if (path !== undefined && (await journal.sources.get(id))?.file !== path) continue;
    const last = await journal.executions.get(id);
    if (last === undefined) continue;
    if (takesDry || last.plan.isDry === undefined) return { last };
    dry ??= id;
  }
  return dry === undefined ? {} : { dry };
}
