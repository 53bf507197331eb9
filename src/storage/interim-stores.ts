import { AppError } from '@/base/errors';
import type { EventStore } from '@/engine/ports';
import { iterationOf } from '@/run/iteration-log';
import { blocksOf, findEvents } from './find-events';
import { findIterations } from './find-iterations';
import type { IterationStore, RunUpkeep } from './stores';

/** INTERIM: replaced by the owners of the stores. */
export function interimEvents(events: Pick<EventStore, 'append' | 'read'>): EventStore {
  return {
    ...events,
    find: async (id, query) => findEvents(blocksOf(await events.read(id)), query),
    cut: async () => {
      throw new AppError('INTERNAL', 'Not there yet.');
    },
  };
}

/** INTERIM */
export function interimIterations(events: Pick<EventStore, 'read'>): IterationStore {
  const all = async (id: string) =>
    (await events.read(id)).flatMap((event) =>
      event.kind === 'iteration.logged' ? (iterationOf(id, event) ?? []) : [],
    );
  return {
    find: async (id, query) => findIterations(await all(id), query),
    get: async (id) => (await all(id.replace(/-iter-\d+$/, ''))).find((log) => log.id === id),
    remove: async () => 0,
  };
}

/** INTERIM */
export const interimUpkeep: RunUpkeep = {
  sizes: async () => new Map(),
  orphans: async () => [],
  removeOrphans: async () => [],
};
