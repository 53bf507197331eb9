import { computeDifference } from '@/state/edit-history';
import type { TextEdit } from '@/workflow/change';

/** How many lines ahead a common line is searched for; without one the rest counts as changed. */
const reach = 300;

/**
 * Edits that turn `before` into `after`, one for each group of changed lines, ascending. They need not be the fewest.
 * Lines between them stay untouched, and with these the cursors and folds.
 */
export function computeLineEdits(before: string, after: string): TextEdit[] {
  const [whole] = computeDifference(before, after);
  if (whole === undefined) return [];
  const old = splitKeepingBreaks(whole.removed);
  const now = splitKeepingBreaks(whole.inserted);
  const edits: TextEdit[] = [];
  let at = whole.at;
  for (let i = 0, j = 0; i < old.length || j < now.length; ) {
    const [gone, come] = old[i] === now[j] ? [0, 0] : findNextMeeting(old, i, now, j);
    const removed = old.slice(i, i + gone).join('');
    const inserted = now.slice(j, j + come).join('');
    for (const edit of computeDifference(removed, inserted)) edits.push({ ...edit, at: at + edit.at });
    at += removed.length + (old[i + gone]?.length ?? 0);
    i += gone + 1;
    j += come + 1;
  }
  return edits;
}

function splitKeepingBreaks(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

/**
 * How many lines of each side come before the next line that both have. Blank lines do not count, as they match too
 * easily.
 */
function findNextMeeting(
  old: readonly string[],
  i: number,
  now: readonly string[],
  j: number,
): readonly [number, number] {
  for (let sum = 1; sum <= reach; sum++) {
    for (let gone = 0; gone <= sum; gone++) {
      const line = old[i + gone];
      if (line !== undefined && line === now[j + sum - gone] && line.trim() !== '') return [gone, sum - gone];
    }
  }
  return [old.length - i, now.length - j];
}
