/** ms after which others are let go on. */
const longest = 8;

/**
 * Pauses for who writes without ever waiting for anything, as a pipeline on a quick model does in memory and in files:
 * gives a promise once every few ms, which lets what waits in this thread go on (timers, signals, files that are being
 * written), else nothing.
 */
export function createPauses(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < longest) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}

/** A message to itself: timers of a browser would take some ms. */
function nextTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
