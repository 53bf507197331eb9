/**
 * The members of `after` that moved, compared with the order of the same members in `before`. They are as few as
 * possible: if one member was moved from the end to the start, only that one is listed.
 */
export function findMovedMembers(before: readonly string[], after: readonly string[]): string[] {
  const places = new Map(before.map((member, place) => [member, place]));
  const stayed = findLongestRising(after.map((member) => places.get(member) ?? 0));
  return after.filter((_, index) => !stayed.has(index));
}

/** The indices of a longest increasing subsequence of distinct numbers; O(n log n). */
function findLongestRising(numbers: readonly number[]): ReadonlySet<number> {
  /** For each length, the index where the increasing subsequence of that length with the smallest last number ends. */
  const ends: number[] = [];
  const previous = numbers.map((number, index) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    ends[low] = index;
    return ends[low - 1];
  });
  const rising = new Set<number>();
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) rising.add(index);
  return rising;
}
