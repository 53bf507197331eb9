/** Between tries, in ms. */
export const pauses = { first: 100, most: 5000 } as const;

/** Resolves after a time, or on abort. */
export function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finishSleep = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finishSleep);
      resolve();
    };
    const timer = setTimeout(finishSleep, ms);
    signal.addEventListener('abort', finishSleep, { once: true });
  });
}
