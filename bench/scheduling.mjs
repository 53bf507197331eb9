// What it costs to schedule a task that does nothing. Each subject has a process of its own: its first run finds
// nothing compiled, and none has the garbage of another.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { heapUsed } from './heap.mjs';
import { measureLangGraphDag, measureLangGraphSteps } from './langgraph.mjs';
import { median } from './measure.mjs';

/** @typedef {import('./spent.mjs').Spent & { readonly bytes?: number }} Run */

/** So many tasks have run before a run counts as warm. */
const warmTasks = 20_000;

/**
 * The figures of a subject.
 * @param {string} core path of the bundled `scheduler.bench-core.ts`
 * @param {string} subject `bare`, `memory` or `file` (Heddle with that journal), `langgraph`
 * @param {string} shape `dag` or `steps`
 * @param {number} n tasks
 * @param {number} runs that are measured once it is warm; 0: the first run alone
 * @returns {Promise<Record<string, number>>} µs a task
 */
export async function scheduling(core, subject, shape, n, runs) {
  const args = [fileURLToPath(import.meta.url), core, subject, shape, String(n), String(runs)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  /** @type {Run[]} */
  const [first, ...warm] = JSON.parse(stdout);
  const digit = (/** @type {number} */ value) => Number(value.toFixed(1));
  return {
    ...(warm.length === 0
      ? {}
      : {
          'µs a task': digit(median(warm.map(({ wall }) => wall))),
          'µs a task, the least': digit(Math.min(...warm.map(({ wall }) => wall))),
          'µs of processor a task, the least': digit(Math.min(...warm.map(({ cpu }) => cpu))),
        }),
    'µs a task, first run cold': digit(first?.wall ?? Number.NaN),
  };
}

/**
 * What a step leaves in memory, in bytes.
 * @param {any} core
 */
export async function stepBytes(core) {
  const own = await core.measureRun(core.prepare('steps', 10_000), 'file', heapUsed);
  const langGraph = await measureLangGraphSteps(10_000, heapUsed);
  return {
    'Heddle, journal in files': { bytes: Math.round(own.bytes) },
    'LangGraph.js, checkpoints in memory': { bytes: Math.round(langGraph.bytes) },
  };
}

/**
 * What measures a run of a subject. What is run is built before, and once.
 * @param {any} core
 * @param {string} subject
 * @param {string} shape
 * @param {number} n
 * @returns {() => Promise<Run>}
 */
function measured(core, subject, shape, n) {
  if (subject === 'bare') return () => core.measureBare(shape, n);
  if (subject === 'langgraph') {
    const needs = core.needsOf(n);
    return () => (shape === 'dag' ? measureLangGraphDag(n, needs) : measureLangGraphSteps(n));
  }
  const prepared = core.prepare(shape, n);
  // The garbage of building the plan is none of the run's.
  heapUsed();
  return () => core.measureRun(prepared, subject);
}

const [, script, path, subject = '', shape = '', n, runs] = process.argv;
if (script === fileURLToPath(import.meta.url) && path !== undefined) {
  const measure = measured(await import(path), subject, shape, Number(n));
  const found = [await measure()];
  if (Number(runs) > 0) for (let tasks = Number(n); tasks < warmTasks; tasks += Number(n)) await measure();
  for (let run = 0; run < Number(runs); run += 1) found.push(await measure());
  console.log(JSON.stringify(found));
}
