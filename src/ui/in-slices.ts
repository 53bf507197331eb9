/** How long work may hold the page at a time, in ms. A frame of 60 a second has 16. */
const sliceMs = 8;

/**
 * Does something with each of many, with pauses in which the page answers to keys and draws, then calls `whole`. What
 * fits in one slice is done before it returns. The signal ends it; then `whole` is not called. `atOnce`: how many are
 * done before it looks at the time, which takes as long as a few short ones.
 */
export function runInSlices<T>(
  all: Iterable<T>,
  each: (one: T) => void,
  whole: () => void,
  signal: AbortSignal,
  atOnce = 16,
): void {
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
      if (count % atOnce === 0 && performance.now() > end) break;
    }
    setTimeout(slice);
  };
  slice();
}
