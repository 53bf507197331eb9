/** The longest wait on a busy page, in ms. */
const longest = 1000;

/** Resolves when the page is idle, so that what is on the screen is rendered first. */
export function awaitIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari does not have `requestIdleCallback`.
    if (globalThis.requestIdleCallback === undefined) setTimeout(resolve, 0);
    else requestIdleCallback(() => resolve(), { timeout: longest });
  });
}
