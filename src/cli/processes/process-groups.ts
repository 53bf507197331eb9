import { unwatchGroup, watchGroup } from './process-watchdog';

/** Leaders of the process groups that this process started and that may still run. */
const held = new Set<number>();

/** Makes a group end with this process, however it ends. */
export function holdGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  if (held.size === 0) process.once('exit', killGroups);
  held.add(leader);
  watchGroup(leader);
}

/** Ends a group. Processes that have left the group continue. */
export function endGroup(leader: number | undefined): void {
  if (leader === undefined || !held.delete(leader)) return;
  signalGroup(leader, 'SIGKILL');
  unwatchGroup(leader);
  if (held.size === 0) process.off('exit', killGroups);
}

/** Sends a signal to all remaining processes of a group. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {
    // None of its processes is left.
  }
}

/** Whether there is a group that has to end with this process. */
export function hasGroups(): boolean {
  return held.size > 0;
}

/** Kills all groups at once. */
export function killGroups(): void {
  for (const leader of held) signalGroup(leader, 'SIGKILL');
  held.clear();
}
