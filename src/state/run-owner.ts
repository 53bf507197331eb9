import type { Runner } from '@/run/runner';
import { isRunning } from './run-actions';
import { type RunStore, readOn } from './run-store';

/** How often it is asked who runs what is shown, in ms: of a tab that died nobody tells. */
const askMs = 2000;

/**
 * Keeps in the store who runs what is shown, and what another tab has stored of it meanwhile; takes it up when that tab
 * has gone. Asked when a run is shown, and every two seconds until it has ended. Returns how to stop that.
 */
export function followOwner(
  store: RunStore,
  runner: Pick<Runner, 'owner' | 'takeUp' | 'readEvents'>,
  every: (ask: () => void) => () => void = (ask) => {
    const timer = setInterval(ask, askMs);
    return () => clearInterval(timer);
  },
): () => void {
  let asking = false;
  /**
   * The run of which it was told once that nobody runs it: one is between two hands for a moment, as after a reload.
   */
  let doubted: string | undefined;
  const ask = async () => {
    const { executionId, owner: before } = store.getState();
    if (asking || executionId === undefined || !isRunning(store.getState())) return;
    asking = true;
    try {
      const told = await runner.owner(executionId);
      // The tab that ran it has gone: it goes on here, if it can do so without a person.
      const owner = told === 'nobody' && before === 'elsewhere' ? await runner.takeUp(executionId) : told;
      if (store.getState().executionId !== executionId) return;
      const inDoubt = owner === 'nobody' && before !== 'nobody' && doubted !== executionId;
      doubted = owner === 'nobody' ? executionId : undefined;
      if (isRunning(store.getState()) && owner !== before && !inDoubt) {
        store.setState(({ takenAway }) => ({
          owner,
          takenAway: owner === 'elsewhere' && (takenAway || before === 'here'),
        }));
      }
      if (owner !== 'here') await readOn(store, runner, executionId);
    } catch {
      // Asked again soon; what is wrong with the storage is told by what reads the run.
    } finally {
      asking = false;
    }
  };
  const unsubscribe = store.subscribe((state, before) => {
    if (state.executionId !== before.executionId || state.present.status !== before.present.status) void ask();
  });
  const stop = every(() => void ask());
  return () => {
    unsubscribe();
    stop();
  };
}
