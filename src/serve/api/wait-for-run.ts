import { isUnfinished } from '@/run/is-unfinished';
import { readStateAt } from '@/storage/state-at';
import { followEvents } from '../runs/follow-events';
import { findServedRun } from '../served-runs';
import type { ApiWorld } from './run-json';

/**
 * Resolves when a run has ended, when it waits for somebody, or after `ms`. A question that opens while other tasks go
 * on ends the wait too: whoever waits may be the one who answers.
 */
export async function waitForRun(
  { options, runs }: ApiWorld,
  id: string,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  const { stores } = options;
  const { host, hub, isShared } = runs;
  const isRunHere = (one: string) => host.isHere(one);
  const over = AbortSignal.any([signal, AbortSignal.timeout(Math.max(1, ms))]);
  for await (const { events } of followEvents({ stores, hub, isHere: isRunHere, idleMs: 1000 }, id, 1, over)) {
    // What is read from the log may have been answered since.
    if (events.some(({ kind }) => kind === 'input.requested' || kind === 'run.paused')) {
      const { questions, waits } = await readStateAt(stores, id);
      if (questions.size > 0 || waits.length > 0) return;
    }
    // The engine gave it up, or another process that ran it has died. Of several machines another takes over.
    if (!isShared && events.length === 0 && (await host.owner(id)) === 'nobody') return;
  }
  if (over.aborted) return;
  // The head follows the last event by a moment.
  for (let left = 100; left > 0 && isUnfinished((await findServedRun(options, id)).status); left -= 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
