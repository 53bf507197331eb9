import { hashText } from '@/base/hash';
import type { EngineDeps } from '@/engine/deps';
import { runPlan } from '@/engine/run-plan';
import { buildPlan } from '@/plan/build-plan';
import type { RunEvent } from '@/run/events';
import type { WorkflowDocument } from '@/workflow/document';
import type { Task } from '@/workflow/tasks';

/** How many tasks stand side by side in each wave of the measured graph. */
const width = 10;

/**
 * What it costs to schedule one task: `n` scripts without a body in waves of ten, each hanging on two of the wave before,
 * run in-process over a log in memory. Building the plan is not counted.
 */
export async function measureScheduling(n: number): Promise<{ readonly perTaskMicros: number }> {
  const plan = buildPlan(graphOf(n), []);
  if (!plan.ok) throw new Error(plan.error[0]?.message);
  const start = performance.now();
  const status = await runPlan({
    executionId: 'bench',
    workflowId: 'bench',
    plan: plan.value,
    deps: memoryDeps(),
    signal: new AbortController().signal,
    onEvents: () => {},
    onDelta: () => {},
  });
  if (status !== 'completed') throw new Error(`The run ended as ${status}.`);
  return { perTaskMicros: ((performance.now() - start) * 1000) / n };
}

function graphOf(n: number): WorkflowDocument {
  const id = (index: number) => `t${index}`;
  const tasks: Record<string, Task> = {};
  for (let index = 0; index < n; index++) {
    const above = index - width;
    const dependsOn = above < 0 ? [] : [id(above), id(above - (above % width) + ((above + 1) % width))];
    tasks[id(index)] = { type: 'script', dependsOn } as Task;
  }
  return { tasks };
}

function memoryDeps(): EngineDeps {
  const events: RunEvent[] = [];
  const texts = new Map<string, string>();
  const unused = () => Promise.reject(new Error('No-op tasks reach no model and no sandbox.'));
  return {
    events: {
      append: async (_id, more) => void events.push(...more),
      read: async () => events,
    },
    blobs: {
      put: async (_id, text) => {
        const hash = hashText(text);
        texts.set(hash, text);
        return hash;
      },
      get: async (_id, hash) => texts.get(hash),
    },
    models: { generate: unused, keyState: () => 'ready', whenReady: unused },
    scripts: { run: unused },
    clock: { now: () => Date.now(), sleep: unused },
    random: Math.random,
    prices: { asOf: '', priceOf: () => undefined },
  };
}
