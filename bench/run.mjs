// Measures and prints; never asserts. `npm run bench [--
// --only=canvas,edit,keys,iterate,scheduling,load,start,formats,tokens,outputs,context,log,calls,tests,serve,hostile]
// [--sizes=100,1000,groups] [--editSizes=1000,groups,long] [--iterateSizes=100,1000] [--steps=10000,100000]
// [--seconds=10] [--runs=3] [--promptfoo=FOLDER]`, where `npm install promptfoo node` put promptfoo into that folder
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { build, preview } from 'vite';
import { browserFlags, findBrowser } from '../scripts/browser.mjs';
import { callsInBrowser } from './calls.mjs';
import { measureBare, measureGroups, measureHeddle } from './canvas.mjs';
import { measureBareTyping, measureEdit } from './edit.mjs';
import { measureIterate } from './iterate.mjs';
import { measureBareLoad, measureLoad } from './load.mjs';
import { logInBrowser } from './log.mjs';
import { median } from './measure.mjs';
import { outputsInBrowser } from './outputs.mjs';
import { scheduling, stepBytes } from './scheduling.mjs';
import { measureSearch } from './search.mjs';
import { measureBareRestate, measureServe } from './serve.mjs';
import { measureStart } from './start.mjs';
import { measureHeddleCases, measureKept, measurePromptfooCases } from './tests.mjs';
import { sampleTexts } from './texts.mjs';

const { values } = parseArgs({
  options: {
    only: {
      type: 'string',
      default:
        'load,start,scheduling,formats,keys,tokens,outputs,context,log,calls,tests,serve,hostile,canvas,edit,iterate',
    },
    steps: { type: 'string', default: '10000,100000,1000000' },
    sizes: { type: 'string', default: '100,1000,5000,20000,groups' },
    iterateSizes: { type: 'string', default: '100,1000,10000' },
    editSizes: { type: 'string', default: '1000,5000,10000,20000,groups,long' },
    seconds: { type: 'string', default: '10' },
    runs: { type: 'string', default: '3' },
    promptfoo: { type: 'string' },
  },
});
const runs = Number(values.runs);
const ms = Number(values.seconds) * 1000;
const wanted = values.only.split(',');

/**
 * Medians over the runs, which take turns so that a busy moment hits all alike.
 * @param {Record<string, () => Promise<Record<string, number>>>} subjects
 * @param {number} [digits] after the point
 */
async function compare(subjects, digits = 1) {
  /** @type {Record<string, Record<string, number[]>>} */
  const found = {};
  for (let run = 0; run < runs; run += 1) {
    for (const [subject, measure] of Object.entries(subjects)) {
      for (const [figure, value] of Object.entries(await measure())) {
        found[subject] = { ...found[subject], [figure]: [...(found[subject]?.[figure] ?? []), value] };
      }
    }
  }
  return Object.fromEntries(
    Object.entries(found).map(([subject, figures]) => [
      subject,
      Object.fromEntries(Object.entries(figures).map(([figure, all]) => [figure, Number(median(all).toFixed(digits))])),
    ]),
  );
}

/**
 * Each subject measured once.
 * @param {Record<string, () => Promise<Record<string, number>>>} subjects
 */
async function once(subjects) {
  const found = [];
  for (const [subject, measure] of Object.entries(subjects)) found.push([subject, await measure()]);
  return Object.fromEntries(found);
}

/**
 * @param {string} title
 * @param {Record<string, Record<string, number>>} table
 */
function print(title, table) {
  console.log(`\n${title}`);
  for (const [subject, figures] of Object.entries(table)) {
    console.log(`  ${subject}`);
    for (const [figure, value] of Object.entries(figures)) console.log(`    ${figure.padEnd(36)} ${value}`);
  }
}

/**
 * A core of this folder, bundled as it is shipped: modules one by one would run slower than a library that is in one
 * piece.
 * @param {string} name
 */
async function bundle(name) {
  const outDir = `dist-bench/${name}`;
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@': fileURLToPath(new URL('../src', import.meta.url)) } },
    ssr: { noExternal: true },
    build: { ssr: `bench/${name}.bench-core.ts`, outDir, target: 'node20', copyPublicDir: false },
  });
  return new URL(`../${outDir}/${name}.bench-core.js`, import.meta.url).href;
}

