// Reporters that name the tests that failed, or passed at a second try only: for Vitest `tellTests`, for Playwright
// the default export. What they write into the file of HEDDLE_TOLD_TESTS, `test-parts.mjs` says at the end.
import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';

/** @param {'failed' | 'flaky'} how @param {string} name */
function tell(how, name) {
  const file = process.env['HEDDLE_TOLD_TESTS'];
  if (file !== undefined) appendFileSync(file, `${how}  ${name.replaceAll('\n', ' ')}\n`);
  else if (how === 'flaky') process.stderr.write(`flaky: ${name}\n`);
}

/** How long a file may tell nothing until it is taken for one that never ends, in milliseconds. */
const longestSilence = 600_000;

/**
 * When each file that runs told something last. A test that never lets go of its process is not stopped by its own time
 * limit, as that is kept in the same process: without this, a landing waits until its whole time is over.
 * @type {Map<string, number>}
 */
const lastTold = new Map();

/** @type {import('vitest/node').Reporter} */
export const tellTests = {
  onInit() {
    const look = () => {
      const stuck = [...lastTold].filter(([, time]) => Date.now() - time > longestSilence);
      if (stuck.length === 0) return;
      lastTold.clear();
      for (const [name] of stuck) {
        const message = `${name}: nothing told for ${longestSilence / 60_000} minutes, so what ran was ended`;
        tell('failed', message);
        process.stderr.write(`${message}\n`);
      }
      // Vitest goes on with the files that have not begun. Where there is no pkill, it stands as before.
      spawnSync('pkill', ['-KILL', '-P', String(process.pid)]);
    };
    setInterval(look, longestSilence / 20).unref();
  },

  onTestModuleStart({ relativeModuleId }) {
    lastTold.set(relativeModuleId, Date.now());
  },

  onTestCaseResult({ module }) {
    lastTold.set(module.relativeModuleId, Date.now());
  },

  onTestModuleEnd({ relativeModuleId }) {
    lastTold.delete(relativeModuleId);
  },

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
