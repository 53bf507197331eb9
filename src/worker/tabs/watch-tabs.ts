import type { RunEvent } from '@/run/events';
import type { RunUpdate } from '@/run/runner';
import type { Stores } from '@/storage/stores';
import type { SignInMessage } from '../keys/sign-ins';
import { type Progress, streamLimits, type TabChannel } from './tab-channel';

interface WatchOptions {
  readonly tabs: TabChannel;
  readonly stores: Pick<Stores, 'executions' | 'events'>;
  /** Whether a run goes on in this tab, which then knows best. */
  readonly isHere: (executionId: string) => boolean;
  /** Lets go of a run, if it goes on here. */
  readonly leave: (executionId: string) => void;
  /** Whether anybody would hear of it. */
  readonly isFollowed: () => boolean;
  /** Told when another tab has set limits of providers. */
  readonly onLimits: () => void;
  /** Told what other tabs say of sign-ins. */
  readonly onSignIn: (message: SignInMessage) => void;
  readonly send: (updates: readonly RunUpdate[]) => void;
}

/** A run of another tab. */
interface Watched {
  /** Number of the last event that followers were told of; 0: of none yet. */
  seen: number;
  waiting: Progress | undefined;
  busy: boolean;
}

/** Most events that followers are behind and still told of each; of more they read the state. */
const maxBehind = 2000;
/** Events that are read at once. */
const page = 1000;

const ends: ReadonlySet<RunEvent['kind']> = new Set(['run.completed', 'run.failed', 'run.cancelled']);

/** Tells followers of what other tabs run: what these announce is read out of the storage that all share. */
export function watchTabs({ tabs, stores, isHere, leave, isFollowed, onLimits, onSignIn, send }: WatchOptions): void {
  const watched = new Map<string, Watched>();

  tabs.listen((message) => {
    if (message.kind === 'limits') return onLimits();
    if (message.kind === 'sign-in' || message.kind === 'sign-ins-wanted') return onSignIn(message);
    const { executionId } = message;
    if (message.kind === 'leave') leave(executionId);
    else if (message.kind === 'waits') {
      const { workflowId, waits } = message;
      if (!isHere(executionId)) send([{ executionId, workflowId, events: [], deltas: [], waits }]);
    } else if (message.kind === 'gone') {
      watched.delete(executionId);
      send([{ executionId, workflowId: message.workflowId, events: [], deltas: [], gone: true }]);
    } else if (!isHere(executionId) && isFollowed()) take(message);
  });

  function take(message: Progress): void {
    const run = watched.get(message.executionId) ?? { seen: 0, waiting: undefined, busy: false };
    watched.set(message.executionId, run);
    run.waiting = run.waiting === undefined ? message : joined(run.waiting, message);
    if (run.busy) return;
    run.busy = true;
    tellAll(message.executionId, run)
      // What cannot be read is told by what shows the run.
      .catch(() => watched.delete(message.executionId))
      .finally(() => {
        run.busy = false;
      });
  }

  async function tellAll(id: string, run: Watched): Promise<void> {
    // Anything of this origin may have named it.
    if (run.seen === 0 && (await stores.executions.get(id))?.workflowId !== run.waiting?.workflowId) {
      watched.delete(id);
      return;
    }
    for (let next = run.waiting; next !== undefined; next = run.waiting) {
      run.waiting = undefined;
      await tell(run, next);
    }
  }

  async function tell(
    run: Watched,
    { executionId, workflowId, first, last, deltas, failure }: Progress,
  ): Promise<void> {
    const update = (events: readonly RunEvent[]): RunUpdate => ({ executionId, workflowId, events, deltas: [] });
    // One that begins before what was seen tells of a log that was damaged, and ended there.
    const begin = run.seen === 0 || first <= run.seen ? first : run.seen + 1;
    let batch: readonly RunEvent[] = [];
    for (let from = Math.max(begin, last - maxBehind + 1, 1); from <= last; from = run.seen + 1) {
      const read = await stores.events.read(executionId, from, Math.min(page, last - from + 1));
      const newest = read.at(-1);
      if (newest === undefined) break;
      if (batch.length > 0) send([update(batch)]);
      batch = read;
      run.seen = newest.seq;
    }
    const streamed = deltas.map((delta) => ({ executionId, ...delta }));
    send([{ ...update(batch), deltas: streamed, ...(failure === undefined ? {} : { failure }) }]);
    if (batch.some(({ kind }) => ends.has(kind))) watched.delete(executionId);
  }
}

/** What this tab's runs did, for the others. */
export function announce(tabs: TabChannel, updates: readonly RunUpdate[]): void {
  for (const { executionId, workflowId, events, deltas, waits, failure, gone } of updates) {
    if (waits !== undefined) tabs.post({ kind: 'waits', executionId, workflowId, waits });
    if (gone) tabs.post({ kind: 'gone', executionId, workflowId });
    else if (events.length > 0 || deltas.length > 0 || failure !== undefined)
      tabs.post({
        kind: 'progress',
        executionId,
        workflowId,
        first: events[0]?.seq ?? 0,
        last: events.at(-1)?.seq ?? 0,
        deltas: bounded(deltas),
        ...(failure === undefined ? {} : { failure }),
      });
  }
}

/** Two messages of a run as one, the later last. */
function joined(before: Progress, after: Progress): Progress {
  const failure = after.failure === undefined ? before.failure : after.failure;
  const texts = new Map(before.deltas.map(({ path, text }) => [path, text]));
  for (const { path, text } of after.deltas) texts.set(path, (texts.get(path) ?? '') + text);
  return {
    ...after,
    first: before.first === 0 ? after.first : before.first,
    last: after.last === 0 ? before.last : after.last,
    deltas: bounded([...texts].map(([path, text]) => ({ path, text }))),
    ...(failure === undefined ? {} : { failure }),
  };
}

function bounded(deltas: readonly { readonly path: string; readonly text: string }[]): Progress['deltas'] {
  return deltas
    .slice(-streamLimits.texts)
    .map(({ path, text }) => ({ path, text: text.slice(-streamLimits.characters) }));
}
