import type { DocumentStore } from '@/state/document-store';
import { forgetUnsaved, keepUnsaved } from './unsaved-edits';

/** How long typing may pause before it is saved, in ms. */
const saveAfterMs = 300;

/**
 * Saves the open workflow a moment after each change. When the page is left, what is not stored yet is kept beside it,
 * and is taken up when the workflow is opened again. Returns how to stop.
 */
export function startAutosave(document: DocumentStore): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = document.subscribe((state, before) => {
    if (state.saved === before.saved) return;
    if (state.saved.status === 'saved' && before.saved.status === 'saving') forgetUnsaved(state.id);
    if (state.saved.status !== 'unsaved') return;
    clearTimeout(timer);
    timer = setTimeout(() => void document.actions.save(), saveAfterMs);
  });
  /** Whether the page is left: what is stored from then on may arrive or not, so only what is kept counts. */
  let isLeft = false;
  const flush = () => {
    if (window.document.visibilityState === 'hidden' && !isLeft) void document.actions.save();
  };
  /** Whether all is stored or kept. */
  const keep = (): boolean => {
    const unsaved = document.actions.unsaved();
    return unsaved === undefined || keepUnsaved(document.getState().id, unsaved);
  };
  const warn = (event: BeforeUnloadEvent) => {
    if (keep()) return;
    void document.actions.save();
    event.preventDefault();
  };
  // A page that is left is told of `pagehide` first, and of `visibilitychange` after it: html.spec.whatwg.org, "unload
  // a document".
  const leave = () => {
    isLeft = true;
    keep();
  };
  const comeBack = () => {
    isLeft = false;
  };
  window.document.addEventListener('visibilitychange', flush);
  addEventListener('beforeunload', warn);
  addEventListener('pagehide', leave);
  addEventListener('pageshow', comeBack);
  return () => {
    unsubscribe();
    clearTimeout(timer);
    window.document.removeEventListener('visibilitychange', flush);
    removeEventListener('beforeunload', warn);
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', comeBack);
  };
}
