import { computeOnce } from '@/base/compute-once';
import { listDeclaredTools } from '@/workflow/declared-tools';
import type { WorkflowDocument } from '@/workflow/document';
import type { TaskPath } from '@/workflow/task-path';
import { findSecretTarget, listSentSecrets } from '@/workflow/tasks/secret-target';
import type { Tool } from '@/workflow/tasks/tools';
import { walkCalledTasks } from '../model-refusals';
import type { Plan } from '../plan';
import type { SecretUse } from './secret-grant';

/** A secret that a task of a plan may send. */
export interface PlannedSecret extends SecretUse {
  /** The first task that may send it there. */
  readonly taskPath: TaskPath;
  readonly tool: string;
}

/** Which secret a run of a plan may send where, each pair once, in the order of the tasks. A dry run sends none. */
export const listPlannedSecrets = computeOnce((plan: Plan): readonly PlannedSecret[] => {
  const found = new Map<string, PlannedSecret>();
  for (const [taskPath, task] of walkCalledTasks(plan)) {
    if (!('tools' in task) || task.disabled) continue;
    for (const { name, tool } of task.tools ?? []) {
      for (const use of listSecretUses(tool)) {
        const key = `${use.secret} ${use.target}`;
        if (!found.has(key)) found.set(key, { ...use, taskPath, tool: name });
      }
    }
  }
  return [...found.values()];
});

/** Which secret the tools of a workflow send where, by tool, each once. */
export function listDeclaredSecrets(document: WorkflowDocument): readonly (SecretUse & { readonly tool: string })[] {
  const found = new Map<string, SecretUse & { readonly tool: string }>();
  for (const { name, tool } of listDeclaredTools(document)) {
    for (const use of listSecretUses(tool)) found.set(JSON.stringify([use, name]), { ...use, tool: name });
  }
  return [...found.values()];
}

/** Which secret a tool sends where. None where that is not known: it is not sent then. */
export function listSecretUses(tool: Tool): readonly SecretUse[] {
  const target = findSecretTarget(tool);
  return target === undefined ? [] : listSentSecrets(tool).map((secret) => ({ secret, target }));
}
