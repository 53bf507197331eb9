import { type EventDraft, eventVersion, type RunEvent, type RunEventKind } from '@/run/events';
import { formatIsoTime } from '@/run/iso-time';
import { findParentPath } from '@/run/journal-path';
import { buildShortId } from '@/run/short-id';
import type { EventStore } from '../ports/event-store';
import type { Clock } from '../ports/machine';
import type { OpenPipelines } from './open-pipelines';
import type { StorageRoom } from './storage-room';

/** Kinds that may be lost in a crash without harm: they are no steps and change no state. */
const relaxed: ReadonlySet<RunEventKind> = new Set([
  'model.requested',
  'resource.warning',
  'pipeline.progress',
  'checkpoint.saved',
]);

/** Most events in one write. */
const maxGroup = 1000;

/** The longest time, in ms, that work may run ahead of records while none of them is being written. */
const maxMsAhead = 25;

/** The log of one run as the engine writes it. */
export interface EventLog {
  /**
   * Numbers the event and stores it after all before it. Resolves once it is durable; rejects if the storage is broken.
   */
  append(draft: EventDraft): Promise<void>;
  /**
   * Resolves once at most two writes separate what was appended from being durable: the one in flight, and the one that
   * collects events meanwhile, for some ms. While the storage is full, it resolves once everything is durable. Rejects
   * if the storage is broken. It is for work that may run a bounded amount ahead of its records.
   */
  accepted(): Promise<void>;
  /** Number of the last event that was appended. */
  readonly lastSeq: number;
  /** Time of that event, in ms since 1970; 0: none was appended yet. */
  readonly lastTime: number;
  /** Resolves once everything appended so far is durable. */
  flush(): Promise<void>;
}

interface Group {
  readonly events: RunEvent[];
  /** ms since 1970. */
  readonly openedAt: number;
  durability: 'strict' | 'relaxed';
  readonly written: Promise<void>;
}

interface EventLogOptions {
  readonly executionId: string;
  readonly store: EventStore;
  readonly room: StorageRoom;
  readonly clock: Clock;
  /** Number of the last event stored before. */
  readonly lastSeq: number;
  readonly pipelines: OpenPipelines;
  /** Receives each event as it is numbered, before anyone else. */
  readonly onAppend: (event: RunEvent) => void;
  /** Receives events in order once they are durable. */
  readonly onEvents: (events: readonly RunEvent[]) => void;
}

/** Groups appends. One write runs at a time; events that arrive during it go into the next one. */
export function createEventLog({
  executionId,
  store,
  room,
  clock,
  lastSeq,
  pipelines,
  onAppend,
  onEvents,
}: EventLogOptions): EventLog {
  let seq = lastSeq;
  let time = 0;
  let open: Group | undefined;
  let tail: Promise<void> = Promise.resolve();
  let beforeTail = tail;
  /** The write of the group two before the one that collects events now. */
  let accepted = tail;
  let broken: { readonly error: unknown } | undefined;

  function openGroup(): Group {
    const written: Promise<void> = tail.then(() => writeGroup(group));
    const group: Group = { events: [], openedAt: clock.now(), durability: 'relaxed', written };
    accepted = beforeTail;
    beforeTail = tail;
    tail = written;
    // A caller that appends without waiting learns of a broken storage at the end, from flush.
    tail.catch(() => {});
    return group;
  }

  async function writeGroup(group: Group): Promise<void> {
    if (open === group) open = undefined;
    try {
      await room.write(() => store.append(executionId, group.events, group.durability));
    } catch (error) {
      broken ??= { error };
      throw error;
    }
    onEvents(group.events);
  }

  return {
    get lastSeq() {
      return seq;
    },
    get lastTime() {
      return time;
    },
    append(draft) {
      if (open === undefined || open.events.length >= maxGroup) open = openGroup();
      const parent = findParentPath(draft.path);
      time = clock.now();
      const event: RunEvent = {
        v: eventVersion,
        seq: ++seq,
        t: formatIsoTime(time),
        id: buildShortId(draft.path),
        ...(parent === undefined ? {} : { parent: buildShortId(parent) }),
        ...pipelines.fieldsOf(draft),
        ...draft,
      };
      open.events.push(event);
      onAppend(event);
      if (!relaxed.has(draft.kind)) open.durability = 'strict';
      return open.written;
    },
    accepted() {
      if (broken !== undefined) return Promise.reject(broken.error);
      const isLate = open !== undefined && time - open.openedAt > maxMsAhead;
      return room.isFull || isLate ? tail : accepted;
    },
    flush: () => tail,
  };
}
