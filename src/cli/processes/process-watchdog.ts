import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/** Marks the processes of this process: each script has a mark of its own that begins with it. */
const ownMark = `${randomUUID()}.`;
/** The variable with the mark. A process that has left its process group is found by it. */
const markVariable = 'HEDDLE_SCRIPT';
let marks = 0;

/**
 * Reads `+ GROUP` and `- GROUP` until its input ends, which is when Heddle ends, however it does. Then it kills the
 * groups that are left and, on Linux, each process with the mark `$1` in its environment.
 */
const program = `
groups=' '
while read -r sign group; do
  case $sign in
    +) groups="$groups$group " ;;
    -) groups="\${groups%% $group *} \${groups#* $group }" ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
[ -d /proc/1 ] || exit 0
for file in $(grep -l "${markVariable}=$1" /proc/[0-9]*/environ); do
  pid=\${file#/proc/}
  kill -s KILL "\${pid%/environ}"
done
`;

let watchdog: ChildProcessByStdio<Writable, null, null> | undefined;

/**
 * Has a small shell end a process group when this process ends, also if it is killed and cannot do so itself. Where
 * there is no shell, nothing happens.
 */
export function watchGroup(leader: number): void {
  watchdog ??= startWatchdog();
  watchdog.stdin.write(`+ ${leader}\n`);
}

/** Says that a group has ended. */
export function unwatchGroup(leader: number): void {
  watchdog?.stdin.write(`- ${leader}\n`);
}

function startWatchdog(): ChildProcessByStdio<Writable, null, null> {
  const { PATH = '' } = process.env;
  const child = spawn('sh', ['-c', program, 'sh', ownMark], {
    env: { PATH },
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  // Heddle does not wait for it.
  child.unref();
  (child.stdin as Socket).unref();
  return child;
}

/** The mark of a script, as a variable of its environment. */
export type ScriptMark = Readonly<Record<string, string>>;

/** A new mark for a script. What the script starts inherits it. */
export function createScriptMark(): ScriptMark {
  marks += 1;
  return { [markVariable]: `${ownMark}${marks}.` };
}

/**
 * Kills every process with a mark: also one that has left its process group, but not one that has removed the variable.
 * Only Linux shows the environments of processes.
 */
export function killMarked(mark: ScriptMark): void {
  const entry = `${markVariable}=${mark[markVariable]}\0`;
  const killed = new Set<number>();
  // A process that is killed may just have started another.
  for (
    let found = listPidsWith(entry);
    found.length > 0;
    found = listPidsWith(entry).filter((pid) => !killed.has(pid))
  ) {
    for (const pid of found) {
      killProcess(pid);
      killed.add(pid);
    }
  }
}

function listPidsWith(entry: string): readonly number[] {
  return listProcessIds().filter((pid) => {
    try {
      return `${readFileSync(`/proc/${pid}/environ`, 'latin1')}\0`.includes(entry);
    } catch {
      return false;
    }
  });
}

function listProcessIds(): readonly number[] {
  if (process.platform !== 'linux') return [];
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
