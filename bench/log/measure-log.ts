import type { EngineDeps } from '@/engine/deps';
import { runPlan } from '@/engine/run-plan';
import { buildPlan } from '@/plan/build-plan';
import { catalogueOf } from '@/plan/model-facts.testing';
import type { Plan } from '@/plan/plan';
import { eventVersion, type RunEvent } from '@/run/events';
import { createHead } from '@/run/run-head';
import { buildShortId } from '@/run/short-id';
import { readStateAt } from '@/storage/state-at';
import type { Stores } from '@/storage/stores';
import type { Task } from '@/workflow/tasks';

export type Figures = Readonly<Record<string, number>>;

/** Where a run is kept. */
export type RunStores = Pick<Stores, 'executions' | 'events' | 'blobs' | 'checkpoints' | 'upkeep' | 'calls'>;

/** How many events are written at once. */
const group = 1000;

/** Events as a pipeline writes them: of one form, from a number on. */
export function stepEvents(from: number, count: number): RunEvent[] {
  return Array.from({ length: count }, (_, index) => {
    const seq = from + index;
    const path = `task/solve/attempt/1/step/${seq}`;
    return {
      v: eventVersion,
      seq,
      t: new Date(1_790_000_000_000 + seq).toISOString(),
      kind: 'vote.decided',
      path,
      id: buildShortId(path),
      model: 'lab:worker',
      task: `Previous state: ${seq}`,
      result: String(seq + 1),
      full_result_len: String(seq + 1).length,
      hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      data: { k: 3, votes: [3], samples: 3, flags: 0, usage: null, durationMs: 1 },
    };
  });
}

/** Events a second by `append`, a thousand at once, each awaited: what a disk and its format can do. */
export async function measureAppends(
  count: number,
  append: (events: readonly RunEvent[]) => Promise<void> | void,
): Promise<Figures> {
  const groups = Array.from({ length: count / group }, (_, index) => stepEvents(1 + index * group, group));
  const start = performance.now();
  for (const events of groups) await append(events);
  return { 'events a second': (count / (performance.now() - start)) * 1000 };
}

/** Events a second by a store of ours. */
export async function measureStore(count: number, stores: RunStores): Promise<Figures> {
  const id = await newRun(stores, pipelineOf(1));
  const figures = await measureAppends(count, (events) => stores.events.append(id, events, 'strict'));
  await stores.executions.remove(id);
  return figures;
}

/**
 * A whole run of a pipeline of so many steps, each of them recorded, up to its last step; then, with the stores opened
 * again, how long it takes to find its last event, to open its view, and to take it up until the next step is asked
 * for. In ms.
 */
export async function measureRun(steps: number, open: () => Promise<RunStores>): Promise<Figures> {
  const plan = pipelineOf(steps + 1);
  const stores = await open();
  const id = await newRun(stores, plan);
  const start = performance.now();
  await runUntil(stores, id, plan, steps);
  const tookMs = performance.now() - start;

  const again = await open();
  const last = await timed(() =>
    again.events.find(id, { filter: {}, from: steps * 2, direction: 'backward', limit: 1 }),
  );
  const view = await timed(() => readStateAt(again, id));
  const resumed = await timed(() => runUntil(again, id, plan, 0));
  const bytes = (await again.upkeep.sizes()).get(id) ?? 0;
  await again.executions.remove(id);
  return {
    'events a second, with the engine': (steps / tookMs) * 1000,
    'bytes an event': bytes / view.value.seq,
    'last event, ms': last.ms,
    'view, ms': view.ms,
    'resume, ms': resumed.ms,
  };
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const start = performance.now();
  const value = await work();
  return { value, ms: performance.now() - start };
}

let runs = 0;

async function newRun(stores: RunStores, plan: Plan): Promise<string> {
  runs += 1;
  const id = `bench-${runs}`;
  await stores.executions.remove(id);
  await stores.executions.create({
    ...createHead(plan),
    id,
    workflowId: 'bench',
    name: '',
    startedAt: '2026-11-01',
    plan,
  });
  return id;
}

function pipelineOf(repeat: number): Plan {
  const solve = { type: 'pipeline', plan: { repeat, step: 'go' }, state: '0', limits: { timeoutMs: 0 } };
  const tasks: Readonly<Record<string, Task>> = { solve: solve as Task };
  const built = buildPlan({ defaultModel: 'lab:worker', tasks }, ['lab']);
  if (!built.ok) throw new Error(built.error[0]?.message);
  return built.value;
}

/** Runs until so many calls were answered, and lets go when the next is asked for. */
async function runUntil(stores: RunStores, id: string, plan: Plan, calls: number): Promise<void> {
  const pause = new AbortController();
  let answered = 0;
  const models: EngineDeps['models'] = {
    generate: async (_request, { signal }) => {
      if (answered === calls) {
        pause.abort();
        return new Promise((_resolve, reject) => {
          const stop = () => reject(signal.reason);
          if (signal.aborted) stop();
          else signal.addEventListener('abort', stop);
        });
      }
      answered += 1;
      return { content: String(answered), finishReason: 'stop', inputTokens: 10, outputTokens: 1, cachedTokens: 0 };
    },
    keyState: () => 'ready',
    whenReady: async () => {},
  };
  await runPlan({
    executionId: id,
    workflowId: 'bench',
    plan,
    deps: { ...idle, ...stores, models },
    signal: new AbortController().signal,
    pause: pause.signal,
    onEvents: () => {},
    onDelta: () => {},
  });
}

const unused = () => Promise.reject(new Error('What is measured here reaches nothing but its model.'));

/** All of the world but what is kept and the models. */
export const idle: Omit<EngineDeps, 'events' | 'blobs' | 'checkpoints' | 'models'> = {
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
