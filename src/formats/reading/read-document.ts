import { findClosest } from '@/base/did-you-mean';
import type { Json, JsonObject } from '@/base/json';
import { convertToSnakeCase } from '@/base/snake-case';
import type { Diagnostic, DocumentPath, TextRange } from '@/workflow/diagnostic';
import { type DocumentSettings, emptyDocument, type WorkflowDocument } from '@/workflow/document';
import { languageVersion } from '@/workflow/document-schema';
import { keyHabits, toldHabits } from '@/workflow/habits';
import { checkpointShape, documentShape, findCanonicalKey, libraryShape } from '../schema-shape';
import {
  aroundSingle,
  type DocumentTree,
  findDocument,
  findEntry,
  getSingleTaskId,
  isDocumentKey,
  ownKeys,
} from './find-document';
import { addFunctions, buildDefinition, isFunction } from './functions-to-library';
import { addLegacy, droppedOfCheckpoint, droppedRoot, takeDropped } from './legacy';
import { makeLocator } from './locate';
import { readJson } from './read-json';
import { ignoreKeys, type OtherKeys, readObject, readTask, readTasks, readValue } from './read-value';
import { hasErrors, type Reading, reportReadingProblem } from './reading';
import { createHolderNode, createMapNode, isUnset, type MapEntry, type MapNode, type SyntaxNode } from './syntax-node';

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
  if (root === null || isUnset(root)) {
    const { diagnostics } = reading;
    return { ...(hasErrors(reading) ? {} : { document: emptyDocument }), diagnostics, locate: nowhere };
  }
  const tree = findDocument(reading, root);
  if (tree === undefined) return { diagnostics: reading.diagnostics, locate: nowhere };
  const unknown = findUnknownFormat(tree);
  if (unknown !== undefined) {
    reportReadingProblem(reading, 'HED107', unknown, [], [0, 0]);
    return { diagnostics: reading.diagnostics, locate: nowhere };
  }
  const document = readTree(reading, tree);
  const found = { diagnostics: sortDiagnostics(reading.diagnostics), locate: makeLocator(reading, tree), tree };
  if (!hasErrors(reading)) return { document, ...found };
  return isGuess(reading.diagnostics) ? found : { saved: document, ...found };
}

/**
 * The problem of a file that nothing is known of: it has lists or maps under keys of which none is meant for one of a
 * workflow. To list them one by one, or to open what little fits, would tell nobody what is wrong.
 */
function findUnknownFormat({ maps: [root], single }: DocumentTree): string | undefined {
  if (root === undefined || single !== undefined || [...ownKeys, 'tasks'].some((key) => findEntry(root, key)))
    return undefined;
  // To guess what each of very many keys was meant for takes seconds.
  const first = root.entries.slice(0, triedKeys);
  const held = first.flatMap(({ key, value }) => (value && value.kind !== 'scalar' ? [key] : []));
  // One of these words alone is a habit; two of them are the graph of another tool.
  const isGraph = held.filter((key) => graphWords.has(key)).length > 1;
  if (held.length === 0 || held.some((key) => !(isGraph && graphWords.has(key)) && isMeantForWorkflow(key)))
    return undefined;
  const keys = root.entries.slice(0, toldKeys).map(({ key }) => key.slice(0, 40));
  const more = root.entries.length > toldKeys ? ' …' : '';
  return `No known format. It has the keys ${keys.join(', ')}${more}; a workflow has tasks.`;
}

/** So many keys of a file of no known format are told, and so many are looked at. */
const toldKeys = 8;
const triedKeys = 200;

/** What other tools call the parts of a graph. */
const graphWords: ReadonlySet<string> = new Set(['nodes', 'edges', 'links', 'connections', 'blocks', 'graph']);

/** Whether a key is one of a workflow, or is most likely a mistake for one. */
function isMeantForWorkflow(key: string): boolean {
  if (key.startsWith('x-')) return true;
  const habit = convertToSnakeCase(key);
  if (findCanonicalKey(key, isDocumentKey) !== undefined || keyHabits.has(habit) || Object.hasOwn(toldHabits, habit))
    return true;
  return findClosest(key, [...documentShape.fields.keys(), 'tasks']) !== undefined;
}

/** Whether the keys found are only a guess: the syntax is broken, or the keys are those of a newer version. */
function isGuess(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ code, severity }) => severity === 'error' && (code === 'HED101' || code === 'HED205'));
}

/**
 * Problems in the order of the text. Keys of a newer version have an unknown meaning: for such a file, only its version
 * is reported. If the syntax is broken, keys are a guess, and only problems of syntax are reported.
 */
function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const newer = diagnostics.find(({ code }) => code === 'HED205');
  if (newer) return [newer];
  const told = isGuess(diagnostics) ? diagnostics.filter(({ code }) => code.startsWith('HED1')) : diagnostics;
  return told.toSorted((a, b) => (a.range?.from ?? 0) - (b.range?.from ?? 0));
}

