import { isSameInOrder, type Json } from '@/base/json';
import { encodeJson } from '@/base/json-text';

/** A key or an index, and the value there. */
type Entry = readonly [key: string, value: Json];

/**
 * For each later entry, the index of the earlier one that it is; undefined: it is new. An entry is the same by its key,
 * or an item by its value. One that stands where another one was is that one, changed; a key only if the value stayed.
 */
export function matchEntries(
  before: readonly Entry[],
  after: readonly Entry[],
  isKeyed: boolean,
): readonly (number | undefined)[] {
  const identify = ([key, value]: Entry): string => (isKeyed ? key : encodeJson(value));
  const [old, now] = [before.map(identify), after.map(identify)];
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let tail = 0;
  while (tail < most - start && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const places = new Map<string, number[]>();
  for (let index = old.length - tail - 1; index >= start; index -= 1) {
    const id = old[index] ?? '';
    const same = places.get(id);
    if (same) same.push(index);
    else places.set(id, [index]);
  }
  const matches = now.map((id, index) => {
    if (index < start) return index;
    return index >= now.length - tail ? index + old.length - now.length : places.get(id)?.pop();
  });
  const taken = new Set(matches);
  let next = 0;
  return matches.map((match, index) => {
    const isChanged =
      match === undefined &&
      next < before.length &&
      !taken.has(next) &&
      (!isKeyed || isSameInOrder(before[next]?.[1], after[index]?.[1]));
    const found = isChanged ? next : match;
    if (found !== undefined) next = found + 1;
    return found;
  });
}
