/** Longest wait for a page that is busy, in ms. */
const longest = 1000;

/** Resolves when the page has nothing better to do: what is on the screen is drawn first. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no such call.
    if (globalThis.requestIdleCallback === undefined) setTimeout(resolve, 0);
    else requestIdleCallback(() => resolve(), { timeout: longest });
  });
}
