// Plants faults in the core, one at a time, and tells which of them no test notices.
//
//   npm run test:mutants                       a draw of 100 over the modules below, as many from each
//   npm run test:mutants -- src/engine/log     of one folder or file; FILE:75 is one line, as a draw tells it
//   MUTANTS=400 SEED=7 LANES=4                 how many, which, and how many at a time
//   MUTANTS=25 SKIP=75                         the last quarter of a draw of 100
//   WIDE=1                                     against every test that reaches the file
//
// A script of ours: StrykerJS knows no draw, and first runs every test with its coverage (docs/STACK.md). A fault is
// tried against the tests of its module and those that import its file, and then, if they pass, against sixty more
// that reach it. What hangs counts as noticed; a test that fails without any fault is left out.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findFaults } from './faults.mjs';
import { readTests } from './tests-of.mjs';

/** @typedef {import('./mutants-lane.mjs').Planting} Planting @typedef {import('./mutants-lane.mjs').Verdict} Verdict */
/** @typedef {{ module: string, file: string, line: number, was: string, to: string, text: string }} Mutant */
/** @typedef {Mutant & { by: string | undefined }} Outcome */

const modules = [
  ...['log', 'effects', 'context', 'compaction', 'tasks', 'voting', 'director', 'pipeline'].map(
    (it) => `src/engine/${it}`,
  ),
  ...['src/plan/forecast', 'src/plan/estimate', 'src/formats/yaml', 'src/formats/xml', 'src/state/text-sync.ts'],
  ...['src/providers/adapters', 'src/providers/limits', 'src/serve/access', 'src/storage/idb', 'src/storage/folder'],
  ...['src/workflow/validate', 'src/workflow/commands/structure', 'src/tools'],
];

const asked = process.argv.slice(2).map((path) => path.replace(/\/$/, ''));
const count = Number(process.env['MUTANTS'] ?? 100);
/** How many of the draw were tried before. */
const skipped = Number(process.env['SKIP'] ?? 0);
const seed = Number(process.env['SEED'] ?? 1);
const lanes = Number(process.env['LANES'] ?? availableParallelism());
/** How many of the tests that are not near a survivor is tried against as well. */
const further = process.env['WIDE'] ? Number.POSITIVE_INFINITY : 60;
/** A test may take a minute (mutants-lane.mjs). A lane that says nothing for longer is in a loop without end. */
const silence = 75_000;
const report = join('test-results', 'mutants.md');

/** A process with one Vitest (`mutants-lane.mjs`). */
class Lane {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child;

  /** Starts it, if it does not run. */
  async start() {
    if (this.#child !== undefined) return;
    // A group of its own, so that what hangs in it ends with it.
    const child = fork(join(import.meta.dirname, 'mutants-lane.mjs'), {
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, TMPDIR: temporary, SEED: String(seed), FIRST_EXAMPLE: '1', NODE_NO_WARNINGS: '1' },
    });
    this.#child = child;
    running.add(this);
    const [tests] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    if (!Array.isArray(tests)) throw new Error('Vitest did not start.');
    for (const test of tests) runnable.add(test);
  }

  end() {
    running.delete(this);
    const pid = this.#child?.pid;
    this.#child = undefined;
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }

  /**
   * What the tests say. If they hang, or end their process, the one that ran last has failed.
   * @param {Planting} planting
   * @returns {Promise<Verdict>}
   */
  async ask(planting) {
    await this.start();
    const child = this.#child;
    let test = '';
    const verdict = await new Promise((settle) => {
      const timer = setTimeout(settle, silence);
      child?.removeAllListeners();
      child?.on('message', (said) => {
        if (typeof said !== 'string') return settle(said);
        test = said;
        timer.refresh();
      });
      child?.once('exit', () => settle(undefined));
      child?.send(planting);
    });
    if (verdict !== undefined) return verdict;
    this.end();
    return { failed: 'hanging', test };
  }
}

const sources = [...listFiles('src'), ...listFiles('tests')];
const testsOf = readTests(sources);
const temporary = mkdtempSync(join(tmpdir(), 'heddle-mutants-'));
/** @type {Set<Lane>} */
const running = new Set();
process.on('exit', () => {
  for (const lane of running) lane.end();
  rmSync(temporary, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));

const drawn = draw(asked.length > 0 ? asked : modules);
if (drawn.length === 0) throw new Error(`There is no source to plant a fault in at ${asked.join(', ')}.`);
console.log(`${drawn.length} faults, seed ${seed}, ${lanes} at a time.`);
/** @type {Outcome[]} */
const outcomes = [];
/** The tests that passed, and those that failed, without any fault. @type {Map<string, boolean>} */
const passesAlone = new Map();
/** The tests of the core, without those of the soak that start processes. @type {Set<string>} */
const runnable = new Set();
const waiting = [...drawn];
await Promise.all(Array.from({ length: Math.min(lanes, drawn.length) }, work));
writeReport();
console.log(`\n${readFileSync(report, 'utf8')}\nThe same in ${report}.`);
process.exit(0);

/** Takes the next fault until there is none. */
async function work() {
  const lane = new Lane();
  for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
    await lane.start();
    const { near, others } = testsOf(mutant.module, mutant.file, (test) => runnable.has(test));
    const by = (await whatNotices(lane, mutant, near)) ?? (await whatNotices(lane, mutant, others.slice(0, further)));
    outcomes.push({ ...mutant, by });
    const fate = by === undefined ? 'SURVIVED' : `noticed by ${by}`;
    console.log(`${outcomes.length}/${drawn.length} ${tell(mutant)}: ${fate}`);
    writeReport();
  }
  lane.end();
}

