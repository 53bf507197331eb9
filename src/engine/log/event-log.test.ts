import { describe, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import { type EventDraft, type RunEvent, runEventSchema } from '@/run/events';
import { buildShortId } from '@/run/short-id';
import { createEventLog } from './event-log';
import { OpenPipelines } from './open-pipelines';
import { createStorageRoom } from './storage-room';

const draft: EventDraft = { kind: 'resource.exhausted', path: '', data: { resource: 'x', used: 1, limit: 1 } };

/** A log over a storage whose writes each wait until the test lets them finish or fail. */
function openLog(lastSeq = 0) {
  const writes: {
    readonly events: readonly RunEvent[];
    readonly durability: string;
    readonly done: () => void;
    readonly fail: (error: unknown) => void;
  }[] = [];
  const [stored, numbered]: [RunEvent[], RunEvent[]] = [[], []];
  const clock = { time: 0, now: () => clock.time, sleep: () => new Promise<void>(() => {}) };
  const room = createStorageRoom(clock, new AbortController().signal, () => {});
  const log = createEventLog({
    executionId: 'run1',
    store: {
      append: (_id: string, events: readonly RunEvent[], durability: string) =>
        new Promise<void>((resolve, reject) => {
          writes.push({ events, durability, done: resolve, fail: reject });
        }),
    } as never,
    room,
    clock,
    lastSeq,
    pipelines: new OpenPipelines([]),
    onAppend: (event) => numbered.push(event),
    onEvents: (events) => stored.push(...events),
  });
  return { log, writes, stored, numbered, clock };
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

describe('a log', () => {
  it('writes only what no run depends on without care, and that with care beside anything else', async () => {
    const kindsOf = runEventSchema.options.map((option) => option.shape.kind.value);
    expect(kindsOf.length).toBeGreaterThan(30);
    const durabilityOf = async (...some: readonly string[]) => {
      const { log, writes } = openLog();
      for (const kind of some) log.append({ ...draft, kind } as EventDraft);
      await settle();
      return writes.map(({ durability }) => durability);
    };
    const careless = ['model.requested', 'resource.warning', 'pipeline.progress', 'checkpoint.saved'];
    for (const kind of kindsOf) {
      expect([kind, await durabilityOf(kind)]).toEqual([kind, [careless.includes(kind) ? 'relaxed' : 'strict']]);
    }
    expect(await durabilityOf(...careless)).toEqual(['relaxed']);
    expect(await durabilityOf('model.requested', 'model.replied')).toEqual(['strict']);
    expect(await durabilityOf('model.replied', 'model.requested')).toEqual(['strict']);
  });

  it('numbers and dates each event at once, writes one group after the other, and tells of each when it is stored', async () => {
    const { log, writes, stored, numbered, clock } = openLog(7);
    expect(log).toMatchObject({ lastSeq: 7, lastTime: 0 });
    clock.time = 1000;
    const written = log.append(draft);
    await settle();
    clock.time = 2000;
    log.append({ ...draft, path: 'task/a/attempt/1' });
    log.append({ ...draft, path: 'task/a' });
    expect(log).toMatchObject({ lastSeq: 10, lastTime: 2000 });
    expect(numbered).toEqual([
      { v: 5, seq: 8, t: '1970-01-01T00:00:01.000Z', id: buildShortId(''), ...draft },
      {
        ...{ v: 5, seq: 9, t: '1970-01-01T00:00:02.000Z', ...draft, path: 'task/a/attempt/1' },
        ...{ id: buildShortId('task/a/attempt/1'), parent: buildShortId('task/a') },
      },
      {
        ...{ v: 5, seq: 10, t: '1970-01-01T00:00:02.000Z', ...draft, path: 'task/a' },
        id: buildShortId('task/a'),
      },
    ]);
    const all = log.flush();
    await settle();
    expect(writes.map(({ events }) => events.length)).toEqual([1]);
    expect(stored).toEqual([]);
    writes[0]?.done();
    await written;
    await settle();
    expect(stored.map(({ seq }) => seq)).toEqual([8]);
    expect(writes.map(({ events }) => events.map(({ seq }) => seq))).toEqual([[8], [9, 10]]);
    expect(await stateOf(all)).toBe('waits');
    writes[1]?.done();
    expect(await stateOf(all)).toBe('resolved');
    expect(stored).toEqual(numbered);
  });

  it('writes no more than a thousand events at once', async () => {
    const { log, writes } = openLog();
    for (let count = 0; count < 2001; count++) log.append(draft);
    for (const index of [0, 1, 2]) {
      await settle();
      writes[index]?.done();
    }
    expect(writes.map(({ events }) => events.length)).toEqual([1000, 1000, 1]);
  });

  it('does not let work run ahead of a group that has gathered for longer than 25 ms', async () => {
    const { log, writes, clock } = openLog();
    log.append(draft);
    await settle();
    log.append(draft);
    clock.time = 25;
    log.append(draft);
    expect(await stateOf(log.accepted())).toBe('resolved');
    clock.time = 26;
    log.append(draft);
    const late = log.accepted();
    expect(await stateOf(late)).toBe('waits');
    writes[0]?.done();
    await settle();
    expect(await stateOf(late)).toBe('waits');
    writes[1]?.done();
    expect(await stateOf(late)).toBe('resolved');
  });
});
