import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineDeps } from '@/engine/deps';
import { runPlan } from '@/engine/run-plan';
import { buildPlan } from '@/plan/build-plan';
import { catalogueOf } from '@/plan/model-facts.testing';
import type { RunEvent } from '@/run/events';
import { headOf } from '@/run/run-head';
import { openRunJournal } from '@/storage/folder/open-run-journal';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import type { RunJournal } from '@/storage/run-journal';
import type { WorkflowDocument } from '@/workflow/document';
import type { Task } from '@/workflow/tasks';

/** How many tasks stand side by side in each wave of the measured graph. */
const width = 10;

/** For each of `n` tasks those it hangs on: waves of ten, each hanging on two of the wave before. */
export function needsOf(n: number): number[][] {
  return Array.from({ length: n }, (_, index) => {
    const above = index - width;
    return above < 0 ? [] : [above, above - (above % width) + ((above + 1) % width)];
  });
}

/** Opens a journal for one measurement, and tells how to throw it away. */
type OpenJournal = () => { readonly journal: RunJournal; readonly discard: () => void };

/** The journals that runs are kept in. */
export const journals: Readonly<Record<'memory' | 'file', OpenJournal>> = {
  memory: () => ({ journal: createRunJournal(), discard: () => {} }),
  file: () => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'));
    const journal = openRunJournal(folder, () => {});
    return {
      journal,
      discard: () => {
        journal.close();
        rmSync(folder, { recursive: true });
      },
    };
  },
};

/** What it costs to schedule one of `n` scripts without a body in a graph, in µs. Building the plan is not counted. */
export function measureDag(n: number, open: OpenJournal): Promise<number> {
  const tasks: Record<string, Task> = {};
  for (const [index, needs] of needsOf(n).entries()) {
    tasks[`t${index}`] = { type: 'script', dependsOn: needs.map((need) => `t${need}`) } as Task;
  }
  return measure({ tasks }, n, open, () => {});
}

/** The same for `n` steps one after the other, and how much memory each leaves behind; `heapUsed` tells bytes in use. */
export async function measureSteps(
  n: number,
  open: OpenJournal,
  heapUsed?: () => number,
): Promise<{ readonly micros: number; readonly bytes: number }> {
  const steps = Array.from({ length: n }, () => ({ type: 'script' }) as Task);
  const tasks: Record<string, Task> = { all: { type: 'sequential', steps } as Task };
  const heaps: number[] = [];
  const [early, late] = [Math.floor(n / 10), n - 1];
  let ended = 0;
  const micros = await measure({ tasks }, n, open, (events) => {
    for (const { kind } of events) {
      if (kind !== 'task.completed') continue;
      ended += 1;
      if (heapUsed !== undefined && (ended === early || ended === late)) heaps.push(heapUsed());
    }
  });
  const [first = 0, last = 0] = heaps;
  return { micros, bytes: (last - first) / (late - early) };
}

/** What a loop of bare promises costs for each step, in µs. */
export async function measureBareSteps(n: number): Promise<number> {
  let count = 0;
  const step = async () => {
    count += 1;
  };
  const start = performance.now();
  while (count < n) await step();
  return ((performance.now() - start) * 1000) / n;
}

/** What the graph costs as bare promises, in µs a task. */
export async function measureBareDag(n: number): Promise<number> {
  const start = performance.now();
  const tasks: Promise<unknown>[] = [];
  for (const needs of needsOf(n)) tasks.push(Promise.all(needs.map((need) => tasks[need])));
  await Promise.all(tasks);
  return ((performance.now() - start) * 1000) / n;
}

async function measure(
  document: WorkflowDocument,
  n: number,
  open: OpenJournal,
  onEvents: (events: readonly RunEvent[]) => void,
): Promise<number> {
  const built = buildPlan(document, []);
  if (!built.ok) throw new Error(built.error[0]?.message);
  const plan = built.value;
  const { journal, discard } = open();
  const startedAt = new Date().toISOString();
  const run = { id: 'bench', workflowId: 'bench', name: '', startedAt };
  await journal.executions.create({ ...headOf(plan), ...run, plan });
  const start = performance.now();
  const status = await runPlan({
    executionId: run.id,
    workflowId: run.workflowId,
    plan,
    deps: { ...idleWorld, events: journal.events, blobs: journal.blobs, checkpoints: journal.checkpoints },
    signal: new AbortController().signal,
    onEvents,
    onDelta: () => {},
  });
  const micros = ((performance.now() - start) * 1000) / n;
  discard();
  if (status !== 'completed') throw new Error(`The run ended as ${status}.`);
  return micros;
}

const unused = () => Promise.reject(new Error('No-op tasks reach nothing of the world.'));

/** All of the world but the journal. */
const idleWorld: Omit<EngineDeps, 'events' | 'blobs' | 'checkpoints'> = {
  models: { generate: unused, keyState: () => 'ready', whenReady: unused },
  scripts: { run: unused },
  tools: {
    http: unused,
    mcpTools: unused,
    mcpCall: unused,
    mcpResources: unused,
    mcpRead: unused,
    close: async () => {},
  },
  files: { list: unused, read: unused, write: unused, remove: unused },
  person: { ask: unused },
  secretOf: () => undefined,
  clock: { now: () => Date.now(), sleep: unused },
  random: Math.random,
  catalogue: async () => catalogueOf(() => ({})),
  tokens: async () => ({ count: (text) => ({ tokens: text.length, exact: true }) }),
};
