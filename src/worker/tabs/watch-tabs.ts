import { defined } from '@/base/defined';
import type { RunEvent } from '@/run/events';
import type { RunUpdate } from '@/run/runner';
import type { Stores } from '@/storage/stores';
import type { SignInMessage } from '../keys/sign-ins';
import { type Progress, streamLimits, type TabChannel } from './tab-channel';

interface WatchOptions {
  readonly tabs: TabChannel;
  readonly stores: Pick<Stores, 'executions' | 'events'>;
  /** Whether this tab runs a run, and so knows it best. */
  readonly isHere: (executionId: string) => boolean;
  /** Releases a run if this tab runs it. */
  readonly leave: (executionId: string) => void;
  /** Whether there are any followers. */
  readonly isFollowed: () => boolean;
  /** Called when another tab has changed which secret may be sent where. */
  readonly onGrants: () => void;
  /** Called when another tab has changed limits of providers. */
  readonly onLimits: () => void;
  /** Called with messages of other tabs about sign-ins. */
  readonly onSignIn: (message: SignInMessage) => void;
  readonly send: (updates: readonly RunUpdate[]) => void;
}

/** A run of another tab. */
interface Watched {
  /** Number of the last event that was sent to followers; 0: none yet. */
  seen: number;
  waiting: Progress | undefined;
  busy: boolean;
}

/** The most missing events that followers are sent one by one; with more they read the state. */
const maxBehind = 2000;
/** Events that are read at once. */
const page = 1000;

const endKinds: ReadonlySet<RunEvent['kind']> = new Set(['run.completed', 'run.failed', 'run.cancelled']);

/** Sends followers what other tabs run: announced events are read from the shared storage. */
export function watchTabs({
  tabs,
  stores,
  isHere,
  leave,
  isFollowed,
  onGrants,
  onLimits,
  onSignIn,
  send,
}: WatchOptions): void {
  const watched = new Map<string, Watched>();

  tabs.listen((message) => {
    if (message.kind === 'limits') return onLimits();
    if (message.kind === 'grants') return onGrants();
    if (message.kind === 'sign-in' || message.kind === 'sign-ins-wanted') return onSignIn(message);
    const { executionId } = message;
    if (message.kind === 'leave') leave(executionId);
    else if (message.kind === 'waits') {
      const { workflowId, waits } = message;
      if (!isHere(executionId)) send([{ executionId, workflowId, events: [], deltas: [], waits }]);
    } else if (message.kind === 'annotated') {
      send([{ executionId, workflowId: message.workflowId, events: [], deltas: [], annotated: true }]);
    } else if (message.kind === 'gone') {
      watched.delete(executionId);
      send([{ executionId, workflowId: message.workflowId, events: [], deltas: [], gone: true }]);
    } else if (!isHere(executionId) && isFollowed()) takeProgress(message);
  });

  function takeProgress(message: Progress): void {
    const run = watched.get(message.executionId) ?? { seen: 0, waiting: undefined, busy: false };
    watched.set(message.executionId, run);
    run.waiting = run.waiting === undefined ? message : joinProgress(run.waiting, message);
    if (run.busy) return;
    run.busy = true;
    sendWaiting(message.executionId, run)
      // The view of the run reports that it cannot be read.
      .catch(() => watched.delete(message.executionId))
      .finally(() => {
        run.busy = false;
      });
  }

  async function sendWaiting(id: string, run: Watched): Promise<void> {
    // Any code of this origin may have named this run, so its workflow is checked.
    if (run.seen === 0 && (await stores.executions.get(id))?.workflowId !== run.waiting?.workflowId) {
      watched.delete(id);
      return;
    }
    for (let next = run.waiting; next !== undefined; next = run.waiting) {
      run.waiting = undefined;
      await sendProgress(run, next);
    }
  }

  async function sendProgress(
    run: Watched,
    { executionId, workflowId, first, last, deltas, failure }: Progress,
  ): Promise<void> {
    const createUpdate = (events: readonly RunEvent[]): RunUpdate => ({ executionId, workflowId, events, deltas: [] });
    // Events before those already seen mean that the log was damaged and cut.
    const firstUnseen = run.seen === 0 || first <= run.seen ? first : run.seen + 1;
    let batch: readonly RunEvent[] = [];
    for (let from = Math.max(firstUnseen, last - maxBehind + 1, 1); from <= last; from = run.seen + 1) {
      const read = await stores.events.read(executionId, from, Math.min(page, last - from + 1));
      const newest = read.at(-1);
      if (newest === undefined) break;
      if (batch.length > 0) send([createUpdate(batch)]);
      batch = read;
      run.seen = newest.seq;
    }
    const streamed = deltas.map((delta) => ({ executionId, ...delta }));
    send([{ ...createUpdate(batch), deltas: streamed, ...defined({ failure }) }]);
    if (batch.some(({ kind }) => endKinds.has(kind))) watched.delete(executionId);
  }
}

/** Announces to other tabs what the runs of this tab did. */
export function announceUpdates(tabs: TabChannel, updates: readonly RunUpdate[]): void {
  for (const { executionId, workflowId, events, deltas, waits, failure, annotated, gone } of updates) {
    if (waits !== undefined) tabs.post({ kind: 'waits', executionId, workflowId, waits });
    if (annotated) tabs.post({ kind: 'annotated', executionId, workflowId });
    if (gone) tabs.post({ kind: 'gone', executionId, workflowId });
    else if (events.length > 0 || deltas.length > 0 || failure !== undefined)
      tabs.post({
        kind: 'progress',
        executionId,
        workflowId,
        first: events[0]?.seq ?? 0,
        last: events.at(-1)?.seq ?? 0,
        deltas: boundDeltas(deltas),
        ...defined({ failure }),
      });
  }
}

/** Joins two messages of a run into one, in order. */
function joinProgress(before: Progress, after: Progress): Progress {
  const failure = after.failure === undefined ? before.failure : after.failure;
  const texts = new Map(before.deltas.map(({ path, text }) => [path, text]));
  for (const { path, text } of after.deltas) texts.set(path, (texts.get(path) ?? '') + text);
  return {
    ...after,
    first: before.first === 0 ? after.first : before.first,
    last: after.last === 0 ? before.last : after.last,
    deltas: boundDeltas([...texts].map(([path, text]) => ({ path, text }))),
    ...defined({ failure }),
  };
}

function boundDeltas(deltas: readonly { readonly path: string; readonly text: string }[]): Progress['deltas'] {
  return deltas
    .slice(-streamLimits.texts)
    .map(({ path, text }) => ({ path, text: text.slice(-streamLimits.characters) }));
}
