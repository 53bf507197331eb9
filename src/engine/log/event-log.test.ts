import { describe, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import type { EventDraft, RunEvent } from '@/run/events';
import { createEventLog } from './event-log';
import { OpenPipelines } from './open-pipelines';
import { createStorageRoom } from './storage-room';

const draft: EventDraft = { kind: 'resource.exhausted', path: '', data: { resource: 'x', used: 1, limit: 1 } };

/** A log over a storage whose writes each wait until the test lets them finish or fail. */
function openLog() {
  const writes: {
    readonly events: readonly RunEvent[];
    readonly done: () => void;
    readonly fail: (error: unknown) => void;
  }[] = [];
  const stored: RunEvent[] = [];
  const clock = { now: () => 0, sleep: () => new Promise<void>(() => {}) };
  const room = createStorageRoom(clock, new AbortController().signal, () => {});
  const log = createEventLog({
    executionId: 'run1',
    store: {
      append: (_id: string, events: readonly RunEvent[]) =>
        new Promise<void>((resolve, reject) => {
          writes.push({ events, done: resolve, fail: reject });
        }),
    } as never,
    room,
    clock,
    lastSeq: 0,
    pipelines: new OpenPipelines([]),
    onAppend: () => {},
    onEvents: (events) => stored.push(...events),
  });
  return { log, writes, stored };
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Whether a promise has settled, and how. */
async function stateOf(promise: Promise<unknown>): Promise<string> {
  let state = 'waits';
  promise.then(
    () => {
      state = 'resolved';
    },
    () => {
      state = 'rejected';
    },
  );
  await settle();
  return state;
}

describe('what runs ahead of the log', () => {
  it('goes on while one write is in flight and one gathers, and waits before a third', async () => {
    const { log, writes, stored } = openLog();
    const written = log.append(draft);
    expect(await stateOf(log.accepted())).toBe('resolved');
    for (let count = 0; count < 1000; count++) {
      log.append(draft);
      await log.accepted();
    }
    expect(await stateOf(written)).toBe('waits');
    log.append(draft);
    const third = log.accepted();
    expect(await stateOf(third)).toBe('waits');
    expect(writes.map(({ events }) => events.length)).toEqual([1]);
    writes[0]?.done();
    expect(await stateOf(third)).toBe('resolved');
    expect(await stateOf(written)).toBe('resolved');
    expect(stored.length).toBe(1);
    expect(writes.map(({ events }) => events.length)).toEqual([1, 1000]);
  });

  it('waits for all of it while there is no room', async () => {
    const { log, writes } = openLog();
    log.append(draft);
    await settle();
    writes[0]?.fail(new AppError('STORAGE_FULL', 'There is no room left.'));
    await settle();
    log.append(draft);
    expect(await stateOf(log.accepted())).toBe('waits');
  });

  it('is told at once that the storage is broken', async () => {
    const { log, writes } = openLog();
    log.append(draft).catch(() => {});
    await settle();
    log.append(draft).catch(() => {});
    expect(await stateOf(log.accepted())).toBe('resolved');
    writes[0]?.fail(new AppError('STORAGE_FAILED', 'Gone.'));
    await settle();
    expect(await stateOf(log.accepted())).toBe('rejected');
    expect(await stateOf(log.flush())).toBe('rejected');
  });
});
