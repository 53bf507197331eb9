import { canonicalJson, type Json, type JsonObject, sameJson } from '@/base/json';
import type { TaskType } from '../tasks';
import { diffFields } from './diff-fields';
import type { DocumentDiff, TaskDiff } from './document-diff';
import { movedInOrder } from './moved-in-order';
import { pairRenamed } from './pair-renamed';

/**
 * How two documents differ in meaning. Both are given as a file has them (`writtenDocument` of formats): there, fields
 * have the names that a person knows, and a missing key always means that nothing is said.
 */
export function diffDocuments(before: JsonObject, after: JsonObject): DocumentDiff {
  // The language version does not change what the workflow means.
  const { heddle: _old, tasks: formerTasks, layout: formerLayout, ...formerSettings } = before;
  const { heddle: _new, tasks: laterTasks, layout: laterLayout, ...laterSettings } = after;
  return {
    settings: diffFields(formerSettings, laterSettings),
    ...diffTasks(tasksOf(formerTasks), tasksOf(laterTasks)),
    layout: diffLayouts(objectOf(formerLayout), objectOf(laterLayout)),
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
    const told = { id, ...labelOf(task), changes };
    if (!former) tasks.push({ ...told, kind: 'added' });
    else if (formerId !== id) tasks.push({ ...told, kind: 'renamed', formerId });
    else if (changes.length > 0) tasks.push({ ...told, kind: 'changed' });
  }
  for (const [id, task] of gone) tasks.push({ kind: 'removed', id, ...labelOf(task), changes: diffFields(task, {}) });

  const staying = [...after.keys()].filter((id) => before.has(formerIds.get(id) ?? id));
  const laterIds = new Map(staying.map((id) => [formerIds.get(id) ?? id, id]));
  const order = [...before.keys()].flatMap((id) => laterIds.get(id) ?? []);
  return { tasks, moved: movedInOrder(order, staying) };
}

function labelOf({ type = 'atomic', name }: JsonObject): Pick<TaskDiff, 'type' | 'name'> {
  return { type: type as TaskType, ...(typeof name === 'string' ? { name } : {}) };
}

/** A file without layout has nothing to compare, so only entries that both layouts have are compared. */
function diffLayouts(before: JsonObject | undefined, after: JsonObject | undefined): DocumentDiff['layout'] {
  if (!before || !after) return { tasks: 0, notes: 0, folded: 0 };
  const [places, newPlaces] = [objectOf(before['tasks']) ?? {}, objectOf(after['tasks']) ?? {}];
  const placed = Object.keys(places).filter((id) => Object.hasOwn(newPlaces, id));
  return {
    tasks: placed.filter((id) => !sameJson(places[id], newPlaces[id])).length,
    notes: countOther(listOf(before['notes']), listOf(after['notes'])),
    folded: countOther(listOf(before['collapsed']), listOf(after['collapsed'])),
  };
}

/** The number of members that only one list has, for the list with more of them. */
function countOther(before: readonly Json[], after: readonly Json[]): number {
  const [former, later] = [new Set(before.map(canonicalJson)), new Set(after.map(canonicalJson))];
  const inBoth = [...former].filter((item) => later.has(item)).length;
  return Math.max(former.size, later.size) - inBoth;
}

function tasksOf(tasks: Json | undefined): ReadonlyMap<string, JsonObject> {
  return new Map(Object.entries(objectOf(tasks) ?? {}) as [string, JsonObject][]);
}

function objectOf(value: Json | undefined): JsonObject | undefined {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
