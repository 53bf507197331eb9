import { RunHistoryFold } from '@/engine/log/history-fold';
import type { RunSnapshot } from '@/engine/ports/run-snapshot-store';
import type { Plan } from '@/plan/plan';
import type { RunEvent } from '@/run/events';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { RunStatus } from '@/run/run-state';
import { writeRunState } from '@/run/state-json';
import type { RandomFlow } from './random-flow.testing';
import { type Chances, createRandomWorld, type RandomWorld, type Remains } from './random-world.testing';

/** A run that goes on in another process. */
export interface Resumed {
  readonly remains: Remains;
  readonly world: RandomWorld;
  readonly status: RunStatus;
}

/** A run whose process dies once or twice, and goes on from what remained. */
export async function resumeAfterDeaths(
  plan: Plan,
  chances: Chances,
  first: RandomWorld,
  flow: RandomFlow,
): Promise<readonly Resumed[]> {
  const all: Resumed[] = [];
  let before = first;
  let from = 0;
  for (const share of flow.next < 0.5 ? [flow.at] : [flow.at, flow.next]) {
    const cut = from + Math.floor(share * (before.log.events.length - from));
    const left = before.left(cut);
    const remains = { ...left, snapshots: snapshotsLeft(plan, left, flow) };
    const world = createRandomWorld(chances, remains);
    all.push({ remains, world, status: await world.run(plan) });
    before = world;
    from = cut;
  }
  return all;
}

function snapshotsLeft(plan: Plan, { log, snapshots }: Remains, flow: RandomFlow): readonly RunSnapshot[] {
  switch (flow.snapshots) {
    case 'none':
      return [];
    case 'any': {
      const seq = Math.floor(flow.next * (log.length + 1));
      return seq === 0 ? [] : [snapshotAt(plan, log.slice(0, seq))];
    }
    case 'own':
      return snapshots;
    case 'damaged':
      return snapshots.map((one, index) => (index === 0 ? { ...one, history: one.history.slice(1) } : one));
  }
}

/** A snapshot as if it was just taken. */
function snapshotAt(plan: Plan, log: readonly RunEvent[]): RunSnapshot {
  const fold = new RunHistoryFold({ planHash: plan.hash, keepsHistory: plan.keepsHistory });
  for (const event of log) fold.apply(event);
  const view = writeRunState(reduceRun(emptyRun, log));
  return { seq: log.length, planHash: plan.hash, history: fold.toJson(), view };
}
