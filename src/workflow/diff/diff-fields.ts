import { defined } from '@/base/defined';
import { isJsonObject, isSameJson, type Json, type JsonObject } from '@/base/json';
import type { DocumentPath } from '../diagnostic';
import type { FieldChange } from './document-diff';

/**
 * The fields in which two objects of a file differ, at the greatest depth possible. Of an object that only one side
 * has, every field.
 */
export function diffFields(before: JsonObject, after: JsonObject, path: DocumentPath = []): FieldChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    diffValues(getMember(before, key), getMember(after, key), [...path, key]),
  );
}

function diffValues(before: Json | undefined, after: Json | undefined, path: DocumentPath): FieldChange[] {
  if (isSameJson(before, after)) return [];
  if (before === undefined && isFilled(after)) return diffFields({}, after, path);
  if (isFilled(before) && after === undefined) return diffFields(before, {}, path);
  if (before === undefined || after === undefined) return [buildFieldChange(path, before, after)];
  if (isJsonObject(before) && isJsonObject(after)) return diffFields(before, after, path);
  if (isListOfObjects(before) && isListOfObjects(after)) return diffLists(before, after, path);
  if (path.at(-1) === 'depends_on' && hasSameMembers(before, after)) return [];
  return [buildFieldChange(path, before, after)];
}

/** Compares lists of objects by the ids of their members if all have one, else by their indexes. */
function diffLists(before: readonly JsonObject[], after: readonly JsonObject[], path: DocumentPath): FieldChange[] {
  const [former, later] = [indexById(before), indexById(after)];
  if (!former || !later) return diffPlaces(before, after, path);
  const inBoth = (id: string) => Object.hasOwn(former, id) && Object.hasOwn(later, id);
  const [order, newOrder] = [Object.keys(former).filter(inBoth), Object.keys(later).filter(inBoth)];
  const reordered = isSameJson(order, newOrder) ? [] : [buildFieldChange(path, order, newOrder)];
  return [...reordered, ...diffFields(former, later, path)];
}

/** Skips equal members at the start and at the end, so that one inserted member does not change all after it. */
function diffPlaces(before: readonly JsonObject[], after: readonly JsonObject[], path: DocumentPath): FieldChange[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSameJson(before[start], after[start])) start += 1;
  let end = 0;
  while (end < shorter - start && isSameJson(before.at(-1 - end), after.at(-1 - end))) end += 1;
  const former = before.slice(start, before.length - end);
  const later = after.slice(start, after.length - end);
  return Array.from({ length: Math.max(former.length, later.length) }, (_, index) =>
    diffValues(former[index], later[index], [...path, start + index]),
  ).flat();
}

function indexById(list: readonly JsonObject[]): JsonObject | undefined {
  const entries = list.map((item) => [item['id'], item] as const);
  const ids = new Set(entries.map(([id]) => id).filter((id) => typeof id === 'string'));
  return ids.size === list.length ? (Object.fromEntries(entries) as JsonObject) : undefined;
}

/** A missing side is left out, since the change is sent between threads and shown. */
function buildFieldChange(path: DocumentPath, before: Json | undefined, after: Json | undefined): FieldChange {
  return { path, ...defined({ before, after }) };
}

function getMember(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** An object that is not empty, so that its fields can be listed. */
function isFilled(value: Json | undefined): value is JsonObject {
  return value !== undefined && isJsonObject(value) && Object.keys(value).length > 0;
}

function isListOfObjects(value: Json): value is readonly JsonObject[] {
  return Array.isArray(value) && value.every(isJsonObject);
}

/** The order of dependencies has no meaning. */
function hasSameMembers(before: Json, after: Json): boolean {
  return Array.isArray(before) && Array.isArray(after) && isSameJson(before.toSorted(), after.toSorted());
}
