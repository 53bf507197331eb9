import type { DocumentActions, DocumentStore } from '@/state/document-store';

/**
 * Has edits of a workflow whose tests stand in a file wait for the code that edits both, as those of the first seconds
 * would leave the file behind. `load` gives what puts that code in place; if it rejects, the edit is of the workflow
 * alone, and the next one tries again. The result puts it in place at once.
 */
export function holdEdits(
  { actions, getState }: Pick<DocumentStore, 'actions' | 'getState'>,
  load: () => Promise<() => void>,
): () => Promise<void> {
  const { dispatch } = actions;
  const install = async () => {
    const place = await load().catch(() => undefined);
    if (place === undefined || actions.dispatch !== hold) return;
    Object.assign(actions, { dispatch });
    place();
  };
  const hold: DocumentActions['dispatch'] = async (...edit) => {
    if (typeof getState().document.tests === 'string') await install();
    return (actions.dispatch === hold ? dispatch : actions.dispatch)(...edit);
  };
  Object.assign(actions, { dispatch: hold });
  return install;
}