/** Reads a document from its nodes, without the wrong parts, which are reported. */
export function readTree(reading: Reading, { maps, single, others: elsewhere = [] }: DocumentTree): WorkflowDocument {
  const others: OtherKeys = {
    heddle: (value) => readVersion(reading, value),
    checkpoint: (value) => readCheckpoint(reading, value),
    ...(maps.length > 1 && ignoreKeys(['workflows'])),
  };
  const document: Record<string, unknown> = {};
  let legacy = readOthers(reading, elsewhere);
  for (const whole of single ? [selectSettingsAround(single)] : maps) {
    const { kept: map, legacy: dropped } = takeDropped(reading, whole, [], droppedRoot);
    legacy = { ...legacy, ...dropped };
    for (const [name, value] of Object.entries(readMap(reading, map, others))) {
      if (Object.hasOwn(document, name)) reportTwice(reading, map, convertToSnakeCase(name));
      document[name] = value;
    }
  }
  const extensions = addLegacy(document['extensions'] as JsonObject | undefined, legacy);
  if (extensions !== undefined) document['extensions'] = extensions;
  const tasks: Record<string, unknown> = {};
  if (single && !isFunction(single)) {
    const id = getSingleTaskId(single);
    const task = readTask(reading, single, ['tasks', id], ignoreKeys([...aroundSingle, 'id']));
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
    functions.push(buildDefinition(task, id));
    return true;
  };
  const read = readObject(reading, map, documentShape, [], {
    ...others,
    tasks: (value) => readTasks(reading, value, isElsewhere),
    library: (value) => value,
  });
  const held = addFunctions((read['library'] ?? null) as SyntaxNode | null, functions);
  const { library: _held, ...rest } = read;
  const library = readValue(reading, held, libraryShape, ['library']);
  return library === undefined ? rest : { ...read, library };
}

function reportTwice(reading: Reading, map: MapNode, key: string): void {
  const message = `"${key}" is here and at the top of the file. Remove one of the two.`;
  reportReadingProblem(reading, 'HED103', message, [key], findEntry(map, key)?.keySpan ?? map.span);
}

/** The keys of a single task's root that belong to the surrounding workflow; a function is a task of that workflow. */
function selectSettingsAround(root: MapNode): MapNode {
  const isAround = ({ key }: MapEntry): boolean => aroundSingle.includes(convertToSnakeCase(key));
  const around = createMapNode(root.entries.filter(isAround), root.span);
  if (!isFunction(root)) return around;
  const inner = { ...root, entries: root.entries.filter((entry) => !isAround(entry)) };
  const tasks = { key: 'tasks', keySpan: root.span, value: createHolderNode('function', inner) };
  return { ...around, entries: [...around.entries, tasks] };
}

function readVersion(reading: Reading, node: SyntaxNode | null): number | undefined {
  if (node === null || isUnset(node)) return undefined;
  const version = node.kind === 'scalar' ? Number(node.text) : Number.NaN;
  if (version === languageVersion) return languageVersion;
  if (version > languageVersion) {
    const message = `The file is of version ${version} of the Heddle language; this Heddle reads version ${languageVersion}. Open it with a newer Heddle.`;
    reportReadingProblem(reading, 'HED205', message, ['heddle'], node.span);
  } else {
    reportReadingProblem(
      reading,
      'HED203',
      `heddle is the version of the language: ${languageVersion}.`,
      ['heddle'],
      node.span,
    );
  }
  return undefined;
}

/** Reads `checkpoint`, with the settings that Heddle dropped under `x-legacy`. */
function readCheckpoint(reading: Reading, node: SyntaxNode | null): unknown {
  const path = ['checkpoint'];
  if (node?.kind !== 'map') return readValue(reading, node, checkpointShape, path);
  const { kept, legacy } = takeDropped(reading, node, path, droppedOfCheckpoint);
  const checkpoint = readValue(reading, kept, checkpointShape, path) as DocumentSettings['checkpoint'];
  const extensions = addLegacy(checkpoint?.extensions as JsonObject | undefined, legacy);
  return extensions === undefined ? checkpoint : { ...checkpoint, extensions };
}

/** Other workflows of the same file as JSON. Each is reported, since Heddle opens one workflow at a time. */
function readOthers(reading: Reading, others: readonly MapEntry[]): JsonObject {
  const workflows: Record<string, Json> = {};
  for (const { key, keySpan, value } of others) {
    const path = ['workflows', key];
    const message = `The file holds several workflows, and “${key}” is not opened. It is kept as x-legacy. Give it a file of its own.`;
    reportReadingProblem(reading, 'HED523', message, path, keySpan, { severity: 'warning' });
    const read = readJson(reading, value, path);
    if (read !== undefined) workflows[key] = read;
  }
  return others.length === 0 ? {} : { workflows };
}
