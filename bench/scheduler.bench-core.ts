import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineDeps } from '@/engine/deps';
import { runPlan } from '@/engine/run-plan';
import { buildPlan } from '@/plan/build-plan';
import { catalogueOf } from '@/plan/model-facts.testing';
import type { Plan } from '@/plan/plan';
import { createHead } from '@/run/run-head';
import { openRunJournal } from '@/storage/folder/open-run-journal';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import type { RunJournal } from '@/storage/run-journal';
import type { Task } from '@/workflow/tasks';
import { type Spent, spent } from './spent.mjs';

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
const journals: Readonly<Record<'memory' | 'file', OpenJournal>> = {
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

/** What is scheduled: `n` scripts without a body, as a graph or one after the other. */
const shapes = {
  dag: (n: number): Record<string, Task> =>
    Object.fromEntries(
      needsOf(n).map((needs, index) => [
        `t${index}`,
        { type: 'script', dependsOn: needs.map((need) => `t${need}`) } as Task,
      ]),
    ),
  steps: (n: number): Record<string, Task> => {
    const steps = Array.from({ length: n }, () => ({ type: 'script' }) as Task);
    return { all: { type: 'sequential', steps } as Task };
  },
};

/** A plan that was made, but not run. */
export interface Prepared {
  readonly plan: Plan;
  readonly n: number;
}

/** Builds the plan of `n` tasks of a shape. */
export function prepare(shape: keyof typeof shapes, n: number): Prepared {
  const built = buildPlan({ tasks: shapes[shape](n) }, []);
  if (!built.ok) throw new Error(built.error[0]?.message);
  return { plan: built.value, n };
}

/**
 * What one run costs for each task. `bytes`: what each task leaves in memory, if there is `heapUsed` to tell it, which
 * takes longer than the tasks do. No garbage is collected for a run that is timed: compiled code would be let go with
 * the last objects that it was made for.
 */
export async function measureRun(
  { plan, n }: Prepared,
  journalName: keyof typeof journals,
  heapUsed?: () => number,
): Promise<Spent & { readonly bytes: number }> {
  const { journal, discard } = journals[journalName]();
  const startedAt = new Date().toISOString();
  const run = { id: 'bench', workflowId: 'bench', name: '', startedAt };
  await journal.executions.create({ ...createHead(plan), ...run, plan });
  const heaps: number[] = [];
  const [early, late] = [Math.floor(n / 10), n - 1];
  let ended = 0;
  const clock = spent();
  const status = await runPlan({
    executionId: run.id,
    workflowId: run.workflowId,
    plan,
    deps: { ...idleWorld, events: journal.events, blobs: journal.blobs, checkpoints: journal.checkpoints },
    signal: new AbortController().signal,
    onEvents: (events) => {
      for (const { kind } of events) {
        if (kind !== 'task.completed') continue;
        ended += 1;
        if (heapUsed !== undefined && (ended === early || ended === late)) heaps.push(heapUsed());
      }
    },
    onDelta: () => {},
  });
  const figures = clock(n);
  discard();
  if (status !== 'completed' || ended < n) throw new Error(`The run ended as ${status}, with ${ended} of ${n} tasks.`);
  const [first = 0, last = 0] = heaps;
  return { ...figures, bytes: (last - first) / (late - early) };
}

/** What a loop of bare promises costs for each step, or the graph as bare promises for each task. */
export async function measureBare(shape: keyof typeof shapes, n: number): Promise<Spent> {
  const clock = spent();
  if (shape === 'steps') {
    let count = 0;
    const step = async () => {
      count += 1;
    };
    while (count < n) await step();
  } else {
    const tasks: Promise<unknown>[] = [];
    for (const needs of needsOf(n)) tasks.push(Promise.all(needs.map((need) => tasks[need])));
    await Promise.all(tasks);
  }
  return clock(n);
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