/**
 * The same, loaded into this process.
 * @param {string} name
 */
async function bundled(name) {
  return import(await bundle(name));
}

function launch() {
  const executablePath = findBrowser();
  return chromium.launch({ args: browserFlags, ...(executablePath ? { executablePath } : {}) });
}

console.log(
  `${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}; medians of ${runs} runs, frames in ms`,
);

if (wanted.includes('scheduling')) {
  const path = await bundle('scheduler');
  const kinds = { dag: 'no-op tasks in a graph', steps: 'no-op steps one after the other' };
  for (const [shape, kind] of Object.entries(kinds)) {
    for (const n of [1000, 10_000, 100_000]) {
      const measure = (/** @type {string} */ subject) => scheduling(path, subject, shape, n, runs);
      const own = {
        'bare promises': () => measure('bare'),
        'Heddle, journal in memory': () => measure('memory'),
        'Heddle, journal in files': () => measure('file'),
      };
      print(`Scheduling: ${n} ${kind}`, await once(own));
    }
    // Of the graphs only the smallest: it takes its time.
    const n = shape === 'dag' ? 1000 : 10_000;
    const peer = () => scheduling(path, 'langgraph', shape, n, 1);
    print('The same in LangGraph.js, checkpoints in memory', { [`${n} ${kind}`]: await peer() });
  }
  print('Memory that a step leaves behind', await stepBytes(await import(path)));
}
if (wanted.includes('formats')) {
  const { measureFormat } = await bundled('formats');
  for (const notation of ['yaml', 'xml']) {
    for (let warm = 0; warm < 3; warm += 1) measureFormat(notation, 1000);
    const subjects = Object.fromEntries(
      [100, 1000, 10_000].map((n) => [`${n} tasks`, async () => measureFormat(notation, n)]),
    );
    print(`Import and export, ${notation}`, await compare(subjects));
  }
}

if (wanted.includes('keys')) {
  const { keyPlaces, measureKey } = await bundled('keys');
  for (const n of [100, 1000, 5000, 10_000]) {
    const subjects = Object.fromEntries(
      keyPlaces.map((/** @type {string} */ place) => [place, () => measureKey(place, n)]),
    );
    print(`A key in one of ${n} tasks`, await compare(subjects));
  }
}

if (wanted.includes('tokens')) {
  const { measureTokens } = await bundled('tokens');
  const subjects = Object.entries(sampleTexts()).map(([kind, text]) => [kind, () => measureTokens(text(), text())]);
  print('Counting tokens', await compare(Object.fromEntries(subjects)));
}

if (wanted.includes('outputs')) {
  const { subjects, measureMany } = await bundled('outputs');
  // First, while the memory of this process is still small.
  print('100 outputs of 10 MB, one after the other', { 'Heddle, folder, gzip': await measureMany(100) });
  await build({ configFile: 'bench/vite.outputs.config.ts', logLevel: 'error' });
  const server = await preview({
    configFile: 'bench/vite.outputs.config.ts',
    preview: { port: 4176, strictPort: true },
  });
  const browser = await launch();
  const page = await outputsInBrowser(browser, 'http://127.0.0.1:4176');
  print('Storing an output of 10 MB', await compare({ ...subjects, ...page.subjects }));
  await page.close();
  await browser.close();
  await server.close();
}

