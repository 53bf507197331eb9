import type { DefinitionRepository } from '@/workflow/library/saved-definition';
import { type DefinitionRecord, parseRecord, recordSchemas } from '../records';
import { nextVersion, summariseDefinitions } from '../summarise-definitions';
import type { PostgresDatabase } from './open-database';
import { jsonColumn, query, type Row, transact } from './transact';

const parsed = (row: Row, name: string): DefinitionRecord =>
  parseRecord(recordSchemas.definition, jsonColumn(row['record']), `the saved definition ${name}`);

const newestOf = 'SELECT record FROM definitions WHERE name = $1 ORDER BY version DESC LIMIT 1';

/** Saved definitions in PostgreSQL. `now` gives ms since 1970. */
export function createDefinitionRepository(database: PostgresDatabase, now: () => number): DefinitionRepository {
  return {
    list: async () => {
      const rows = await query(database, 'SELECT record FROM definitions');
      // A damaged version does not hide the others.
      return summariseDefinitions(
        rows.flatMap((row) => {
          const record = recordSchemas.definition.safeParse(jsonColumn(row['record']));
          return record.success ? [record.data] : [];
        }),
      );
    },
    load: async (name, version) => {
      const one = 'SELECT record FROM definitions WHERE name = $1 AND version = $2';
      const [row] = await (version === undefined
        ? query(database, newestOf, [name])
        : query(database, one, [name, version]));
      return row && parsed(row, name);
    },
    save: (name, document) =>
      transact(database, async (send) => {
        await send('SELECT pg_advisory_xact_lock(hashtextextended($1, 2))', [name]);
        const [row] = await send(newestOf, [name]);
        const newest = row && parsed(row, name);
        const version = nextVersion(newest, document);
        if (version === undefined) return newest?.version ?? 1;
        const record: DefinitionRecord = { name, version, savedAt: new Date(now()).toISOString(), document };
        await send('INSERT INTO definitions (name, version, record) VALUES ($1, $2, $3)', [
          name,
          version,
          JSON.stringify(record),
        ]);
        return version;
      }),
    remove: async (name) => {
      await query(database, 'DELETE FROM definitions WHERE name = $1', [name]);
    },
  };
}
