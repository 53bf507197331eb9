// Finds programs that the tests need on this machine, and installs Debian's packages of them.
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Whether a file is a program that can be run.
 * @param {string} file
 * @returns {boolean}
 */
export function canRun(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The path of the first of these programs that is on the PATH, or undefined.
 * @param {readonly string[]} names
 * @returns {string | undefined}
 */
export function findProgram(names) {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(canRun);
}

/**
 * Runs a command that installs what the tests need, and says so. Throws if it fails.
 * @param {string} command
 * @param {readonly string[]} args
 */
export function install(command, args) {
  console.log(`Installing what the tests need: ${command} ${args.join(' ')}`);
  // The parts of the tests are started by `npm exec --offline`, which would keep an npm within them off the registry.
  const env = { ...process.env, npm_config_offline: 'false', DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync(command, args, { stdio: 'inherit', env });
}

/**
 * Installs a package of Debian, as root or by a sudo that asks nothing. False if that is not possible on this machine.
 * @param {string} name
 * @returns {boolean}
 */
export function installFromDebian(name) {
  if (spawnSync('apt-get', ['--version']).status !== 0) return false;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && spawnSync('sudo', ['-n', 'true']).status !== 0) return false;
  for (const task of [['update'], ['install', '-y', name]]) {
    const [command = '', ...args] = [...(isRoot ? [] : ['sudo']), 'apt-get', '-o', 'DPkg::Lock::Timeout=300', ...task];
    install(command, args);
  }
  return true;
}
