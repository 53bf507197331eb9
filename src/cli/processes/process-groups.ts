/** Leaders of the groups of processes that this process started and that may still run. */
const held = new Set<number>();

/** Has a group end with this process, however it ends, save where it is killed. */
export function holdGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  if (held.size === 0) process.once('exit', killGroups);
  held.add(leader);
}

/** Ends a group, of which only what left the group stays. */
export function endGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  signalGroup(leader, 'SIGKILL');
  held.delete(leader);
  if (held.size === 0) process.off('exit', killGroups);
}

/** Sends a signal to all that is left of a group. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {
    // Nothing of it is left.
  }
}

/** Whether there is a group that is to end with this process. */
export function holdsGroups(): boolean {
  return held.size > 0;
}

/** Ends all groups, at once. */
export function killGroups(): void {
  for (const leader of held) signalGroup(leader, 'SIGKILL');
  held.clear();
}
