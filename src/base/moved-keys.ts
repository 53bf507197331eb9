/**
 * The keys to move so that those in both lists come in the order of the later one: as few as possible. Each list holds
 * a key once.
 */
export function findMovedKeys(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const placeBefore = new Map(before.map((key, index) => [key, index]));
  const both = after.filter((key) => placeBefore.has(key));
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