if (wanted.includes('log')) {
  const { bareFile, fileStore, fileRun, fileLookups, fileMap } = await bundled('log');
  await build({ configFile: 'bench/vite.log.config.ts', logLevel: 'error' });
  const server = await preview({ configFile: 'bench/vite.log.config.ts', preview: { port: 4177, strictPort: true } });
  const browser = await launch();
  const inBrowser = logInBrowser(browser, 'http://127.0.0.1:4177');
  const appended = {
    'bare file, a line an event': bareFile,
    'Heddle, folder': fileStore,
    'bare IndexedDB, 1,000 events a record, Chromium': inBrowser('bare'),
    'Heddle, IndexedDB, Chromium': inBrowser('store'),
  };
  print('Appending 100,000 events, 1,000 at once', await compare(appended));
  // Once: to store a million calls takes a while.
  const lookups = {
    'Heddle, folder': () => fileLookups(1_000_000),
    'Heddle, IndexedDB, Chromium': inBrowser('lookups', 1_000_000),
  };
  print('A lookup among 1,000,000 stored calls', await once(lookups));
  const { startAnswering } = await bundled('calls');
  const answering = await startAnswering();
  const maps = {
    'Heddle, folder': () => fileMap(10_000, answering.url),
    'Heddle, IndexedDB, Chromium': inBrowser('map', 10_000, answering.url),
  };
  print('A map over 10,000 items at a server that answers at once', await once(maps));
  answering.close();
  for (const steps of values.steps.split(',').filter(Boolean).map(Number)) {
    // A million steps are measured once: they take their minutes.
    const own = { 'Heddle, folder': () => fileRun(steps), 'Heddle, IndexedDB, Chromium': inBrowser('run', steps) };
    const many = steps > 100_000;
    print(`A pipeline of ${steps} steps`, many ? await once(own) : await compare(own));
  }
  await browser.close();
  await server.close();
}

if (wanted.includes('calls')) {
  const { startAnswering } = await bundled('calls');
  const answering = await startAnswering();
  await build({ configFile: 'bench/vite.calls.config.ts', logLevel: 'error' });
  const server = await preview({ configFile: 'bench/vite.calls.config.ts', preview: { port: 4178, strictPort: true } });
  const browser = await launch();
  const subjects = callsInBrowser(browser, 'http://127.0.0.1:4178', answering.url);
  print('A call with 20 tokens streamed, in a worker of Chromium', await compare(subjects, 2));
  await browser.close();
  await server.close();
  answering.close();
}

if (wanted.includes('tests')) {
  const outDir = 'dist-bench/cli';
  await build({ configFile: 'vite.cli.config.ts', logLevel: 'error', build: { outDir } });
  const program = `${outDir}/heddle.js`;
  print('1,000 cases, asked and then kept', await once({ 'heddle test': () => measureKept(program, runs) }));
  const { promptfoo } = values;
  const subjects = {
    'heddle test': () => measureHeddleCases(program),
    ...(promptfoo && { promptfoo: () => measurePromptfooCases(promptfoo) }),
  };
  print('200 cases at a server that answers after 20 ms', await compare(subjects));
}

if (wanted.includes('serve')) {
  const outDir = 'dist-bench/cli';
  await build({ configFile: 'vite.cli.config.ts', logLevel: 'error', build: { outDir } });
  const program = `${outDir}/heddle.js`;
  const { startDatabase } = await bundled('postgres');
  const database = await startDatabase();
  if (database === undefined) console.log('PostgreSQL is not measured: node scripts/postgres.mjs installs it.');
  const { startEngine } = await bundled('restate');
  const withEngine =
    (
      /** @type {number} */ machines,
      /** @type {(engine: import('./serve.mjs').Engine) => Promise<Record<string, number>>} */ measure,
    ) =>
    async () => {
      const engine = await startEngine(machines);
      return measure(engine).finally(engine.stop);
    };
  const probe = database && (await startEngine(1));
  await probe?.stop();
  if (probe === undefined)
    console.log('Several machines are not measured: node scripts/restate.mjs installs what they need.');
  const shared = (/** @type {number} */ machines) =>
    withEngine(machines, (engine) => measureServe(program, database.newAddress(), engine));
  const subjects = {
    'Heddle, folder': () => measureServe(program),
    ...(database && { 'Heddle, PostgreSQL': () => measureServe(program, database.newAddress()) }),
    ...(probe && {
      'Heddle, Restate, one machine': shared(1),
      'Heddle, Restate, two': shared(2),
      'Heddle, Restate, three': shared(3),
      'bare Restate SDK': withEngine(1, measureBareRestate),
    }),
  };
  print('A server: runs of ten tasks one after the other, on a model that answers at once', await compare(subjects));
  database?.stop();
}

if (wanted.includes('hostile')) {
  const { slowest } = await bundled('hostile');
  const outDir = 'dist-bench/cli';
  await build({ configFile: 'vite.cli.config.ts', logLevel: 'error', build: { outDir } });
  print('Checking what was made to do harm: the ten slowest', await slowest(`${outDir}/heddle.js`, 10));
}

