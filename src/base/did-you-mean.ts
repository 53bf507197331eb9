/**
 * The candidate that a mistyped word most likely means, or undefined if none is close. Close: at most a third of the
 * longer word's letters are changed, added, removed or swapped with a neighbour. Case, `-` and `_` are ignored. Of
 * equally close ones the first.
 */
export function findClosest(word: string, candidates: Iterable<string>): string | undefined {
  const sought = normalizePlain(word);
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const other = normalizePlain(candidate);
    const allowed = Math.min(Math.floor(Math.max(sought.length, other.length) / 3), bestDistance - 1);
    if (Math.abs(sought.length - other.length) > allowed) continue;
    const distance = editDistance(sought, other, allowed);
    if (distance <= allowed) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

function normalizePlain(word: string): string {
  return word.toLowerCase().replace(/[-_]/g, '');
}

/**
 * Number of changes between two words (optimal string alignment). Stops once it exceeds `limit`, and then returns some
 * number above it.
 */
function editDistance(a: string, b: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    if (Math.min(...current) > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}
