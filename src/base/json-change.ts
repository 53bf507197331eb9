import { defined } from './defined';
import { isJsonObject, isSameInOrder, type Json, type JsonObject } from './json';
import { shareJson, shareMembers } from './shared-json';

/** What is before a change, and what after it. */
interface Ends<T> {
  readonly before?: T | undefined;
  readonly after?: T | undefined;
}

/** What changed from one JSON value to another: it makes the later of the earlier one, and turned round the earlier. */
export type JsonChange =
  /** Undefined: nothing is there. Lists are replaced as a whole. */
  | Ends<object | Json>
  | {
      /** Members that are new, removed or changed. */
      readonly members: ReadonlyMap<string, JsonChange>;
      /** All keys in their order, if one was added, removed or moved. */
      readonly keys?: Required<Ends<readonly string[]>> | undefined;
    };

/**
 * What changed from one JSON value to another, the order of keys included; undefined: nothing. Looks only into parts
 * that are not the same object in both. Members that are undefined count as absent.
 */
export function computeJsonChange(before: object | undefined, after: object | undefined): JsonChange | undefined {
  return compareValues(before as Json | undefined, after as Json | undefined);
}

function compareValues(before: Json | undefined, after: Json | undefined): JsonChange | undefined {
  if (before === after) return undefined;
  if (!isJsonObject(before) || !isJsonObject(after)) {
    return isSameInOrder(before, after) ? undefined : { before, after };
  }
  const [old, now] = [listDefinedKeys(before), listDefinedKeys(after)];
  const isSameOrder = isSameInOrder(old, now);
  const members = new Map<string, JsonChange>();
  for (const key of isSameOrder ? now : new Set([...now, ...old])) {
    const change = compareValues(getMember(before, key), getMember(after, key));
    if (change !== undefined) members.set(key, change);
  }
  if (!isSameOrder) return { members, keys: { before: old, after: now } };
  return members.size === 0 ? undefined : { members };
}

const listDefinedKeys = (object: JsonObject): string[] =>
  Object.keys(object).filter((key) => object[key] !== undefined);

const getMember = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/** Makes the later value of the earlier one. Parts that are the same stay the same objects. */
export function applyJsonChange<T extends object>(before: T | undefined, change: JsonChange): T | undefined {
  return changeValue(before as unknown as Json | undefined, change) as unknown as T | undefined;
}

function changeValue(before: Json | undefined, change: JsonChange): Json | undefined {
  if (!('members' in change)) return shareJson(before, change.after as Json | undefined);
  const was = isJsonObject(before) ? before : {};
  const { members, keys } = change;
  return shareMembers(was, keys?.after ?? Object.keys(was), (key, member) => {
    const inner = members.get(key);
    return inner ? changeValue(member, inner) : member;
  });
}

/** The change from the later value to the earlier one. */
export function invertJsonChange(change: JsonChange): JsonChange {
  if (!('members' in change)) return { before: change.after, after: change.before };
  const { members, keys } = change;
  return {
    members: new Map([...members].map(([key, inner]) => [key, invertJsonChange(inner)])),
    ...defined({ keys: keys && { before: keys.after, after: keys.before } }),
  };
}

/** Two changes, of which the second begins where the first ends, as one. */
export function joinJsonChanges(first: JsonChange, second: JsonChange): JsonChange {
  if (!('members' in first))
    return { before: first.before, after: changeValue(first.after as Json | undefined, second) };
  if (!('members' in second)) {
    return { before: changeValue(second.before as Json | undefined, invertJsonChange(first)), after: second.after };
  }
  const members = new Map(first.members);
  for (const [key, inner] of second.members) {
    const earlier = members.get(key);
    members.set(key, earlier ? joinJsonChanges(earlier, inner) : inner);
  }
  const [one, two] = [first.keys ?? second.keys, second.keys ?? first.keys];
  return { members, ...defined({ keys: one && two && { before: one.before, after: two.after } }) };
}
