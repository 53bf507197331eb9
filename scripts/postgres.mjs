// Finds the programs of PostgreSQL for the tests of the store for several machines, or installs Debian's package.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { canRun, findProgram, installFromDebian } from './programs.mjs';

const needed = ['initdb', 'postgres', 'pg_ctl'];

/** @param {string} folder */
const hasAll = (folder) => needed.every((name) => canRun(join(folder, name)));

/**
 * The folder of the programs of PostgreSQL, or undefined. `HEDDLE_TEST_POSTGRES` may name it.
 * @returns {string | undefined}
 */
export function findPostgres() {
  const named = process.env['HEDDLE_TEST_POSTGRES'];
  if (named && !named.includes('://')) return hasAll(named) ? named : undefined;
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const onPath = findProgram(['pg_ctl']);
  return [...(onPath ? [dirname(onPath)] : []), ...versions.map((version) => join(debian, version, 'bin'))].find(
    hasAll,
  );
}

/** Finds PostgreSQL, or installs it. Throws, with what to do, if that fails. */
function ensurePostgres() {
  const server = process.env['HEDDLE_TEST_POSTGRES'];
  if (server?.includes('://')) return 'the server of HEDDLE_TEST_POSTGRES';
  const found = findPostgres() ?? (installFromDebian('postgresql') ? findPostgres() : undefined);
  if (!found) {
    throw new Error('The tests need PostgreSQL. Install it, or name it: HEDDLE_TEST_POSTGRES=FOLDER|postgres://…');
  }
  return found;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(`PostgreSQL for the tests: ${ensurePostgres()}`);
}
