import { beforeEach, expect, it } from 'vitest';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { events, execution } from '@/storage/samples.testing';
import type { Stores } from '@/storage/stores';
import { readRuns } from './read-runs';

const log = events(1, 45_000);
const foldTo = (seq: number) => reduceRun(emptyRun, log.slice(0, seq));

let stores: Stores;
/** Ids of the runs that somebody runs. */
let held: Set<string>;
const owner = async (id: string) => (held.has(id) ? ('elsewhere' as const) : ('nobody' as const));
/** First event numbers of the pages of the log that were read. */
let pages: number[];
const reading = () => {
  const read: Stores['events']['read'] = (id, from = 1, limit) => {
    pages.push(from);
    return stores.events.read(id, from, limit);
  };
  return readRuns({ ...stores, events: { ...stores.events, read } }, { sleep: async () => {}, now: () => 0 }, owner);
};

beforeEach(async () => {
  pages = [];
  held = new Set();
  stores = createMemoryStores({ now: () => 0 });
  await stores.executions.create(execution('e1'));
  await stores.events.append('e1', log, 'strict');
});

it('goes back a little without going through the whole log again', async () => {
  const { stateAt } = reading();
  expect(await stateAt('e1', 44_000)).toEqual(foldTo(44_000));
  pages = [];
  expect(await stateAt('e1', 43_999)).toEqual(foldTo(43_999));
  expect(await stateAt('e1')).toEqual(foldTo(45_000));
  expect(await stateAt('e1', 39_999)).toEqual(foldTo(39_999));
  expect(Math.min(...pages)).toBe(20_000);
  expect(await stateAt('e1', 19_999)).toEqual(foldTo(19_999));
});

it('goes through it again where its end was cut, and others were written in its place', async () => {
  const { stateAt } = reading();
  await stateAt('e1');
  await stores.events.cut('e1', 39_000);
  const others = log.slice(39_000).map((event) => ({ ...event, path: 'task/b' }));
  await stores.events.append('e1', others, 'strict');
  expect(await stateAt('e1')).toEqual(reduceRun(emptyRun, [...log.slice(0, 39_000), ...others]));
});

it('tells a run without events from none', async () => {
  await stores.executions.create(execution('e2'));
  const { stateAt } = reading();
  expect(await stateAt('e2')).toEqual(emptyRun);
  expect(await stateAt('none')).toBeUndefined();
});

it('lists a run as interrupted that is recorded as running while nobody runs it', async () => {
  const statuses = async () => (await reading().executions('w1')).map(({ status }) => status);
  expect(await statuses()).toEqual(['interrupted']);
  held.add('e1');
  expect(await statuses()).toEqual(['running']);
});
