import { isJsonObject, type Json, type JsonObject } from './json';

/**
 * A plain value that equals `after`, with the objects of `before` for all parts that are the same there, in the same
 * order of keys. `before` itself if nothing differs, `after` itself if it has these objects already.
 */
export function shareJson<T>(before: unknown, after: T): T {
  return shareValue(before as Json | undefined, after as Json | undefined) as T;
}

function shareValue(before: Json | undefined, after: Json | undefined): Json | undefined {
  if (Object.is(before, after)) return after;
  if (Array.isArray(before) && Array.isArray(after)) {
    const members = after.map((member: Json, index) => shareValue(before[index], member) as Json);
    if (members.length === before.length && members.every((one, index) => one === before[index])) return before;
    return members.every((one, index) => one === after[index]) ? after : members;
  }
  if (!isJsonObject(before) || !isJsonObject(after)) return after;
  const keys = Object.keys(after);
  const shared = shareMembers(before, keys, (key, was) => shareValue(was, after[key]));
  return shared !== before && keys.every((key) => shared[key] === after[key]) ? after : shared;
}

/**
 * An object with these keys, each with what it is to be given what it was; `before` itself if it has the very same
 * members in the same order.
 */
export function shareMembers(
  before: JsonObject,
  keys: readonly string[],
  memberOf: (key: string, was: Json | undefined) => Json | undefined,
): JsonObject {
  const old = Object.keys(before);
  let isSame = keys.length === old.length;
  const members: [string, Json][] = [];
  for (const [index, key] of keys.entries()) {
    const was = Object.hasOwn(before, key) ? before[key] : undefined;
    const is = memberOf(key, was) as Json;
    members.push([key, is]);
    isSame &&= old[index] === key && Object.is(is, was);
  }
  return isSame ? before : Object.fromEntries(members);
}
