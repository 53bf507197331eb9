import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import { planOf } from '@/plan/plan.testing';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { createMemoryRunLocks } from '@/storage/memory/run-locks';
import type { Stores } from '@/storage/stores';
import { createEngineHost } from '../engine-host';
import { closePorts, follow, plansOf } from '../engine-host.testing';

const plan = planOf(
  { a: { description: 'A' }, b: { description: 'B {{a}}', dependsOn: ['a'] } },
  { defaultModel: 'sim:fast' },
);

let stores: Stores;
/** The first event that cannot be read; undefined: all can. */
let torn: number | undefined;
/** Number of the last event that is there, if later ones are missing. */
let lastThere: number | undefined;

beforeEach(() => {
  const sound = createMemoryStores({ now: () => 0 });
  torn = undefined;
  lastThere = undefined;
  stores = {
    ...sound,
    events: {
      ...sound.events,
      read: async (id, from = 1, limit = 1000) => {
        const events = await sound.events.read(id, from, limit);
        if (torn !== undefined && events.some(({ seq }) => seq === torn)) {
          throw new AppError('DAMAGED_RECORD', 'It is torn.', { details: { seq: torn } });
        }
        return events.filter(({ seq }) => lastThere === undefined || seq <= lastThere);
      },
      cut: async (id, lastSeq) => {
        torn = undefined;
        lastThere = undefined;
        return sound.events.cut(id, lastSeq);
      },
    },
  };
});
afterEach(closePorts);

const open = async () => {
  const scripts = { run: () => Promise.reject(new Error('No scripts here.')) };
  return createEngineHost({ stores, locks: createMemoryRunLocks(), scripts });
};
const endOf = async (host: Awaited<ReturnType<typeof open>>, start: () => Promise<unknown>) => {
  const { kinds, until } = follow(host);
  const ends = () => kinds().filter((kind) => kind === 'run.completed').length;
  const before = ends();
  const id = await start();
  await until(() => ends() > before);
  return id;
};

it.each([
  [
    'its last event is torn',
    (lastSeq: number) => {
      torn = lastSeq;
    },
  ],
  [
    'an event before the last is torn',
    (lastSeq: number) => {
      torn = lastSeq - 3;
    },
  ],
  [
    'its last events are gone',
    (lastSeq: number) => {
      lastThere = lastSeq - 2;
    },
  ],
  [
    'all of its events are gone',
    () => {
      lastThere = 0;
    },
  ],
])('resumes a run that had completed from its last sound event: %s', async (_, damage) => {
  const first = await open();
  const id = String(await endOf(first, () => plansOf(first).start({ workflowId: 'w', plan })));
  damage((await stores.executions.get(id))?.lastSeq ?? 0);
  const host = await open();
  await expect(host.runner.stateAt(id)).rejects.toMatchObject({ code: 'DAMAGED_RECORD' });
  await endOf(host, () => host.runner.resume(id));
  expect(await host.runner.stateAt(id)).toMatchObject({ status: 'completed' });
  expect((await stores.executions.get(id))?.status).toBe('completed');
  const events = await stores.events.read(id);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1));
});

it('does nothing to a run that has ended and whose log is sound', async () => {
  const host = await open();
  const id = String(await endOf(host, () => plansOf(host).start({ workflowId: 'w', plan })));
  const before = (await stores.executions.get(id))?.lastSeq;
  await host.runner.resume(id);
  expect((await stores.executions.get(id))?.lastSeq).toBe(before);
});
