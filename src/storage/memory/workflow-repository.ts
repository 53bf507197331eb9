import type { StoredWorkflow, WorkflowRepository } from '@/workflow/repository';
import { boundHistory } from '../bound-history';
import { createStaleSaveError, summariseWorkflow } from '../workflow-summary';
import { createCheckpoints } from './checkpoints';

/**
 * Workflows in memory, each with its newest state and its named states. `now` gives ms since 1970; `removed` is called
 * with the id of each removed workflow.
 */
export function createWorkflowRepository(now: () => number, removed: (id: string) => void): WorkflowRepository {
  const workflows = new Map<string, StoredWorkflow>();
  const checkpoints = createCheckpoints(workflows);
  return {
    list: async () =>
      [...workflows.values()].map(summariseWorkflow).sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)),
    load: async (id) => structuredClone(workflows.get(id)),
    save: async ({ basedOn, history, ...save }) => {
      const current = workflows.get(save.id)?.revision ?? 0;
      if (current !== basedOn) throw createStaleSaveError(save.name, current);
      const updatedAt = new Date(now()).toISOString();
      const stored = { ...save, updatedAt, revision: basedOn + 1, history: boundHistory(history) };
      workflows.set(save.id, structuredClone(stored));
      return stored.revision;
    },
    remove: async (id) => {
      workflows.delete(id);
      checkpoints.removeOf(id);
      removed(id);
    },
    checkpoints: checkpoints.checkpoints,
    textOf: checkpoints.textOf,
    nameRevision: checkpoints.nameRevision,
    keepImport: checkpoints.keepImport,
    importOf: checkpoints.importOf,
    imports: checkpoints.imports,
  };
}
