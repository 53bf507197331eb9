// Finds the server of Restate for the tests of several machines, or installs it with its balancer. It is under the
// Business Source License: the tests start it, Heddle does not contain it.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { canRun, findProgram, install, installFromDebian } from './programs.mjs';

const version = '1.7.12';
const cache = join(homedir(), '.cache', 'heddle-tests', `restate-${version}`);

/**
 * The program of Restate, or undefined. `HEDDLE_TEST_RESTATE` may name it.
 * @returns {string | undefined}
 */
export function findRestate() {
  const named = process.env['HEDDLE_TEST_RESTATE'];
  if (named) return canRun(named) ? named : undefined;
  const { platform, arch } = process;
  const installed = join(
    cache,
    'node_modules',
    '@restatedev',
    `restate-server-${platform}-${arch}`,
    'bin',
    'restate-server',
  );
  return existsSync(installed) ? installed : findProgram(['restate-server']);
}

/**
 * The program of HAProxy, or undefined: the balancer between Restate and several machines.
 * @returns {string | undefined}
 */
export function findBalancer() {
  return findProgram(['haproxy']) ?? ['/usr/sbin/haproxy'].find(canRun);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (!findRestate()) {
    install('npm', [
      'install',
      '--prefix',
      cache,
      '--no-save',
      '--no-audit',
      '--no-fund',
      `@restatedev/restate-server@${version}`,
    ]);
  }
  if (!findBalancer()) installFromDebian('haproxy');
  const found = [findRestate(), findBalancer()];
  if (found.includes(undefined)) {
    throw new Error('The tests need Restate (or name it: HEDDLE_TEST_RESTATE=FILE) and HAProxy. Install them.');
  }
  console.log(`For the tests of several machines: ${found.join(', ')}`);
}