/**
 * Which of these tests notices a fault, or undefined.
 * @param {Lane} lane
 * @param {Mutant} mutant
 * @param {readonly string[]} all
 */
async function whatNotices(lane, { file, text }, all) {
  for (;;) {
    const tests = all.filter((test) => passesAlone.get(test) !== false);
    if (tests.length === 0) return undefined;
    const { failed, test } = await lane.ask({ file, text, tests });
    if (failed === undefined) return undefined;
    const alone = await askWithoutFault(lane, test ? [test] : tests);
    if (alone.failed === undefined) return `${test}: ${failed}`;
    // An error that belongs to no test says nothing if there is one without the fault too: all tests ran, and passed.
    if (alone.test === '') return undefined;
  }
}

/** @param {Lane} lane @param {readonly string[]} tests @returns {Promise<Verdict>} */
async function askWithoutFault(lane, tests) {
  if (tests.length === 1 && passesAlone.get(tests[0] ?? '')) return { failed: undefined, test: '' };
  const verdict = await lane.ask({ file: '', text: '', tests });
  if (verdict.failed === undefined) for (const test of tests) passesAlone.set(test, true);
  else if (verdict.test !== '') {
    passesAlone.set(verdict.test, false);
    console.log(`Left out, as it fails without a fault: ${verdict.test}`);
  }
  return verdict;
}

/** @param {Mutant} mutant */
function tell({ file, line, was, to }) {
  /** @param {string} text */
  const short = (text) => (text.replace(/\s+/g, ' ').trim() || 'nothing').slice(0, 100);
  return `${file}:${line} ${short(was)} → ${short(to)}`;
}

function writeReport() {
  /** @param {string} name @param {readonly Outcome[]} of */
  const row = (name, of) => `| ${name} | ${of.filter(({ by }) => by !== undefined).length} | ${of.length} |\n`;
  const names = [...new Set(drawn.map(({ module }) => module))];
  const rows = names.map((name) =>
    row(
      name,
      outcomes.filter(({ module }) => module === name),
    ),
  );
  const survivors = outcomes.filter(({ by }) => by === undefined).map((mutant) => `- ${tell(mutant)}\n`);
  mkdirSync(dirname(report), { recursive: true });
  writeFileSync(
    report,
    `# Planted faults: ${drawn.length} drawn, seed ${seed}\n\n| module | noticed | planted |\n| --- | --- | --- |\n` +
      `${rows.join('')}${row('all', outcomes)}\n## Noticed by no test\n\n${survivors.sort().join('')}`,
  );
}

/**
 * The same number from each place, of those that are left as chance has it.
 * @param {readonly string[]} places
 * @returns {Mutant[]}
 */
function draw(places) {
  const random = createRandom(seed);
  const left = places.map((place) => {
    const [module = '', line] = place.split(':');
    const files = sources.filter((file) => file === module || file.startsWith(`${module}/`)).filter(isSource);
    const mutants = files.flatMap((file) => readMutants(module, file));
    return shuffle(line === undefined ? mutants : mutants.filter((it) => it.line === Number(line)), random);
  });
  /** @type {Mutant[]} */
  const taken = [];
  while (taken.length < skipped + count && left.some((mutants) => mutants.length > 0)) {
    taken.push(...left.flatMap((mutants) => mutants.splice(0, 1)));
  }
  return taken.slice(skipped, skipped + count);
}

/** @param {string} module @param {string} file @returns {Mutant[]} */
function readMutants(module, file) {
  const source = readFileSync(file, 'utf8');
  return findFaults(file, source).map(({ start, end: stop, to }) => ({
    module,
    file,
    line: source.slice(0, start).split('\n').length,
    was: source.slice(start, stop),
    to,
    text: source.slice(0, start) + to + source.slice(stop),
  }));
}

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). @param {number} from @returns {() => number} */
function createRandom(from) {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @template T @param {readonly T[]} values @param {() => number} random @returns {T[]} */
function shuffle(values, random) {
  return values
    .map((value) => ({ value, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value);
}

/** @param {string} folder @returns {string[]} */
function listFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .map((file) => join(folder, file))
    .sort();
}

/** @param {string} file */
function isSource(file) {
  return !/\.(test|testing)\.tsx?$/.test(file);
}
