import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { writeForm } from '../yaml/write-yaml';
import type { ForeignGraph } from './foreign-graph';
import type { ReportLine } from './import-report';
import { getMember } from './read-plain';

/** What a line of a report is about, as YAML: as the file has it, without its keys, and as the workflow has it. */
export interface LineFields {
  /** Empty: the file has nothing of its own for it. */
  readonly old: string;
  /** Empty: nothing came of it. */
  readonly new: string;
}

/** The most letters of one side, and of all lines together: a person reads no more, and the file is from anybody. */
const most = { side: 3000, all: 2_000_000 } as const;

/** The fields of the lines by their places. `form`: the workflow in the form of a file. Of many lines, the first. */
export function writeLineFields(
  graph: ForeignGraph,
  lines: readonly ReportLine[],
  form: JsonObject,
): Readonly<Record<string, LineFields>> {
  const find = createFinder(graph);
  const written: Record<string, LineFields> = {};
  let left: number = most.all;
  for (const { place, new: paths } of lines) {
    if (left <= 0) break;
    const old = writeFields(find(place));
    const made = place.startsWith('note:') ? '' : writeFields(collectPaths(form, paths));
    if (old === '' && made === '') continue;
    written[place] = { old, new: made };
    left -= old.length + made.length;
  }
  return written;
}

/** Finds what the file has at the place of a line. */
function createFinder(graph: ForeignGraph): (place: string) => Json | undefined {
  const found = new Map<string, Json>();
  for (const { scope, name, value, isSecret } of graph.variables)
    found.set(`variable:${scope === '' ? name : `${scope}.${name}`}`, isSecret ? { secret: name } : { value });
  for (const { name, raw } of graph.inputs) {
    found.set(`variable:${name}`, raw);
    found.set(`variable:start.${name}`, raw);
  }
  for (const { name, value } of graph.settings) found.set(`setting:${name}`, { [name]: value });
  for (const { id, text } of graph.notes) found.set(`note:${id}`, { text });
  for (const { from, port, to } of graph.edges) found.set(`edge:${from}/${port}/${to}`, { from, port, to });
  for (const { id, raw } of graph.nodes) found.set(`node:${id}`, raw);
  return (place) => found.get(place) ?? findSetting(graph, place);
}

/** The setting of a node: `setting:17190.vision`. */
function findSetting({ nodes }: ForeignGraph, place: string): Json | undefined {
  const node = nodes.find(({ id }) => place.startsWith(`setting:${id}.`));
  if (node === undefined) return undefined;
  const keys = place.slice(`setting:${node.id}.`.length).split('.');
  const value = getMember(node.raw, ...keys);
  return value === undefined ? undefined : { [keys.at(-1) ?? '']: value };
}

/** What a workflow has at paths such as `tasks.each.inner_task.subtasks.sum`, each by the last name of its path. */
function collectPaths(form: JsonObject, paths: readonly string[]): JsonObject {
  return Object.fromEntries(
    paths.flatMap((path): [string, Json][] => {
      const keys = path.split('.');
      const value = getMember(form, ...keys);
      return value === undefined ? [] : [[keys.at(-1) ?? '', value]];
    }),
  );
}

function writeFields(value: Json | undefined): string {
  if (value === undefined || (isJsonObject(value) && Object.keys(value).length === 0)) return '';
  const room = { left: most.side };
  const cut = cutValue(value, room);
  const text = writeForm(isJsonObject(cut) ? cut : { value: cut }).trimEnd();
  return room.left <= 0 ? `${text}\n…` : text;
}

/** As much of a value as there is room for. Tasks within a task are only named: each has a line of its own. */
function cutValue(value: Json, room: { left: number }, key = ''): Json {
  if (typeof value === 'string') {
    const kept = value.slice(0, Math.max(0, room.left));
    room.left -= value.length + 1;
    return kept;
  }
  room.left -= 4;
  if (Array.isArray(value)) {
    const items: Json[] = [];
    for (const item of value as readonly Json[]) {
      if (room.left <= 0) break;
      items.push(cutValue(item, room));
    }
    return items;
  }
  if (!isJsonObject(value)) return value;
  if (key === 'subtasks') return cutValue(Object.keys(value), room);
  const entries: [string, Json][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (room.left <= 0) break;
    room.left -= name.length;
    entries.push([name.slice(0, 200), cutValue(member, room, name)]);
  }
  return Object.fromEntries(entries);
}
