import type { Json } from '@/base/json';
import { snakeCase } from '@/base/snake-case';
import type { Diagnostic, DocumentPath, TextRange } from '@/workflow/diagnostic';
import { type DocumentSettings, emptyDocument, type WorkflowDocument } from '@/workflow/document';
import { languageVersion } from '@/workflow/document-schema';
import { checkpointShape, documentShape, libraryShape } from '../schema-shape';
import { aroundSingle, type DocumentTree, entryOf, findDocument, singleTaskId } from './find-document';
import { definition, isFunction, withFunctions } from './functions-to-library';
import { makeLocator } from './locate';
import { readJson } from './read-json';
import { ignoring, type OtherKeys, readObject, readTask, readTasks, readValue } from './read-value';
import { hasErrors, type Reading, report } from './reading';
import { holding, isEmpty, type MapEntry, type MapNode, mapOf, type SyntaxNode } from './syntax-node';

/** The result of reading the tree of a text. */
export interface ReadDocument {
  /** Set unless a problem of syntax or schema (HED1xx, HED2xx) was found. */
  readonly document?: WorkflowDocument;
  /** Set instead of `document`: the rest without the wrong parts, if the syntax is valid and anything is left. */
  readonly saved?: WorkflowDocument;
  /** Every problem, with its range, in the order of the text. */
  readonly diagnostics: readonly Diagnostic[];
  /** The range of a path in the text; for a missing path, that of its nearest container. */
  readonly locate: (path: DocumentPath) => TextRange | undefined;
  /** The nodes of the document, if the tree holds one. */
  readonly tree?: DocumentTree;
}

/**
 * Reads a workflow from the tree of a text. The tree is null for an empty text, which is an empty workflow. Never
 * throws.
 */
export function readDocument(reading: Reading, root: SyntaxNode | null): ReadDocument {
  const nowhere = () => undefined;
  if (root === null || isEmpty(root)) {
    const { diagnostics } = reading;
    return { ...(hasErrors(reading) ? {} : { document: emptyDocument }), diagnostics, locate: nowhere };
  }
  const tree = findDocument(reading, root);
  if (tree === undefined) return { diagnostics: reading.diagnostics, locate: nowhere };
  const document = readTree(reading, tree);
  const found = { diagnostics: ordered(reading.diagnostics), locate: makeLocator(reading, tree), tree };
  if (!hasErrors(reading)) return { document, ...found };
  return isGuess(reading.diagnostics) ? found : { saved: document, ...found };
}

/** Whether the keys found are only a guess: the syntax is broken, or the keys are those of a newer version. */
function isGuess(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ code, severity }) => severity === 'error' && (code === 'HED101' || code === 'HED205'));
}

/**
 * Problems in the order of the text. Keys of a newer version have an unknown meaning: for such a file, only its version
 * is reported. If the syntax is broken, keys are a guess, and only problems of syntax are reported.
 */
function ordered(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const newer = diagnostics.find(({ code }) => code === 'HED205');
  if (newer) return [newer];
  const told = isGuess(diagnostics) ? diagnostics.filter(({ code }) => code.startsWith('HED1')) : diagnostics;
  return told.toSorted((a, b) => (a.range?.from ?? 0) - (b.range?.from ?? 0));
}

/** Reads a document from its nodes, without the wrong parts, which are reported. */
export function readTree(reading: Reading, { maps, single }: DocumentTree): WorkflowDocument {
  const others: OtherKeys = {
    heddle: (value) => readVersion(reading, value),
    checkpoint: (value) => readCheckpoint(reading, value),
    ...(maps.length > 1 && ignoring(['workflows'])),
  };
  const document: Record<string, unknown> = {};
  for (const map of single ? [settingsAround(single)] : maps) {
    for (const [name, value] of Object.entries(readMap(reading, map, others))) {
      if (Object.hasOwn(document, name)) reportTwice(reading, map, snakeCase(name));
      document[name] = value;
    }
  }
  const tasks: Record<string, unknown> = {};
  if (single && !isFunction(single)) {
    const id = singleTaskId(single);
    const task = readTask(reading, single, ['tasks', id], ignoring([...aroundSingle, 'id']));
    if (task !== undefined) tasks[id] = task;
  }
  // Every part was checked against its schema while it was read.
  return { tasks, ...document } as unknown as WorkflowDocument;
}

