import { attachedPaths } from '@/plan/attachments/attached-paths';
import { lookAtFiles, type PlannedFile } from '@/plan/attachments/planned-files';
import { type Checked, makePlan, planChecked } from '@/plan/make-plan';
import type { Plan } from '@/plan/plan';
import { loadTokenCounter } from '@/providers/token-counter';
import type { Diagnostic } from '@/workflow/diagnostic';
import type { Io } from '../io';
import { loadCatalogue } from '../load-catalogue';
import { envProviders } from './env-providers';
import { folderOf } from './open-journal';

/**
 * What a workflow attaches, as it is in its folder now. Files that are refused, such as by their rights, are left to
 * the run.
 */
export async function attachedFiles(plan: Plan, file: string, io: Io): Promise<readonly PlannedFile[]> {
  const patterns = attachedPaths(plan);
  if (patterns.length === 0) return [];
  const folder = folderOf(io, file);
  return lookAtFiles(io.machine.files(folder, Object.keys(plan.memoryIndex)), patterns).catch(() => []);
}

/**
 * The attachments that keep a run from being started: what the models are known not to take, and files that are
 * damaged.
 */
export async function attachmentProblems(
  checked: Checked,
  known: readonly string[],
  file: string,
  io: Io,
): Promise<readonly Diagnostic[]> {
  const plan = planChecked(checked, known);
  const files = plan.ok ? await attachedFiles(plan.value, file, io) : [];
  if (files.length === 0) return [];
  const planned = await makePlan(checked, known, loadTokenCounter, catalogueFor(known, io), files);
  return planned.ok ? [] : planned.diagnostics.filter(({ code }) => code === 'HED318');
}

/** Those of the environment, as a run would have them; what is wrong with it is the run's to say. */
export function catalogueFor(named: readonly string[], { machine }: Pick<Io, 'machine'>) {
  const found = envProviders(machine.env, named);
  return loadCatalogue(machine, found.ok ? found.value.providers : []);
}
