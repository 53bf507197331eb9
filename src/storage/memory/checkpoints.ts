import type { DocumentCheckpoint, StoredWorkflow, WorkflowRepository } from '@/workflow/repository';

type Checkpoints = Pick<WorkflowRepository, 'checkpoints' | 'textOf' | 'nameRevision'>;

/** The named states of workflows in memory; other states are known only while they are the newest, in `workflows`. */
export function createCheckpoints(
  workflows: ReadonlyMap<string, StoredWorkflow>,
): Checkpoints & { readonly removeOf: (id: string) => void } {
  const named = new Map<string, Map<number, DocumentCheckpoint & { readonly text: string }>>();
  const getState = (id: string, revision: number) => {
    const newest = workflows.get(id);
    if (newest?.revision === revision) return { savedAt: newest.updatedAt, text: newest.text };
    return named.get(id)?.get(revision);
  };
  return {
    checkpoints: async (id) =>
      [...(named.get(id)?.values() ?? [])]
        .map(({ text: _text, ...checkpoint }) => checkpoint)
        .sort((a, b) => b.revision - a.revision),
    textOf: async (id, revision) => getState(id, revision)?.text,
    nameRevision: async (id, revision, name) => {
      const state = getState(id, revision);
      if (!state) return false;
      const ofWorkflow = named.get(id) ?? new Map();
      named.set(id, ofWorkflow);
      if (name === undefined) ofWorkflow.delete(revision);
      else ofWorkflow.set(revision, { revision, name, savedAt: state.savedAt, text: state.text });
      return true;
    },
    removeOf: (id) => void named.delete(id),
  };
}
