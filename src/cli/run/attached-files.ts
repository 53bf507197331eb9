import { listAttachedPaths } from '@/plan/attachments/attached-paths';
import { lookAtFiles, type PlannedFile } from '@/plan/attachments/planned-files';
import { type Checked, planRun } from '@/plan/make-plan';
import type { Plan } from '@/plan/plan';
import type { Diagnostic } from '@/workflow/diagnostic';
import type { Io } from '../io';
import { createLazyCatalogue } from '../load-catalogue';
import { readEnvProviders } from './env-providers';
import { findFolder } from './open-journal';

/**
 * The files that a workflow attaches, as they are in its folder now. Files that cannot be read, e.g. without
 * permission, are left to the run.
 */
export async function findAttachedFiles(plan: Plan, file: string, io: Io): Promise<readonly PlannedFile[]> {
  const patterns = listAttachedPaths(plan);
  if (patterns.length === 0) return [];
  const folder = findFolder(io, file);
  return lookAtFiles(io.machine.files(folder, Object.keys(plan.memoryIndex), []), patterns).catch(() => []);
}

/**
 * Problems that prevent a run: attachments that the models are known not to accept, damaged files, and makers' tools
 * that the models do not have. What only fallback models do not accept is a warning.
 */
export async function findUntakenProblems(
  checked: Checked,
  known: readonly string[],
  file: string,
  io: Io,
): Promise<readonly Diagnostic[]> {
  const world = {
    known,
    catalogue: createCatalogueFor(known, io),
    files: (plan: Plan) => findAttachedFiles(plan, file, io),
  };
  const planned = await planRun(checked, world);
  const all = planned.ok ? planned.value.notes : planned.error;
  return all.filter(({ code }) => code === 'HED318' || code === 'HED319' || code === 'HED517');
}

/**
 * The catalogue with the providers of the environment, as for a run. Mistakes in the environment are reported by the
 * run.
 */
export function createCatalogueFor(named: readonly string[], { machine }: Pick<Io, 'machine'>) {
  const found = readEnvProviders(machine.env, named);
  return createLazyCatalogue(machine, found.ok ? found.value.providers : []);
}
