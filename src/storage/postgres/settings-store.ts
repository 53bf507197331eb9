import type { SettingsStore } from '../stores';
import type { PostgresDatabase } from './open-database';
import { jsonColumn, query } from './transact';

/** Settings in PostgreSQL. Callers check the values that they read. */
export function createSettingsStore(database: PostgresDatabase): SettingsStore {
  return {
    get: async (key) => {
      const [row] = await query(database, 'SELECT record FROM settings WHERE key = $1', [key]);
      return jsonColumn(row?.['record']);
    },
    put: async (key, value) => {
      await query(
        database,
        `INSERT INTO settings (key, record) VALUES ($1, $2)
          ON CONFLICT (key) DO UPDATE SET record = excluded.record`,
        [key, JSON.stringify(value)],
      );
    },
  };
}
