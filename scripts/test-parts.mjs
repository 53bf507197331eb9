// Runs parts of the tests one after another, and says which it is at, what each took, and what failed:
// node scripts/test-parts.mjs check unit browser. The parts need nothing of each other but one build in dist, which is
// made when it is missing or older than a source, so that a machine can run any of them alone.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * What each part runs, in this order. `built`: it tests dist.
 * @type {Readonly<Record<string, { readonly built?: boolean, readonly commands: readonly string[] }>>}
 */
const parts = {
  check: { commands: ['npm run check'] },
  unit: {
    commands: ['node scripts/xmllint.mjs', 'vitest run --project main --project components'],
  },
  browser: {
    built: true,
    commands: ['node scripts/browser.mjs', 'playwright test --project main'],
  },
  'soak-unit': {
    built: true,
    commands: [
      ...['node scripts/xmllint.mjs', 'node scripts/postgres.mjs', 'node scripts/restate.mjs'],
      ...['vitest run --project soak --project long --project detailed', 'vitest run --project alone'],
    ],
  },
  'soak-browser': {
    built: true,
    commands: ['node scripts/browser.mjs', 'node scripts/other-browsers.mjs', 'playwright test --project soak'],
  },
};

/** Where the tests are named that failed, or passed at a second try only, by `scripts/tell-tests.mjs`. */
const toldFolder = mkdtempSync(join(tmpdir(), 'heddle-told-'));
const toldTests = join(toldFolder, 'tests.txt');

/** Takes the lines that were told since. */
function takeToldTests() {
  if (!existsSync(toldTests)) return [];
  const lines = readFileSync(toldTests, 'utf8').trim().split('\n');
  rmSync(toldTests);
  return lines;
}

/** What the build is made from. */
const sources = ['src', 'public', 'docs/guide', 'scripts', 'index.html', 'package-lock.json', '*.config.ts'];

/** The file that is written last by a build. */
const lastBuilt = 'dist/cli/index.d.ts';

/** Whether dist is there and no source is newer. */
function isBuilt() {
  if (!existsSync(lastBuilt)) return false;
  const { stdout } = spawnSync('git', ['ls-files', '-z', '-co', '--exclude-standard', '--', ...sources]);
  const built = statSync(lastBuilt).mtimeMs;
  const files = stdout.toString().split('\0').filter(existsSync);
  return files.every((file) => statSync(file).mtimeMs <= built);
}

/**
 * Runs a command line with the programs of node_modules; resolves to its exit code.
 * @param {string} command
 * @returns {Promise<number>}
 */
function run(command) {
  return new Promise((resolve) => {
    // The tests take the command line that is built, where it is new enough.
    const built = isBuilt() ? { HEDDLE_TEST_CLI: 'dist/cli/heddle.js' } : {};
    const env = { ...process.env, ...built, HEDDLE_TOLD_TESTS: toldTests };
    const child = spawn('npm', ['exec', '--offline', '--call', command], { stdio: 'inherit', env });
    child.on('error', (error) => {
      console.error(`“${command}” could not be started: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code, signal) => {
      if (signal !== null) console.error(`“${command}” was ended by ${signal}.`);
      resolve(code ?? 1);
    });
  });
}

/**
 * Seconds of the processor that all ended child processes took; undefined where the system does not tell: see proc(5).
 * @returns {number | undefined}
 */
function readProcessorSeconds() {
  if (!existsSync('/proc/self/stat')) return undefined;
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  const ticksInSecond = 100;
  return (Number(fields[13]) + Number(fields[14])) / ticksInSecond;
}

/** @param {number} seconds */
const inMinutes = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')} min`;

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(parts, name));
if (asked.length === 0 || unknown.length > 0) {
  console.error(
    `Name parts of the tests, of: ${Object.keys(parts).join(', ')}. Not known: ${unknown.join(', ') || '-'}.`,
  );
  process.exit(2);
}
const steps = asked.map((name) => ({ name, ...parts[name] }));
if (steps.some(({ built }) => built) && !isBuilt()) {
  steps.unshift({ name: 'build', commands: ['npm run build'] });
}

/** @type {{ name: string, failed: string | undefined, took: string, told: string[] }[]} */
const ended = [];
for (const [index, { name, commands = [] }] of steps.entries()) {
  console.log(`\n━━ ${name} (${index + 1} of ${steps.length})`);
  const [began, processor] = [performance.now(), readProcessorSeconds()];
  let failed;
  for (const command of commands) {
    console.log(`─ ${command}`);
    if ((await run(command)) !== 0) failed ??= command;
  }
  const [seconds, used] = [(performance.now() - began) / 1000, readProcessorSeconds()];
  const ofProcessor =
    processor === undefined || used === undefined ? '' : `, ${Math.round(used - processor)} s of the processor`;
  ended.push({ name, failed, took: `${inMinutes(seconds)}${ofProcessor}`, told: takeToldTests() });
}

console.log('\n━━ Parts of the tests');
for (const { name, failed, took, told } of ended) {
  console.log(
    `${failed === undefined ? 'passed' : 'FAILED'}  ${name.padEnd(12)}  ${took}${failed === undefined ? '' : `  in “${failed}”`}`,
  );
  for (const line of told) console.log(`        ${line}`);
}
rmSync(toldFolder, { recursive: true });
const failures = ended.filter(({ failed }) => failed !== undefined).length;
console.log(`${ended.length - failures} passed, ${failures} failed`);
process.exitCode = failures === 0 ? 0 : 1;
