import type { Runner } from '@/run/runner';
import { isRunning } from './run-actions';
import { type RunStore, readOn } from './run-store';

/** How often the owner of the shown run is checked, in ms: a tab that died sends no message. */
const askMs = 2000;

/**
 * Keeps the owner of the shown run in the store, and reads what another tab has stored of it; resumes the run when that
 * tab is gone. Checks when a run is shown, and every two seconds until it has ended. Returns a function that stops
 * this.
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
   * The run that was found without an owner once: between two owners, as after a reload, a run has none for a moment.
   */
  let doubted: string | undefined;
  const askOwner = async () => {
    const { executionId, owner: before } = store.getState();
    if (asking || executionId === undefined || !isRunning(store.getState())) return;
    asking = true;
    try {
      const reported = await runner.owner(executionId);
      // The tab that ran it is gone: it is resumed here, if it can continue without a person.
      const owner = reported === 'nobody' && before === 'elsewhere' ? await runner.takeUp(executionId) : reported;
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
      // The owner is checked again soon; the code that reads the run reports errors of the storage.
    } finally {
      asking = false;
    }
  };
  const unsubscribe = store.subscribe((state, before) => {
    if (state.executionId !== before.executionId || state.present.status !== before.present.status) void askOwner();
  });
  const stop = every(() => void askOwner());
  return () => {
    unsubscribe();
    stop();
  };
}
