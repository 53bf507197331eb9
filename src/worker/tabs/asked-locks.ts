import { createId } from '@/base/create-id';
import { err, ok } from '@/base/result';
import { anotherTab, createMemoryRunLocks } from '@/storage/memory/run-locks';
import type { RunHold, RunLocks } from '@/storage/run-locks';

/** What a tab tells the others of a run: that it wants it, that it has it, that it takes it away. */
interface LockMessage {
  readonly kind: 'wanted' | 'taken' | 'stolen';
  readonly run: string;
  /** The tab that wants it. Of two tabs that want it at once the one with the lower id has it. */
  readonly tab: string;
}

/** How long another tab has to say that it has a run, in ms. The workers of hidden tabs answer too. */
const defaultPatience = 300;

/**
 * Locks between tabs without Web Locks, which a page that came over plain http does not have: the tabs ask each other
 * over this channel. A tab that ended answers nothing, so what it held is free.
 */
export function createAskedLocks(channel: BroadcastChannel, patience = defaultPatience): RunLocks {
  const tab = createId();
  const own = createMemoryRunLocks();
  const granted = new Set<string>();
  /** The runs that this tab asks for, and what is done once another tab has said that it has one. */
  const asked = new Map<string, () => void>();
  const sendMessage = (message: LockMessage) => channel.postMessage(message);

  channel.onmessage = ({ data }: MessageEvent<LockMessage>) => {
    const { kind, run } = data;
    if (kind === 'taken' && data.tab === tab) asked.get(run)?.();
    if (kind === 'stolen') void own.steal(run).then((stolen) => stolen.ok && grant(run, stolen.value).release());
    if (kind === 'wanted' && (granted.has(run) || (asked.has(run) && tab < data.tab)))
      sendMessage({ ...data, kind: 'taken' });
  };

  const grant = (run: string, hold: RunHold): RunHold => {
    granted.add(run);
    const releaseHold = () => {
      if (!hold.lost.aborted) granted.delete(run);
      hold.release();
    };
    return { lost: hold.lost, release: releaseHold };
  };

  const isTakenElsewhere = async (run: string) => {
    const isTaken = await new Promise<boolean>((resolve) => {
      asked.set(run, () => resolve(true));
      setTimeout(() => resolve(false), patience);
      sendMessage({ kind: 'wanted', run, tab });
    });
    asked.delete(run);
    return isTaken;
  };

  return {
    hold: async (run, waitMs = 0) => {
      const until = Date.now() + waitMs;
      for (;;) {
        const here = await own.hold(run, waitMs);
        if (!here.ok) return here;
        if (!(await isTakenElsewhere(run))) return ok(grant(run, here.value));
        here.value.release();
        if (Date.now() >= until) return err(anotherTab);
      }
    },
    steal: async (run) => {
      sendMessage({ kind: 'stolen', run, tab });
      const stolen = await own.steal(run);
      return stolen.ok ? ok(grant(run, stolen.value)) : stolen;
    },
    holder: async (run) => (granted.has(run) || (await isTakenElsewhere(run)) ? anotherTab : undefined),
  };
}
