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

/**
 * A run whose process dies twice, and goes on from what remained: first from a snapshot of any event and the log after
 * it, then from the snapshots that it took.
 */
export async function resumeAfterDeaths(
  plan: Plan,
  chances: Chances,
  first: RandomWorld,
  flow: RandomFlow,
): Promise<readonly Resumed[]> {
  const resume = async (remains: Remains): Promise<Resumed> => {
    const world = createRandomWorld(chances, remains);
    return { remains, world, status: await world.run(plan) };
  };
  const cut = Math.floor(flow.at * first.log.events.length);
  const left = first.left(cut);
  const seq = Math.floor(flow.next * (cut + 1));
  const second = await resume({ ...left, snapshots: seq === 0 ? [] : [snapshotAt(plan, left.log.slice(0, seq))] });
  const later = cut + Math.floor(flow.next * (second.world.log.events.length - cut));
  const third = await resume(withSnapshots(second.world.left(later), flow));
  return [second, third];
}

function withSnapshots(remains: Remains, { snapshots: which }: RandomFlow): Remains {
  if (which === 'none') return { ...remains, snapshots: [] };
  const [newest, ...others] = remains.snapshots;
  if (which === 'own' || newest === undefined) return remains;
  return { ...remains, snapshots: [{ ...newest, history: newest.history.slice(1) }, ...others] };
}

/** A snapshot as if it was just taken. */
function snapshotAt(plan: Plan, log: readonly RunEvent[]): RunSnapshot {
  const fold = new RunHistoryFold({ planHash: plan.hash, keepsHistory: plan.keepsHistory });
  for (const event of log) fold.apply(event);
  const view = writeRunState(reduceRun(emptyRun, log));
  return { seq: log.length, planHash: plan.hash, history: fold.toJson(), view };
}
