import type { DocumentCheckpoint, KeptImport, StoredWorkflow, WorkflowRepository } from '@/workflow/repository';

type Checkpoints = Pick<
  WorkflowRepository,
  'checkpoints' | 'textOf' | 'nameRevision' | 'keepImport' | 'importOf' | 'imports'
>;

/** A named state with its text, and what it was imported from. */
type NamedState = DocumentCheckpoint & { readonly text: string; readonly imported?: KeptImport };

/** The named states of workflows in memory; other states are known only while they are the newest, in `workflows`. */
export function createCheckpoints(
  workflows: ReadonlyMap<string, StoredWorkflow>,
): Checkpoints & { readonly removeOf: (id: string) => void } {
  const named = new Map<string, Map<number, NamedState>>();
  const getState = (id: string, revision: number) => {
    const newest = workflows.get(id);
    if (newest?.revision === revision) return { savedAt: newest.updatedAt, text: newest.text };
    return named.get(id)?.get(revision);
  };
  const nameState = (id: string, revision: number, name: string | undefined, imported?: KeptImport): boolean => {
    const state = getState(id, revision);
    if (!state) return false;
    const ofWorkflow = named.get(id) ?? new Map<number, NamedState>();
    named.set(id, ofWorkflow);
    const kept = imported ?? ofWorkflow.get(revision)?.imported;
    if (name === undefined) ofWorkflow.delete(revision);
    else
      ofWorkflow.set(revision, {
        ...{ revision, name, savedAt: state.savedAt, text: state.text },
        ...(kept && { imported: structuredClone(kept), isImported: true }),
      });
    return true;
  };
  return {
    checkpoints: async (id) =>
      [...(named.get(id)?.values() ?? [])]
        .map(({ text: _text, imported: _imported, ...checkpoint }) => checkpoint)
        .sort((a, b) => b.revision - a.revision),
    textOf: async (id, revision) => getState(id, revision)?.text,
    nameRevision: async (id, revision, name) => nameState(id, revision, name),
    keepImport: async (id, revision, name, kept) => nameState(id, revision, name, kept),
    imports: async () =>
      [...named]
        .flatMap(([workflowId, states]) =>
          [...states.values()].flatMap(({ revision, savedAt, imported }) =>
            imported === undefined
              ? []
              : [{ workflowId, revision, savedAt, format: imported.format, name: imported.name, file: imported.file }],
          ),
        )
        .sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1)),
    importOf: async (id, revision) => structuredClone(named.get(id)?.get(revision)?.imported),
    removeOf: (id) => void named.delete(id),
  };
}
