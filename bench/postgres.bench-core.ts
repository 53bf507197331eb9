import { findPostgres } from '../scripts/postgres.mjs';
import { type PostgresServer, startPostgres } from '../tests/support/postgres';

/** Starts a server of PostgreSQL for a measurement, as the tests do; undefined: none is installed. */
export async function startDatabase(): Promise<PostgresServer | undefined> {
  const isNamed = process.env['HEDDLE_TEST_POSTGRES']?.includes('://') === true;
  return isNamed || findPostgres() !== undefined ? startPostgres() : undefined;
}
