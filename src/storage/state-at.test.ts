import { beforeEach, expect, it } from 'vitest';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import { writeRunState } from '@/run/state-json';
import { createMemoryStores } from './memory/create-memory-stores';
import { emptyPlan, events, execution } from './samples.testing';
import { readStateAt } from './state-at';
import type { Stores } from './stores';

const log = events(1, 2500);
const foldTo = (seq: number) => reduceRun(emptyRun, log.slice(0, seq));

let stores: Stores;
/** First event numbers of the pages that were read. */
let pages: number[];
const save = (seq: number, view = writeRunState(foldTo(seq))) =>
  stores.checkpoints.save('e1', { seq, planHash: emptyPlan.hash, history: '{}', view });
const at = (seq?: number) =>
  readStateAt(
    {
      ...stores,
      events: {
        read: (id, from = 1, limit) => {
          pages.push(from);
          return stores.events.read(id, from, limit);
        },
      },
    },
    'e1',
    seq,
  );

beforeEach(async () => {
  pages = [];
  stores = createMemoryStores({ now: () => 0 });
  await stores.executions.create(execution('e1'));
  await stores.events.append('e1', log, 'strict');
});

it('is folded from the newest snapshot before the event', async () => {
  await save(700);
  await save(2100);
  expect(await at()).toEqual(foldTo(2500));
  expect(await at(2100)).toEqual(foldTo(2100));
  expect(await at(2099)).toEqual(foldTo(2099));
  expect(pages).toEqual([2101, 2501, 701, 1701]);
});

it('is folded from the start where there is no snapshot, or none that can be read', async () => {
  expect(await at(3)).toEqual(foldTo(3));
  await save(100);
  await save(200, '{"version":99}');
  await save(300, writeRunState(foldTo(299)));
  pages = [];
  expect(await at(400)).toEqual(foldTo(400));
  expect(pages).toEqual([101]);
  expect(await at(0)).toEqual(emptyRun);
});
