import { isJsonObject, isSameInOrder, type Json, type JsonObject } from './json';
import { shareJson, shareMembers } from './shared-json';

/** What a receiver that holds an earlier JSON value needs to make the later one. */
export type JsonDelta =
  | { readonly value: Json }
  /** Members that are new or changed; `keys`: all of them in their order, if one was added, removed, or moved. */
  | { readonly members: ReadonlyMap<string, JsonDelta>; readonly keys?: readonly string[] };

/**
 * What changed from one JSON value to another, the order of keys included; undefined: nothing. Lists are told as a
 * whole. Looks only into parts that are not the same object in both. Members that are undefined count as absent.
 */
export function computeJsonDelta(before: object, after: object): JsonDelta | undefined {
  return computeDeltaBetween(before as JsonObject, after as JsonObject);
}

function computeDeltaBetween(before: Json | undefined, after: Json): JsonDelta | undefined {
  if (before === after) return undefined;
  if (!isJsonObject(before) || !isJsonObject(after)) return isSameInOrder(before, after) ? undefined : { value: after };
  const keys = listDefinedKeys(after);
  const members = new Map<string, JsonDelta>();
  for (const key of keys) {
    const delta = computeDeltaBetween(getMember(before, key), after[key] as Json);
    if (delta !== undefined) members.set(key, delta);
  }
  if (!isSameInOrder(listDefinedKeys(before), keys)) return { members, keys };
  return members.size === 0 ? undefined : { members };
}

const listDefinedKeys = (object: JsonObject): string[] =>
  Object.keys(object).filter((key) => object[key] !== undefined);

const getMember = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/**
 * Makes the later value from the earlier one. Parts that are the same stay the same objects; `before` itself if nothing
 * differs. What the earlier one does not have any more is made anew.
 */
export function applyJsonDelta<T extends object>(before: T, delta: JsonDelta): T {
  return applyDelta(before as unknown as JsonObject, delta) as unknown as T;
}

function applyDelta(before: Json | undefined, delta: JsonDelta): Json {
  if ('value' in delta) return shareJson(before, delta.value);
  const was = isJsonObject(before) ? before : {};
  const { members, keys = new Set([...Object.keys(was), ...members.keys()]) } = delta;
  return shareMembers(was, [...keys], (key, member) => {
    const change = members.get(key);
    return change ? applyDelta(member, change) : member;
  });
}
