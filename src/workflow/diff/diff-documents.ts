import { encodeCanonicalJson, isSameJson, type Json, type JsonObject } from '@/base/json';
import type { TaskType } from '../tasks';
import { diffFields } from './diff-fields';
import type { DocumentDiff, TaskDiff } from './document-diff';
import { findMovedMembers } from './moved-in-order';
import { pairRenamed } from './pair-renamed';

/**
 * How two documents differ in meaning. Both are given as a file has them (`writeDocumentForm` of formats): there,
 * fields have the names that a person knows, and a missing key always means that nothing is said.
 */
export function diffDocuments(before: JsonObject, after: JsonObject): DocumentDiff {
  // The language version does not change what the workflow means.
  const { heddle: _old, tasks: formerTasks, layout: formerLayout, ...formerSettings } = before;
  const { heddle: _new, tasks: laterTasks, layout: laterLayout, ...laterSettings } = after;
  return {
    settings: diffFields(formerSettings, laterSettings),
    ...diffTasks(readTasks(formerTasks), readTasks(laterTasks)),
    layout: diffLayouts(readObjectOrNothing(formerLayout), readObjectOrNothing(laterLayout)),
  };
}

function diffTasks(
  before: ReadonlyMap<string, JsonObject>,
  after: ReadonlyMap<string, JsonObject>,
): Pick<DocumentDiff, 'tasks' | 'moved'> {
  const gone = new Map([...before].filter(([id]) => !after.has(id)));
  const added = new Map([...after].filter(([id]) => !before.has(id)));
  const formerIds = pairRenamed(gone, added);
  for (const formerId of formerIds.values()) gone.delete(formerId);

  const tasks: TaskDiff[] = [];
  for (const [id, task] of after) {
    const formerId = formerIds.get(id) ?? id;
    const former = before.get(formerId);
    const changes = diffFields(former ?? {}, task);
    const told = { id, ...readTaskLabel(task), changes };
    if (!former) tasks.push({ ...told, kind: 'added' });
    else if (formerId !== id) tasks.push({ ...told, kind: 'renamed', formerId });
    else if (changes.length > 0) tasks.push({ ...told, kind: 'changed' });
  }
  for (const [id, task] of gone)
    tasks.push({ kind: 'removed', id, ...readTaskLabel(task), changes: diffFields(task, {}) });

  const staying = [...after.keys()].filter((id) => before.has(formerIds.get(id) ?? id));
  const laterIds = new Map(staying.map((id) => [formerIds.get(id) ?? id, id]));
  const order = [...before.keys()].flatMap((id) => laterIds.get(id) ?? []);
  return { tasks, moved: findMovedMembers(order, staying) };
}

function readTaskLabel({ type = 'atomic', name }: JsonObject): Pick<TaskDiff, 'type' | 'name'> {
  return { type: type as TaskType, ...(typeof name === 'string' ? { name } : {}) };
}

/** A file without layout has nothing to compare, so only entries that both layouts have are compared. */
function diffLayouts(before: JsonObject | undefined, after: JsonObject | undefined): DocumentDiff['layout'] {
  if (!before || !after) return { tasks: 0, notes: 0, folded: 0 };
  const [places, newPlaces] = [readObjectOrNothing(before['tasks']) ?? {}, readObjectOrNothing(after['tasks']) ?? {}];
  const placed = Object.keys(places).filter((id) => Object.hasOwn(newPlaces, id));
  return {
    tasks: placed.filter((id) => !isSameJson(places[id], newPlaces[id])).length,
    notes: countOther(readList(before['notes']), readList(after['notes'])),
    folded: countOther(readList(before['collapsed']), readList(after['collapsed'])),
  };
}

/** The number of members that only one list has, for the list with more of them. */
function countOther(before: readonly Json[], after: readonly Json[]): number {
  const [former, later] = [new Set(before.map(encodeCanonicalJson)), new Set(after.map(encodeCanonicalJson))];
  const inBoth = [...former].filter((item) => later.has(item)).length;
  return Math.max(former.size, later.size) - inBoth;
}

function readTasks(tasks: Json | undefined): ReadonlyMap<string, JsonObject> {
  return new Map(Object.entries(readObjectOrNothing(tasks) ?? {}) as [string, JsonObject][]);
}

function readObjectOrNothing(value: Json | undefined): JsonObject | undefined {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

function readList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
