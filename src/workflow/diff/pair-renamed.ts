import { encodeCanonicalJson, type Json, type JsonObject } from '@/base/json';

type Tasks = ReadonlyMap<string, JsonObject>;

/**
 * What two tasks with different ids must share to count as one renamed task, surest first. Undefined: the task has no
 * such trait.
 */
const likenesses: readonly ((task: JsonObject) => Json | undefined)[] = [
  // The tasks that it waits for may have been renamed too.
  ({ depends_on: _others, ...said }) => said,
  ({ type = 'atomic', name }) => (name === undefined ? undefined : [type, name]),
  ({ type = 'atomic', description }) => (description === undefined ? undefined : [type, description]),
];

/**
 * Pairs removed tasks with added tasks that are the same under another id: from the new id to the former one. Only
 * certain pairs count: if several tasks share a trait, it pairs none of them.
 */
export function pairRenamed(gone: Tasks, added: Tasks): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  const [left, fresh] = [new Map(gone), new Map(added)];
  for (const likeness of likenesses) {
    const [former, later] = [indexByLikeness(left, likeness), indexByLikeness(fresh, likeness)];
    for (const [key, ids] of later) {
      const [id, ...others] = ids;
      const [formerId, ...more] = former.get(key) ?? [];
      if (id === undefined || formerId === undefined || others.length + more.length > 0) continue;
      renamed.set(id, formerId);
      left.delete(formerId);
      fresh.delete(id);
    }
  }
  return renamed;
}

function indexByLikeness(
  tasks: Tasks,
  likeness: (task: JsonObject) => Json | undefined,
): ReadonlyMap<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const [id, task] of tasks) {
    const like = likeness(task);
    if (like === undefined) continue;
    const key = encodeCanonicalJson(like);
    const group = ids.get(key);
    if (group) group.push(id);
    else ids.set(key, [id]);
  }
  return ids;
}
