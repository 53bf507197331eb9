import { isAlias, isMap, isScalar, isSeq, type Node, YAMLMap } from 'yaml';
import type { Json, JsonObject } from '@/base/json';
import { snakeCase } from '@/base/snake-case';
import type { Diagnostic, DocumentPath, TextRange } from '@/workflow/diagnostic';
import { emptyDocument, languageVersion, type WorkflowDocument } from '@/workflow/document';
import { taskIdSchema } from '@/workflow/names';
import type { Task } from '@/workflow/tasks';
import { checkpointShape, layoutShape, settingsShape } from '../schema-shape';
import { indexBlocks } from './block-index';
import { aroundSingle, type DocumentTree, findDocument, pairOf, singleTaskId, taskEntry } from './document-tree';
import { makeLocator } from './locate';
import { parseYaml } from './parse-yaml';
import { readTask } from './read-task';
import { checkName, readObject, readValue } from './read-value';
import { entriesOf, isEmpty, type Reading, readAlias, report, scalarText, spanOf } from './reading';
import type { YamlSource } from './yaml-source';

/** What reading a YAML text gives. */
export interface ReadYaml {
  /** There unless a problem of syntax or schema (HED1xx, HED2xx) was found. */
  readonly document?: WorkflowDocument;
  readonly source: YamlSource;
  /** Every problem, with its range, in the order of the text. */
  readonly diagnostics: readonly Diagnostic[];
  /** Where a path stands in the text; of what is not there, its nearest holder. */
  readonly locate: (path: DocumentPath) => TextRange | undefined;
}

/** Reads a workflow from YAML. Nothing is thrown: what is wrong is in the diagnostics. An empty text is an empty workflow. */
export function readYaml(text: string): ReadYaml {
  const { root, reading } = parseYaml(text);
  const nothing = { source: { text, blocks: [] }, locate: () => undefined };
  if (isEmpty(root)) {
    const broken = reading.diagnostics.some((problem) => problem.severity === 'error');
    return { ...(broken ? {} : { document: emptyDocument }), ...nothing, diagnostics: reading.diagnostics };
  }
  const tree = findDocument(reading, root as Node);
  if (tree === undefined) return { ...nothing, diagnostics: reading.diagnostics };
  const document = readDocument(reading, tree);
  const diagnostics = ordered(reading.diagnostics);
  return {
    ...(diagnostics.some(({ severity }) => severity === 'error') ? {} : { document }),
    source: { text, blocks: tree.single ? [] : indexBlocks(text, tree) },
    diagnostics,
    locate: makeLocator(reading, tree),
  };
}

/** Reads a part of a document, some of its entries, as the document that it would be alone. Undefined if it has an error. */
export function readPart(text: string): WorkflowDocument | undefined {
  const { root, reading } = parseYaml(text);
  if (!isMap(root)) return undefined;
  const document = readDocument(reading, { maps: [root] });
  return reading.diagnostics.some(({ severity }) => severity === 'error') ? undefined : document;
}

/**
 * In the order of the text. What a newer version means by its keys is not known: of such a file only that is said. Where
 * the syntax is broken, what the keys seem to be is a guess, and only the syntax is told.
 */
function ordered(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const newer = diagnostics.find(({ code }) => code === 'HED205');
  if (newer) return [newer];
  const isBroken = diagnostics.some(({ code, severity }) => code === 'HED101' && severity === 'error');
  const told = isBroken ? diagnostics.filter(({ code }) => code.startsWith('HED1')) : diagnostics;
  return told.toSorted((a, b) => (a.range?.from ?? 0) - (b.range?.from ?? 0));
}

function readDocument(reading: Reading, tree: DocumentTree): WorkflowDocument {
  const document: Record<string, unknown> = { tasks: {} };
  const readers: Record<string, (value: Node | null) => unknown> = {
    heddle: (value) => readVersion(reading, value),
    checkpoint: (value) => readCheckpoint(reading, value),
    tasks: (value) => readTasks(reading, value),
    layout: (value) => readValue(reading, value, layoutShape, ['layout']),
    ...(tree.maps.length > 1 ? { workflows: () => undefined } : {}),
  };
  const others = {
    keys: Object.keys(readers),
    read: (key: string, value: Node | null) => {
      const read = readers[key]?.(value);
      if (read !== undefined) document[key] = read;
    },
  };
  for (const map of tree.single ? [settingsAround(tree.single)] : tree.maps) {
    for (const [name, value] of Object.entries(readObject(reading, map, settingsShape, [], others))) {
      if (Object.hasOwn(document, name)) reportTwice(reading, map, snakeCase(name));
      document[name] = value;
    }
  }
  if (tree.single) {
    const id = singleTaskId(tree.single);
    const task = readTask(reading, tree.single, ['tasks', id], [...aroundSingle, 'id']);
    document['tasks'] = { [id]: task };
  }
  // Every part was checked against its schema while it was read.
  return document as unknown as WorkflowDocument;
}

