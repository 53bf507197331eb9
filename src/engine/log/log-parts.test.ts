import { describe, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import { planOf } from '@/plan/plan.testing';
import type { EventDraft, EventOf, RunEvent } from '@/run/events';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import { writeRunState } from '@/run/state-json';
import { createMemoryBlobs, createMemoryCheckpoints, createMemoryEvents } from '../testing/memory-stores.testing';
import { createVirtualClock } from '../testing/virtual-clock.testing';
import { OpenPipelines } from './open-pipelines';
import { countRoundsInPrompt, createTaskFinder, createUnsavedTest, walkPlannedTasks } from './planned-tasks';
import { buildEmittedKey } from './run-history';
import { createStorageRoom } from './storage-room';
import { storePages } from './store-pages';
import { tellFollowers, warnFollowers, wasEmitted } from './tell';
import { computeViewBefore } from './view-before';

const full = () => new AppError('STORAGE_FULL', 'There is no room left.');

describe('a write without room', () => {
  /** Writes that fail so often for lack of room, and what is told of it. */
  function openRoom() {
    const clock = createVirtualClock(0);
    const stop = new AbortController();
    const told: unknown[] = [];
    const room = createStorageRoom(clock, stop.signal, (failure) => told.push(failure?.code ?? 'room'));
    const write = (name: string, failures: number, error: Error = full()) => {
      let left = failures;
      return room.write(async () => {
        if (left-- > 0) throw error;
        return name;
      });
    };
    return { clock, stop, told, room, write };
  }

  it('is repeated every two seconds until there is room, which is told once, whoever waits', async () => {
    const { clock, told, room, write } = openRoom();
    expect(await write('at once', 0)).toBe('at once');
    expect([room.isFull, told]).toEqual([false, []]);
    const both = Promise.all([write('one', 1), write('two', 3)]);
    await clock.runUntil(clock.sleep(1, new AbortController().signal));
    expect([room.isFull, told]).toEqual([true, ['STORAGE_FULL']]);
    expect(await clock.runUntil(both)).toEqual(['one', 'two']);
    expect([clock.now(), room.isFull, told]).toEqual([6000, false, ['STORAGE_FULL', 'room']]);
    await clock.runUntil(write('again', 1));
    expect(told).toEqual(['STORAGE_FULL', 'room', 'STORAGE_FULL', 'room']);
  });

  it('is given up with the error of the storage when the run stops, or where it fails otherwise', async () => {
    const { clock, stop, told, write } = openRoom();
    for (const error of [new AppError('STORAGE_FAILED', 'Gone.'), new Error('Gone.')]) {
      await expect(write('x', 9, error)).rejects.toBe(error);
    }
    const [late, first] = [full(), full()];
    const waiting = write('x', 9, first);
    const caught = waiting.catch((error) => error);
    await clock.runUntil(clock.sleep(1, new AbortController().signal));
    stop.abort();
    expect(await caught).toBe(first);
    await expect(write('x', 9, late)).rejects.toBe(late);
    expect(told).toEqual(['STORAGE_FULL']);
  });
});

it('pages are stored as they come, and given up whole where one is missing', async () => {
  const blobs = createMemoryBlobs();
  const opened: unknown[] = [];
  let aborted = 0;
  const watched = {
    ...blobs,
    open: (...args: Parameters<typeof blobs.open>) => {
      opened.push(args);
      return { ...blobs.open(...args), abort: async () => void aborted++ };
    },
  };
  const options = { blobs: watched, executionId: 'run1', compress: true };
  const bytes = (text: string) => new TextEncoder().encode(text);
  const { hash, bytes: length } = await storePages([bytes('one '), bytes('two')], options);
  expect([await blobs.get('run1', hash), length]).toEqual(['one two', 7]);
  expect(opened).toEqual([['run1', { maxBytes: Number.POSITIVE_INFINITY, compress: true }]]);
  const broken = async function* () {
    yield bytes('x');
    throw new Error('No more.');
  };
  await expect(storePages(broken(), options)).rejects.toThrow('No more.');
  expect(aborted).toBe(1);
});

it('an event knows the pipeline around it and its step, from its start to its end', () => {
  const started = (path: string, pipeline?: string): EventDraft => ({
    ...{ kind: 'task.started', path, data: { type: 'pipeline' } },
    ...(pipeline && { pipeline }),
  });
  const warning = (path: string): EventDraft => ({ kind: 'resource.warning', path, data: { message: 'x' } });
  const of = (open: OpenPipelines, path: string) => open.fieldsOf(warning(path));
  const open = new OpenPipelines([started('task/old', 'first') as EventOf<'task.started'>]);
  expect(of(open, 'task/old/attempt/1/step/3/turn/1')).toEqual({ pipeline: 'first', step: 3 });
  expect(of(open, 'task/p/attempt/1/step/3')).toEqual({});
  expect(open.fieldsOf(started('task/p', 'second'))).toEqual({ pipeline: 'second' });
  expect(open.fieldsOf(started('task/p/attempt/1/step/0/task/inner'))).toEqual({ pipeline: 'second', step: 0 });
  expect(of(open, 'task/p/attempt/1/step/12')).toEqual({ pipeline: 'second', step: 12 });
  expect(of(open, 'task/p/attempt/1/steps')).toEqual({ pipeline: 'second' });
  for (const kind of ['task.completed', 'task.failed', 'task.skipped', 'task.cancelled'] as const) {
    const one = new OpenPipelines([started('task/p', 'it') as EventOf<'task.started'>]);
    expect(one.fieldsOf({ kind, path: 'task/p', data: {} } as EventDraft)).toEqual({ pipeline: 'it' });
    expect(of(one, 'task/p')).toEqual({});
  }
});

it('an event that informs is told once, by its kind, its place and its words', () => {
  const drafts: EventDraft[] = [];
  const told = new Set(['resource.warning task/a known', 'output.truncated task/a stdout']);
  const run = { log: { append: async (draft: EventDraft) => void drafts.push(draft) }, history: { told } } as never;
  warnFollowers(run, 'task/a', 'known');
  warnFollowers(run, 'task/a', 'new');
  warnFollowers(run, 'task/b', 'known');
  tellFollowers(run, { kind: 'output.truncated', path: 'task/a', data: { stream: 'stderr' } } as EventDraft);
  expect(drafts.map(buildEmittedKey)).toEqual([
    'resource.warning task/a new',
    'resource.warning task/b known',
    'output.truncated task/a stderr',
  ]);
  expect(wasEmitted(run, { kind: 'output.truncated', path: 'task/a', data: { stream: 'stdout' } } as EventDraft)).toBe(
    true,
  );
  expect(wasEmitted({ history: { told: new Set() } } as never, drafts[0] as EventDraft)).toBe(false);
});

describe('the state of a run at an event', () => {
  const log = Array.from({ length: 2500 }, (_, index): RunEvent => {
    const kind = index === 0 ? 'run.started' : 'resource.warning';
    const data = index === 0 ? { planHash: 'p', workflowId: 'f', taskCount: 1 } : { message: `${index}` };
    return { v: 5, seq: index + 1, t: '2026-01-01T00:00:00.000Z', id: '0', path: '', kind, data } as RunEvent;
  });
  const stateAt = (seq: number) => reduceRun(emptyRun, log.slice(0, seq));

  it('is read from the newest snapshot that is whole, and the events after it', async () => {
    const checkpoints = createMemoryCheckpoints();
    const snapshot = (seq: number, view: string) => ({ seq, planHash: 'p', history: '', view });
    checkpoints.saved.push(
      snapshot(2400, writeRunState(stateAt(2400))),
      snapshot(2000, '{}'),
      snapshot(1900, writeRunState(stateAt(1800))),
      snapshot(100, writeRunState(stateAt(100))),
    );
    const events = createMemoryEvents(log);
    const reads: unknown[] = [];
    const { read } = events;
    events.read = async (id, from, limit) => {
      reads.push([from, limit]);
      return read(id, from, limit);
    };
    expect((await computeViewBefore('run1', 2400, { events, checkpoints })).seq).toBe(2400);
    expect(reads).toEqual([]);
    expect((await computeViewBefore('run1', 2300, { events, checkpoints })).seq).toBe(2300);
    expect(reads).toEqual([
      [101, 1000],
      [1101, 1000],
      [2101, 200],
    ]);
  });

  it('is none of a log that ends before it', async () => {
    const events = createMemoryEvents(log.slice(0, 10));
    const checkpoints = createMemoryCheckpoints();
    expect(await computeViewBefore('run1', 10, { events, checkpoints })).toEqual(stateAt(10));
    await expect(computeViewBefore('run1', 11, { events, checkpoints })).rejects.toMatchObject({
      code: 'DAMAGED_RECORD',
    });
  });
});

it('the tasks of a plan are found by where they run, those of the library by their definition', () => {
  const word = { type: 'atomic', description: 'Do' };
  const progress = (lastIterations: number) => ({
    ...word,
    loop: { type: 'repeat', count: 9, progress: { iterations: lastIterations } },
  });
  const plan = planOf(
    {
      a: { checkpoint: false },
      s: {
        type: 'sequential',
        steps: [
          { ...progress(3), id: 'one' },
          { ...word, id: 'two', checkpoint: false },
        ],
      },
      f: { type: 'call', ref: 'g' },
    },
    { library: { g: { description: 'G', task: { ...progress(7), checkpoint: false } } } },
  );
  expect([...walkPlannedTasks(plan)].map(([path]) => path).slice(0, 6)).toEqual([
    'a',
    's',
    's/one',
    's/two',
    'f',
    'call:g/task',
  ]);
  expect(countRoundsInPrompt(plan)).toBe(7);
  expect(countRoundsInPrompt(planOf({ a: {} }))).toBe(0);
  const isUnsaved = createUnsavedTest(plan);
  const paths = [
    'task/a',
    'task/s',
    'task/s/attempt/1/task/one',
    'task/s/attempt/1/task/two',
    'task/f/attempt/1/call/g/task/task',
  ];
  expect(paths.map(isUnsaved)).toEqual([true, false, false, true, true]);
  expect(createUnsavedTest(planOf({ a: {} }))('task/a')).toBe(false);
  const find = createTaskFinder(plan);
  expect(paths.map((path) => find(`${path}/attempt/1/turn/1`)?.id)).toEqual(['a', 's', 'one', 'two', 'task']);
  expect(find('task/none')).toBeUndefined();
});
