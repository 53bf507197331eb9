/** After this many ms a pause is due. */
const longest = 8;

/**
 * Pauses for a writer that never waits for anything, as a pipeline on a fast model does in memory and in files. Returns
 * a promise once every few ms, which lets other work of this thread continue (timers, signals, file writes), else
 * undefined.
 */
export function createPauses(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < longest) return undefined;
    return awaitNextTurn().then(() => {
      since = performance.now();
    });
  };
}

/** Uses a message to itself, because browser timers would take some ms. */
function awaitNextTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