if (wanted.includes('context')) {
  const { measureContext, shapes } = await bundled('context');
  for (const n of [100, 10_000]) {
    const subjects = Object.fromEntries(
      Object.keys(shapes).map((shape) => [
        shape,
        async () => {
          const { block, join } = measureContext(n, shape);
          return { 'µs to choose and write the block': block * 1000, 'µs only to join the same texts': join * 1000 };
        },
      ]),
    );
    print(`The context of a task with ${n} earlier outputs`, await compare(subjects));
  }
}

if (wanted.includes('edit')) {
  await build({ logLevel: 'error' });
  await build({ configFile: 'bench/vite.bare.config.ts', logLevel: 'error' });
  const server = await preview({ preview: { port: 4178, strictPort: true } });
  const bare = await preview({ configFile: 'bench/vite.bare.config.ts', preview: { port: 4175, strictPort: true } });
  const browser = await launch();
  const sizes = values.editSizes.split(',').map((size) => (size === 'groups' || size === 'long' ? size : Number(size)));
  for (const size of sizes) {
    const titles = { groups: '100 groups of 50 tasks', long: '5,000 tasks in 5 MB' };
    const title = typeof size === 'number' ? `${size} tasks` : titles[size];
    const subjects = {
      Heddle: () => measureEdit(browser, 'http://127.0.0.1:4178', size),
      'a bare text area of React': () => measureBareTyping(browser, 'http://127.0.0.1:4175'),
    };
    print(`Editing, ${title}`, await compare(subjects, 0));
  }
  await browser.close();
  await server.close();
  await bare.close();
}

if (wanted.includes('iterate')) {
  await build({ logLevel: 'error' });
  const server = await preview({ preview: { port: 4179, strictPort: true } });
  const browser = await launch();
  for (const n of values.iterateSizes.split(',').filter(Boolean).map(Number)) {
    const own = { Heddle: () => measureIterate(browser, 'http://127.0.0.1:4179', n) };
    print(`From a key in a prompt to what a run would keep, ${n} tasks`, await once(own));
  }
  const search = { Heddle: () => measureSearch(browser, 'http://127.0.0.1:4179') };
  print('A search over 1,000 runs with 100 MB of text', await compare(search, 0));
  await browser.close();
  await server.close();
}

if (['canvas', 'load', 'start'].some((one) => wanted.includes(one))) {
  await build({ logLevel: 'error' });
  await build({ configFile: 'bench/vite.bare.config.ts', logLevel: 'error' });
  const heddle = await preview({ preview: { port: 4174, strictPort: true } });
  const bare = await preview({ configFile: 'bench/vite.bare.config.ts', preview: { port: 4175, strictPort: true } });
  const browser = await launch();
  const url = 'http://127.0.0.1:4174';
  const bareUrl = 'http://127.0.0.1:4175';
  if (wanted.includes('load')) {
    let tasks = 0;
    print(
      'Load',
      await compare({
        Heddle: async () => {
          const measured = await measureLoad(browser, url);
          tasks = measured.tasks;
          return measured;
        },
        'bare React Flow': () => measureBareLoad(browser, bareUrl, tasks),
      }),
    );
  }
  if (wanted.includes('start')) {
    for (const n of [100, 1000]) {
      const subjects = { Heddle: () => measureStart(browser, url, n) };
      print(`From a click on Run to the first stored event, ${n} tasks`, await compare(subjects));
    }
  }
  if (wanted.includes('canvas')) {
    for (const n of values.sizes
      .split(',')
      .filter((size) => size !== 'groups')
      .map(Number)) {
      print(
        `Canvas with ${n} tasks`,
        await compare({
          Heddle: () => measureHeddle(browser, url, n, ms),
          'bare React Flow': () => measureBare(browser, bareUrl, n, ms),
        }),
      );
    }
    if (values.sizes.split(',').includes('groups')) {
      print(
        'Canvas with 100 groups of 50 tasks',
        await compare({
          Heddle: () => measureGroups(browser, url, ms),
          'bare React Flow, 5,000 nodes': () => measureBare(browser, bareUrl, 5000, ms),
        }),
      );
    }
  }
  await browser.close();
  await heddle.close();
  await bare.close();
}
