import type { DocumentStore } from '@/state/document-store';
import { forgetUnsaved, keepUnsaved } from './unsaved-edits';

/** How long typing may pause before it is saved, in ms. */
const saveDelayMs = 300;
/** How long until a save is tried again that found no room, in ms. */
const retryDelayMs = 3000;

/**
 * Saves the open workflow shortly after each change, and again and again while the storage is full. When the person
 * leaves the page, unsaved edits are stored separately, and restored when the workflow is opened again. Returns a
 * function that stops this.
 */
export function startAutosave(document: DocumentStore): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = document.subscribe((state, before) => {
    if (state.saved === before.saved) return;
    if (state.saved.status === 'saved' && before.saved.status === 'saving') forgetUnsaved(state.id);
    const isFull = state.saved.status === 'failed' && state.saved.failure.code === 'STORAGE_FULL';
    if (state.saved.status !== 'unsaved' && !isFull) return;
    clearTimeout(timer);
    timer = setTimeout(() => void document.actions.save(), isFull ? retryDelayMs : saveDelayMs);
  });
  /**
   * Whether the person is leaving the page. Saves may not complete from then on, so only separately stored edits count.
   */
  let isLeft = false;
  const flushEdits = () => {
    if (window.document.visibilityState === 'hidden' && !isLeft) void document.actions.save();
  };
  /** Stores unsaved edits separately. Returns whether everything is now stored in one way or the other. */
  const keepEdits = (): boolean => {
    const unsaved = document.actions.unsaved();
    return unsaved === undefined || keepUnsaved(document.getState().id, unsaved);
  };
  const warnBeforeLeaving = (event: BeforeUnloadEvent) => {
    if (keepEdits()) return;
    void document.actions.save();
    event.preventDefault();
  };
  // A page being left receives `pagehide` first, and `visibilitychange` after it: html.spec.whatwg.org, "unload a
  // document".
  const leavePage = () => {
    isLeft = true;
    keepEdits();
  };
  const comeBack = () => {
    isLeft = false;
  };
  window.document.addEventListener('visibilitychange', flushEdits);
  addEventListener('beforeunload', warnBeforeLeaving);
  addEventListener('pagehide', leavePage);
  addEventListener('pageshow', comeBack);
  return () => {
    unsubscribe();
    clearTimeout(timer);
    window.document.removeEventListener('visibilitychange', flushEdits);
    removeEventListener('beforeunload', warnBeforeLeaving);
    removeEventListener('pagehide', leavePage);
    removeEventListener('pageshow', comeBack);
  };
}
