import type { DocumentStore } from '@/state/document-store';

/** How long typing may pause before it is saved, in ms. */
const saveAfterMs = 300;

/** Saves the open workflow a moment after each change, and at once when the page is left. Returns how to stop. */
export function startAutosave(document: DocumentStore): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = document.subscribe((state, before) => {
    if (state.saved.status !== 'unsaved' || (state.saved === before.saved && state.source === before.source)) return;
    clearTimeout(timer);
    timer = setTimeout(() => void document.actions.save(), saveAfterMs);
  });
  const flush = () => {
    if (window.document.visibilityState === 'hidden') void document.actions.save();
  };
  const warn = (event: BeforeUnloadEvent) => {
    if (document.getState().saved.status === 'saved') return;
    void document.actions.save();
    event.preventDefault();
  };
  window.document.addEventListener('visibilitychange', flush);
  addEventListener('beforeunload', warn);
  return () => {
    unsubscribe();
    clearTimeout(timer);
    window.document.removeEventListener('visibilitychange', flush);
    removeEventListener('beforeunload', warn);
  };
}