function reportTwice(reading: Reading, map: YAMLMap, key: string): void {
  const message = `"${key}" stands here and at the top of the file. Remove one of the two.`;
  report(reading, 'HED103', message, [key], spanOf(pairOf(map, key)?.key as Node | undefined));
}

/** The keys of a single task's root that belong to the workflow around it. */
function settingsAround(root: YAMLMap): YAMLMap {
  const around = new YAMLMap();
  around.items = root.items.filter(({ key }) => isScalar(key) && aroundSingle.includes(snakeCase(scalarText(key))));
  return around;
}

function readVersion(reading: Reading, node: Node | null): number | undefined {
  if (!isScalar(node) || isEmpty(node)) return undefined;
  const version = Number(scalarText(node));
  if (version === languageVersion) return languageVersion;
  if (version > languageVersion) {
    const message = `The file is of version ${version} of the Heddle language; this Heddle reads version ${languageVersion}. Open it with a newer Heddle.`;
    report(reading, 'HED205', message, ['heddle'], spanOf(node));
  } else {
    report(reading, 'HED203', `heddle is the version of the language: ${languageVersion}.`, ['heddle'], spanOf(node));
  }
  return undefined;
}

/** Settings that Heddle dropped because its journal is always on. */
const droppedSettings: readonly string[] = ['storage', 'path', 'on_save', 'on_load', 'auto_save'];

/** Reads `checkpoint`, with what Heddle dropped kept under `x-legacy`. */
function readCheckpoint(reading: Reading, node: Node | null): Json | undefined {
  const read = readValue(reading, node, checkpointShape, ['checkpoint']) as JsonObject | undefined;
  if (read === undefined || !isMap(node)) return read;
  const kept: Record<string, Json> = {};
  const legacy: Record<string, Json> = {};
  for (const [key, value] of Object.entries(read)) {
    if (droppedSettings.includes(snakeCase(key))) legacy[snakeCase(key)] = value;
    else kept[key] = value;
  }
  if (Object.keys(legacy).length === 0) return read;
  for (const key of Object.keys(legacy)) {
    const message = `checkpoint.${key} has no effect: the journal is always on. It is kept as x-legacy.`;
    const span = spanOf(pairOf(node, key)?.key as Node | undefined);
    report(reading, 'HED502', message, ['checkpoint', key], span, { severity: 'warning' });
  }
  const before = kept['x-legacy'];
  const isObject = typeof before === 'object' && before !== null && !Array.isArray(before);
  return { ...kept, 'x-legacy': { ...(isObject ? before : {}), ...legacy } };
}

/** Reads tasks: a map of id to task, or a list of tasks with ids. */
function readTasks(reading: Reading, node: Node | null): Record<string, Task> | undefined {
  if (isAlias(node)) return readAlias(reading, node, ['tasks'], (target) => readTasks(reading, target));
  const tasks: Record<string, Task> = {};
  if (isMap(node)) {
    for (const { key, node: id, value } of entriesOf(reading, node, ['tasks'])) {
      if (!checkName(reading, id, taskIdSchema, ['tasks', key])) continue;
      const task = readTask(reading, value, ['tasks', key]);
      if (task !== undefined) tasks[key] = task;
    }
  } else if (isSeq(node)) {
    for (const item of node.items as Node[]) readListed(reading, item, tasks);
  } else if (!isEmpty(node)) {
    const message = 'tasks must be a map of id to task, or a list of tasks with ids.';
    report(reading, 'HED202', message, ['tasks'], spanOf(node));
  }
  return tasks;
}

function readListed(reading: Reading, item: Node, tasks: Record<string, Task>): void {
  const id = taskEntry(item)?.id;
  if (!isScalar(id)) {
    report(reading, 'HED204', 'A task of a list needs an id.', ['tasks'], spanOf(item));
    return;
  }
  const name = scalarText(id);
  if (!checkName(reading, id, taskIdSchema, ['tasks', name])) return;
  if (Object.hasOwn(tasks, name)) {
    const message = `There are two tasks with the id "${name}". Give one of them another.`;
    report(reading, 'HED206', message, ['tasks', name], spanOf(id));
    return;
  }
  const task = readTask(reading, item, ['tasks', name], ['id']);
  if (task !== undefined) tasks[name] = task;
}
