/**
 * Tells at the end of the unit tests which needed a second try, and are passed otherwise.
 *
 * @type {import('vitest/node').Reporter}
 */
export const tellFlaky = {
  onTestRunEnd(modules) {
    for (const module of modules) {
      for (const test of module.children.allTests('passed')) {
        if (test.diagnostic()?.flaky) process.stderr.write(`flaky: ${module.relativeModuleId} > ${test.fullName}\n`);
      }
    }
  },
};
