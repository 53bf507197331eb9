import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { inject } from 'vitest';
import { findPostgres } from '../../scripts/postgres.mjs';
import { freePort } from './free-port';
import { madeOnce } from './made-once';

/** A server of PostgreSQL for tests. */
export interface PostgresServer {
  /** The address of stores that nothing is in yet. */
  newAddress(): string;
  /** Ends it at once, as a crash does, and starts it again. Only for a server of the tests' own. */
  crash(): void;
  start(): void;
  stop(): void;
}

/** The password of the server: nothing that Heddle says may contain it. */
export const postgresPassword = 'pass-8f2c-word';

let schemas = 0;

/**
 * A server for all tests of a run, as a cluster takes seconds to make; it does not crash. Each address is of a schema
 * of its own. It ends after the last test (`temporary-folder.ts`).
 */
export async function sharedPostgres(): Promise<Pick<PostgresServer, 'newAddress'>> {
  if (process.env['HEDDLE_TEST_POSTGRES']?.includes('://')) return startPostgres();
  const folder = join(inject('cliFolder'), 'postgres');
  await madeOnce(folder, async () => {
    const { base, postmaster } = await startOwn('fsync = off\n');
    writeFileSync(join(folder, 'address'), base);
    writeFileSync(join(folder, 'postmaster'), `${postmaster()}`);
  });
  const base = readFileSync(join(folder, 'address'), 'utf8');
  return { newAddress: () => addressIn(base) };
}

function addressIn(base: string): string {
  schemas += 1;
  return `${base}?schema=test_${process.pid}_${Date.now().toString(36)}_${schemas}`;
}

/** Starts a private server in a temporary folder, on a free port; `HEDDLE_TEST_POSTGRES=postgres://…` names one. */
export async function startPostgres(): Promise<PostgresServer> {
  const named = process.env['HEDDLE_TEST_POSTGRES'];
  if (named?.includes('://')) {
    const none = () => {
      throw new Error('The server of HEDDLE_TEST_POSTGRES is not stopped.');
    };
    return { newAddress: () => addressIn(named), crash: none, start: none, stop: () => {} };
  }
  const { base, start, stop } = await startOwn();
  return { newAddress: () => addressIn(base), crash: stop, start, stop };
}

/** `settings`: further lines of its configuration. A server that is crashed writes as carefully as a real one. */
async function startOwn(settings = '') {
  const bin = findPostgres();
  if (bin === undefined) throw new Error('There is no PostgreSQL: node scripts/postgres.mjs');
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'pg-'));
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? unprivileged() : undefined;
  if (user !== undefined) {
    chownSync(folder, user.uid, user.gid);
    // The folders of all tests are of root alone.
    for (let above = tmpdir(); basename(above).startsWith('heddle-tests-'); above = dirname(above)) {
      chmodSync(above, 0o711);
    }
  }
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(bin, program), args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], ...user });
  const data = join(folder, 'data');
  const words = join(folder, 'password');
  writeFileSync(words, postgresPassword);
  run('initdb', '-D', data, '-U', 'heddle', '-A', 'scram-sha-256', `--pwfile=${words}`, '-E', 'UTF8', '--no-sync');
  appendFileSync(
    join(data, 'postgresql.conf'),
    `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\nmax_connections = 300\n${settings}`,
  );
  const start = () => run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), 'start');
  const stop = () => void run('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop');
  start();
  return {
    base: `postgres://heddle:${postgresPassword}@127.0.0.1:${port}/postgres`,
    postmaster: () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
    start,
    stop,
  };
}

function unprivileged(): { readonly uid: number; readonly gid: number } {
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}