/** Reads a map of the document. Functions among its tasks are read as part of its library, where they belong now. */
function readMap(reading: Reading, map: MapNode, others: OtherKeys): Record<string, unknown> {
  const functions: MapEntry[] = [];
  const isElsewhere = (task: SyntaxNode | null, id: string): boolean => {
    if (!isFunction(task)) return false;
    functions.push(definition(task, id));
    return true;
  };
  const read = readObject(reading, map, documentShape, [], {
    ...others,
    tasks: (value) => readTasks(reading, value, isElsewhere),
    library: (value) => value,
  });
  const held = withFunctions((read['library'] ?? null) as SyntaxNode | null, functions);
  const { library: _held, ...rest } = read;
  const library = readValue(reading, held, libraryShape, ['library']);
  return library === undefined ? rest : { ...read, library };
}

function reportTwice(reading: Reading, map: MapNode, key: string): void {
  const message = `"${key}" is here and at the top of the file. Remove one of the two.`;
  report(reading, 'HED103', message, [key], entryOf(map, key)?.keySpan ?? map.span);
}

/** The keys of a single task's root that belong to the surrounding workflow; a function is a task of that workflow. */
function settingsAround(root: MapNode): MapNode {
  const isAround = ({ key }: MapEntry): boolean => aroundSingle.includes(snakeCase(key));
  const around = mapOf(root.entries.filter(isAround), root.span);
  if (!isFunction(root)) return around;
  const inner = { ...root, entries: root.entries.filter((entry) => !isAround(entry)) };
  const tasks = { key: 'tasks', keySpan: root.span, value: holding('function', inner) };
  return { ...around, entries: [...around.entries, tasks] };
}

function readVersion(reading: Reading, node: SyntaxNode | null): number | undefined {
  if (node === null || isEmpty(node)) return undefined;
  const version = node.kind === 'scalar' ? Number(node.text) : Number.NaN;
  if (version === languageVersion) return languageVersion;
  if (version > languageVersion) {
    const message = `The file is of version ${version} of the Heddle language; this Heddle reads version ${languageVersion}. Open it with a newer Heddle.`;
    report(reading, 'HED205', message, ['heddle'], node.span);
  } else {
    report(reading, 'HED203', `heddle is the version of the language: ${languageVersion}.`, ['heddle'], node.span);
  }
  return undefined;
}

/** Settings that Heddle dropped because its journal is always on. */
const droppedSettings: readonly string[] = ['storage', 'path', 'on_save', 'on_load', 'auto_save'];

/** Reads `checkpoint`, with the settings that Heddle dropped under `x-legacy`. */
function readCheckpoint(reading: Reading, node: SyntaxNode | null): unknown {
  const path = ['checkpoint'];
  if (node?.kind !== 'map') return readValue(reading, node, checkpointShape, path);
  const legacy: Record<string, Json> = {};
  const isDropped = ({ key }: MapEntry): boolean => droppedSettings.includes(snakeCase(key));
  for (const { key, keySpan, value } of node.entries.filter(isDropped)) {
    const name = snakeCase(key);
    const message = `checkpoint.${name} has no effect: the journal is always on. It is kept as x-legacy.`;
    report(reading, 'HED502', message, [...path, name], keySpan, { severity: 'warning' });
    const read = readJson(reading, value, [...path, name]);
    if (read !== undefined) legacy[name] = read;
  }
  const kept = { ...node, entries: node.entries.filter((entry) => !isDropped(entry)) };
  const checkpoint = readValue(reading, kept, checkpointShape, path) as DocumentSettings['checkpoint'];
  if (Object.keys(legacy).length === 0) return checkpoint;
  const before = checkpoint?.extensions?.['x-legacy'];
  const isObject = typeof before === 'object' && before !== null && !Array.isArray(before);
  const all = { ...(isObject ? before : {}), ...legacy };
  return { ...checkpoint, extensions: { ...checkpoint?.extensions, 'x-legacy': all } };
}
