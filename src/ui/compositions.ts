/** What `keyCode` says of a key that an input method takes; Safari says it without `isComposing`. */
const takenByInputMethod = 229;

/**
 * Leaves the keys of a composition to the input method: Enter that confirms letters of Chinese, Japanese or Korean, and
 * Escape that drops them, are no keys for any part of the page. The code editor follows compositions itself. Returns a
 * function that ends it.
 */
export function leaveCompositionsAlone(page: Window): () => void {
  const keepFromPage = (event: KeyboardEvent) => {
    if (!event.isComposing && event.keyCode !== takenByInputMethod) return;
    if (event.target instanceof Element && event.target.closest('.monaco-editor') !== null) return;
    event.stopImmediatePropagation();
  };
  page.addEventListener('keydown', keepFromPage, true);
  return () => page.removeEventListener('keydown', keepFromPage, true);
}
