/** The result of work in steps, all of which are made at once. */
export function runAllSteps<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
