import { attachedPaths } from '@/plan/attachments/attached-paths';
import { lookAtFiles, type PlannedFile } from '@/plan/attachments/planned-files';
import { type Checked, planRun } from '@/plan/make-plan';
import type { Plan } from '@/plan/plan';
import type { Diagnostic } from '@/workflow/diagnostic';
import type { Io } from '../io';
import { lazyCatalogue } from '../load-catalogue';
import { envProviders } from './env-providers';
import { folderOf } from './open-journal';

/**
 * What a workflow attaches, as it is in its folder now. Files that are refused, such as by their rights, are left to
 * the run.
 */
export async function findAttachedFiles(plan: Plan, file: string, io: Io): Promise<readonly PlannedFile[]> {
  const patterns = attachedPaths(plan);
  if (patterns.length === 0) return [];
  const folder = folderOf(io, file);
  return lookAtFiles(io.machine.files(folder, Object.keys(plan.memoryIndex)), patterns).catch(() => []);
}

/**
 * What keeps a run from being started: attachments that the models are known not to take, files that are damaged, and
 * tools of makers that the models do not have. What only fallbacks do not take is a warning.
 */
export async function untakenProblems(
  checked: Checked,
  known: readonly string[],
  file: string,
  io: Io,
): Promise<readonly Diagnostic[]> {
  const world = { known, catalogue: catalogueFor(known, io), files: (plan: Plan) => findAttachedFiles(plan, file, io) };
  const planned = await planRun(checked, world);
  const all = planned.ok ? planned.value.notes : planned.error;
  return all.filter(({ code }) => code === 'HED318' || code === 'HED319' || code === 'HED517');
}

/** Those of the environment, as a run would have them; what is wrong with it is the run's to say. */
export function catalogueFor(named: readonly string[], { machine }: Pick<Io, 'machine'>) {
  const found = envProviders(machine.env, named);
  return lazyCatalogue(machine, found.ok ? found.value.providers : []);
}
