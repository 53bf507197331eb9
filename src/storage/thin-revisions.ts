const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const alwaysKept = 20;

/** A saved state of a workflow: its number, and when it was saved (ISO 8601). */
export interface RevisionTime {
  readonly revision: number;
  readonly savedAt: string;
}

/**
 * The revisions to remove, from all unnamed ones of a workflow, oldest first, and the time in ms. Kept are the newest
 * 20, and the last one of each minute of the past hour, each hour of the past day, each day of the past 30.
 */
export function thinRevisions(revisions: readonly RevisionTime[], now: number): number[] {
  const taken = new Set<string>();
  const dropped: number[] = [];
  revisions.toReversed().forEach(({ revision, savedAt }, place) => {
    const slot = findSlot(Date.parse(savedAt), now);
    const keep = place < alwaysKept || (slot !== undefined && !taken.has(slot));
    if (slot !== undefined) taken.add(slot);
    if (!keep) dropped.push(revision);
  });
  return dropped;
}

function findSlot(time: number, now: number): string | undefined {
  const age = now - time;
  for (const [within, width] of [
    [hour, minute],
    [day, hour],
    [30 * day, day],
  ] as const) {
    if (age < within) return `${width}:${Math.floor(time / width)}`;
  }
  return undefined;
}
