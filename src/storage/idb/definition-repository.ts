import type { DefinitionRepository } from '@/workflow/library/saved-definition';
import { type DefinitionRecord, parseRecord, recordSchemas } from '../records';
import { computeNextVersion, summariseDefinitions } from '../summarise-definitions';
import type { HeddleDatabase } from './open-database';
import { createKeysRange, transact } from './transact';

const parseDefinition = (value: unknown, name: string): DefinitionRecord =>
  parseRecord(recordSchemas.definition, value, `the saved definition ${name}`);

/** Saved definitions in IndexedDB. `now` gives ms since 1970. */
export function createDefinitionRepository(database: HeddleDatabase, now: () => number): DefinitionRepository {
  return {
    list: async () => {
      const values: readonly unknown[] = await transact(database, ['definitions'], 'readonly', (tx) =>
        tx.store.getAll(),
      );
      // A damaged version does not hide the others.
      return summariseDefinitions(
        values.flatMap((value) => {
          const record = recordSchemas.definition.safeParse(value);
          return record.success ? [record.data] : [];
        }),
      );
    },
    load: async (name, version) => {
      const value: unknown = await transact(database, ['definitions'], 'readonly', async (tx) => {
        if (version !== undefined) return tx.store.get([name, version]);
        return (await tx.store.openCursor(createKeysRange(name), 'prev'))?.value;
      });
      return value === undefined ? undefined : parseDefinition(value, name);
    },
    save: (name, document) =>
      transact(database, ['definitions'], 'readwrite', async (tx) => {
        const value: unknown = (await tx.store.openCursor(createKeysRange(name), 'prev'))?.value;
        const newest = value === undefined ? undefined : parseDefinition(value, name);
        const version = computeNextVersion(newest, document);
        if (version === undefined) return newest?.version ?? 1;
        await tx.store.put({ name, version, savedAt: new Date(now()).toISOString(), document });
        return version;
      }),
    remove: async (name) => {
      await transact(database, ['definitions'], 'readwrite', (tx) => tx.store.delete(createKeysRange(name)));
    },
  };
}
