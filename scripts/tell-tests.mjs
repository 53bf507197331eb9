// Reporters that name the tests that failed, or passed at a second try only: for Vitest `tellTests`, for Playwright
// the default export. What they write into the file of HEDDLE_TOLD_TESTS, `test-parts.mjs` says at the end.
import { appendFileSync } from 'node:fs';

/** @param {'failed' | 'flaky'} how @param {string} name */
function tell(how, name) {
  const file = process.env['HEDDLE_TOLD_TESTS'];
  if (file !== undefined) appendFileSync(file, `${how}  ${name.replaceAll('\n', ' ')}\n`);
  else if (how === 'flaky') process.stderr.write(`flaky: ${name}\n`);
}

/** @type {import('vitest/node').Reporter} */
export const tellTests = {
  onTestRunEnd(modules, unhandled) {
    for (const module of modules) {
      for (const { message } of module.errors()) tell('failed', `${module.relativeModuleId}: ${message}`);
      for (const test of module.children.allTests()) {
        const name = `${module.relativeModuleId} > ${test.fullName}`;
        if (test.result().state === 'failed') tell('failed', name);
        else if (test.diagnostic()?.flaky) tell('flaky', name);
      }
    }
    for (const { message } of unhandled) tell('failed', `outside of the tests: ${message}`);
  },
};

/** A reporter of Playwright. */
export default class TellTests {
  /** @type {import('@playwright/test/reporter').Suite | undefined} */
  #suite;

  /**
   * @param {import('@playwright/test/reporter').FullConfig} _config
   * @param {import('@playwright/test/reporter').Suite} suite
   */
  onBegin(_config, suite) {
    this.#suite = suite;
  }

  onEnd() {
    for (const test of this.#suite?.allTests() ?? []) {
      const outcome = test.outcome();
      const name = `${test.location.file.split('/').slice(-2).join('/')}:${test.location.line} > ${test.title}`;
      if (outcome === 'unexpected') tell('failed', name);
      else if (outcome === 'flaky') tell('flaky', name);
    }
  }

  /** @param {import('@playwright/test/reporter').TestError} error */
  onError({ message }) {
    tell('failed', message ?? 'an error outside of the tests');
  }

  printsToStdio() {
    return false;
  }
}
