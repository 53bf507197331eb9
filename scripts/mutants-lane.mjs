// One lane of `mutants.mjs`: one Vitest that stays, with what it has read, and runs tests against one fault after the
// other. A fault stands only in the text that Vitest gets of a file; the file itself is never written.
import { relative, resolve } from 'node:path';
import { loadConfigFromFile } from 'vite';
import { createVitest } from 'vitest/node';

/**
 * What is asked of a lane: `file` with the text `text` instead of its own, against these tests. And its answer: the
 * test that failed, if one did.
 *
 * @typedef {{ file: string, text: string, tests: readonly string[] }} Planting
 * @typedef {{ failed: string | undefined, test: string }} Verdict
 */

/** @type {Planting} */
let planted = { file: '', text: '', tests: [] };

const loaded = await loadConfigFromFile({ command: 'serve', mode: 'test' }, 'vitest.config.ts');
const { projects, ...shared } = loaded?.config.test ?? {};
const main = projects?.find((one) => typeof one === 'object' && 'test' in one && one.test?.name === 'main');
const long = projects?.find((one) => typeof one === 'object' && 'test' in one && one.test?.name === 'long');
if (typeof main !== 'object' || !('test' in main)) throw new Error('vitest.config.ts has no project "main".');
// What takes seconds each is run against a fault too: it proves logs, files and formats.
const longTests = typeof long === 'object' && 'test' in long ? (long.test?.include ?? []) : [];
const exclude = main.test?.exclude?.filter((one) => !longTests.includes(one)) ?? [];

/** The tests run in the order they were asked for. */
class AskedOrder {
  /** @param {import('vitest/node').TestSpecification[]} specifications */
  sort(specifications) {
    /** @param {import('vitest/node').TestSpecification} specification */
    const place = ({ moduleId }) => planted.tests.findIndex((test) => moduleId.endsWith(`/${test}`));
    return specifications.toSorted((left, right) => place(left) - place(right));
  }
  /** @param {import('vitest/node').TestSpecification[]} specifications */
  shard(specifications) {
    return specifications;
  }
}

/**
 * The first test that failed in this run. What Vitest returns has the failures of all earlier runs too.
 * @type {Verdict | undefined}
 */
let failure;
/** The tests of this run that ran to their end. */
const ended = new Set();
/** @param {import('vitest/node').TestModule} module */
const tellAlive = (module) => void process.send?.(module.relativeModuleId);

const vitest = await createVitest(
  'test',
  {
    ...shared,
    ...main.test,
    exclude,
    config: false,
    watch: false,
    bail: 1,
    retry: 0,
    maxWorkers: 1,
    update: 'none',
    silent: true,
    sequence: { sequencer: AskedOrder },
    cache: false,
    // What waits for ever ends before `silence` in `mutants.mjs` is over, and so without a new Vitest.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: [
      {
        onTestModuleQueued: tellAlive,
        onTestModuleStart: tellAlive,
        onTestCaseResult: (test) => {
          tellAlive(test.module);
          if (test.result().state === 'failed') note(test.module, test.fullName);
        },
        // One that cannot be loaded has no tests.
        onTestModuleEnd: (module) => {
          ended.add(module.relativeModuleId);
          if (module.state() === 'failed') note(module, 'the file itself');
        },
      },
    ],
  },
  {
    ...(loaded?.config.resolve && { resolve: loaded.config.resolve }),
    plugins: [
      {
        name: 'plant-fault',
        enforce: 'pre',
        load: (id) => (planted.file !== '' && id === resolve(planted.file) ? planted.text : undefined),
      },
    ],
  },
);
/** Every test there is, by its file. */
const specifications = new Map((await vitest.globTestSpecifications()).map((one) => [one.moduleId, one]));

/** @param {Planting} asked @returns {Promise<Verdict>} */
async function run(asked) {
  for (const file of [planted.file, asked.file]) if (file !== '') vitest.invalidateFile(resolve(file));
  planted = asked;
  failure = undefined;
  ended.clear();
  const { unhandledErrors } = await vitest.runTestSpecifications(
    asked.tests.flatMap((test) => specifications.get(resolve(test)) ?? []),
  );
  if (failure !== undefined) return failure;
  if (unhandledErrors.length === 0) return { failed: undefined, test: '' };
  // On a busy machine a worker may not start in time, and so run nothing.
  return { failed: 'an error that no test awaits', test: asked.tests.find((test) => !ended.has(test)) ?? '' };
}

/** @param {import('vitest/node').TestModule} module @param {string} failed */
function note(module, failed) {
  failure ??= { failed, test: module.relativeModuleId };
}

process.on('message', (/** @type {Planting} */ asked) => void run(asked).then((verdict) => process.send?.(verdict)));
process.on('disconnect', () => process.exit());
process.send?.([...specifications.keys()].map((test) => relative('.', test)));
