/** How long work may hold the page at a time, in ms. A frame of 60 a second has 16. */
const sliceMs = 8;

/**
 * Does something with each of many, with pauses in which the page answers to keys and draws, then calls `whole`. What
 * fits in one slice is done before it returns. The signal ends it; then `whole` is not called.
 */
export function inSlices<T>(all: Iterable<T>, each: (one: T) => void, whole: () => void, signal: AbortSignal): void {
  const left = all[Symbol.iterator]();
  const slice = (): void => {
    if (signal.aborted) return;
    const end = performance.now() + sliceMs;
    for (let count = 1; ; count += 1) {
      const { value, done } = left.next();
      if (done) {
        whole();
        return;
      }
      each(value);
      // Asking for the time takes as long as a few items.
      if (count % 16 === 0 && performance.now() > end) break;
    }
    setTimeout(slice);
  };
  slice();
}
