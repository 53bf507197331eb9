/**
 * The keys to move so that those in both lists come in the order of the later one: as few as possible. Each list holds
 * a key once.
 */
export function findMovedKeys(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  // What both begin and end with stays: where a key is added or removed, that is nearly all.
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const placeBefore = new Map(before.slice(start, before.length - end).map((key, index) => [key, index]));
  const both = after.slice(start, after.length - end).filter((key) => placeBefore.has(key));
  const places = both.map((key) => placeBefore.get(key) ?? 0);
  const staying = findLongestRise(places);
  return new Set(staying.size === both.length ? [] : both.filter((_key, index) => !staying.has(index)));
}

/** The indexes of a longest rising subsequence of different numbers. */
function findLongestRise(numbers: readonly number[]): ReadonlySet<number> {
  /** Of the rising subsequences of each length, the index of the one that ends lowest. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    previous.push(ends[low - 1]);
    ends[low] = index;
  }
  const rise = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) rise.add(at);
  return rise;
}
