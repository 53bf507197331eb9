/** Lets the page answer to keys and draw before long work goes on. */
export function awaitNextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
