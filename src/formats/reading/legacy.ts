import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { convertToSnakeCase } from '@/base/snake-case';
import type { DocumentPath } from '@/workflow/diagnostic';
import { readJson } from './read-json';
import { type Reading, reportReadingProblem } from './reading';
import type { MapEntry, MapNode } from './syntax-node';

/** Keys that Heddle does not use, each with the reason, for a person. */
export type Dropped = Readonly<Record<string, string>>;

/** Callbacks of seed 001: functions of a program, which a file cannot hold. Their events are in the log of a run. */
export const droppedRoot: Dropped = {
  callbacks: 'callbacks have no effect: what they would be called for is in the log of a run, and in `--json`.',
};

/** Fields of a task object of seed 001: what a run of it was like, and what its program noted. */
export const droppedOfTask: Dropped = {
  ...Object.fromEntries(
    ['status', 'result', 'error', 'retry_count', 'message_range', 'compacted', 'summary'].map((key) => [
      key,
      `${key} has no effect: how a task ends is in the log of a run.`,
    ]),
  ),
  metadata: 'metadata has no effect: notes of your own belong under keys that start with x-.',
};

const journal = 'the journal is always on.';

/** Settings that Heddle dropped because its journal is always on. */
export const droppedOfCheckpoint: Dropped = Object.fromEntries(
  ['storage', 'path', 'on_save', 'on_load', 'auto_save'].map((key) => [
    key,
    `checkpoint.${key} has no effect: ${journal}`,
  ]),
);

/** A map without the keys that Heddle dropped, and these as JSON. Each is reported. */
export function takeDropped(reading: Reading, map: MapNode, path: DocumentPath, dropped: Dropped) {
  const isDropped = ({ key }: MapEntry): boolean => Object.hasOwn(dropped, convertToSnakeCase(key));
  const legacy: Record<string, Json> = {};
  for (const { key, keySpan, value } of map.entries.filter(isDropped)) {
    const name = convertToSnakeCase(key);
    const message = `${dropped[name]} It is kept as x-legacy.`;
    reportReadingProblem(reading, 'HED502', message, [...path, name], keySpan, { severity: 'warning' });
    const read = readJson(reading, value, [...path, name]);
    if (read !== undefined) legacy[name] = read;
  }
  const isWhole = Object.keys(legacy).length === 0;
  return { kept: isWhole ? map : { ...map, entries: map.entries.filter((entry) => !isDropped(entry)) }, legacy };
}

/** Extensions with more under `x-legacy`; undefined if there are none. */
export function addLegacy(extensions: JsonObject | undefined, legacy: JsonObject): JsonObject | undefined {
  if (Object.keys(legacy).length === 0) return extensions;
  const before = extensions?.['x-legacy'];
  return { ...extensions, 'x-legacy': { ...(before !== undefined && isJsonObject(before) ? before : {}), ...legacy } };
}
