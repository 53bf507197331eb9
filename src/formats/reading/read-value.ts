import { defined } from '@/base/defined';
import type { Json, JsonObject } from '@/base/json';
import type { DocumentPath, Fix } from '@/workflow/diagnostic';
import { taskIdSchema } from '@/workflow/name-schemas';
import type { Task } from '@/workflow/tasks';
import { findCanonicalKey, getTaskShape, type ObjectShape, type Shape, tasksShape } from '../schema-shape';
import { findEntry, readListedTask, type TaskEntry } from './find-document';
import { addLegacy, droppedOfTask, takeDropped } from './legacy';
import { findMeantReference, isReadByReference, isXml, quoteTextWithComma, reportUnknownKey } from './meant-key';
import { updateTaskSpelling } from './older-spellings';
import { readJson } from './read-json';
import { checkName, readScalar } from './read-scalar';
import { readType } from './read-type';
import { isTooDeep, type Reading, replaceText, reportProblem, reportReadingProblem } from './reading';
import {
  isUnset,
  type ListNode,
  type MapEntry,
  type MapNode,
  type Problem,
  type ScalarNode,
  type Span,
  type SyntaxNode,
} from './syntax-node';

type RecordShape = Extract<Shape, { kind: 'record' }>;

/**
 * Reads a node by its shape. Undefined if nothing was written, or if it is wrong; then a problem was reported. If no
 * error was reported, the value satisfies the schema of the shape.
 */
export function readValue(reading: Reading, node: SyntaxNode | null, shape: Shape, path: DocumentPath): unknown {
  if (node?.kind === 'broken' && node.problem?.mend !== undefined) {
    reportProblem(reading, checkMend(reading, node.problem, node.span, shape, path), path);
    return undefined;
  }
  if (shape.kind === 'any') return readJson(reading, node, path);
  if (isTooDeep(reading, node, path) || node === null || isUnset(node)) return undefined;
  const from = shape.kind === 'union' && node.kind === 'scalar' ? findMeantReference(node, shape.options) : undefined;
  if (from !== undefined) {
    const fix = isXml(reading)
      ? {}
      : { fix: replaceText(reading, `Change to { from: ${from} }`, node.span, writeReference(reading, node, from)) };
    reportReadingProblem(
      reading,
      'HED202',
      `A list is read by { from: ${from} }, not by a template.`,
      path,
      node.span,
      fix,
    );
    return { from };
  }
  if (shape.kind === 'union' && node.kind === 'scalar' && isReadByReference(shape.options)) {
    reportReadingProblem(
      reading,
      'HED202',
      'This should be a list, or { from: NAME }, not a plain value.',
      path,
      node.span,
    );
    return undefined;
  }
  if (shape.kind === 'union') return readValue(reading, node, findOption(node, shape.options), path);
  if (shape.kind === 'task') return readTask(reading, node, path);
  switch (node.kind) {
    case 'map':
      if (shape.kind === 'object')
        return expectRequiredFields(reading, node, shape, path, readObject(reading, node, shape, path));
      if (shape.kind !== 'record') break;
      return shape.value.kind === 'task' ? readTaskMap(reading, node, path) : readRecord(reading, node, shape, path);
    case 'list':
      if (shape.kind === 'list') return readItems(reading, node, () => shape.item, path);
      if (shape.kind === 'record' && shape.value.kind === 'task') return readTaskList(reading, node, path);
      if (shape.kind !== 'tuple' || node.items.length !== shape.items.length) break;
      return readTuple(reading, node, shape, path);
    case 'scalar':
      return readPlain(reading, node, shape, path);
    case 'broken':
      if (node.problem) reportProblem(reading, node.problem, path);
      return undefined;
  }
  reportKind(reading, node, shape, path);
  return undefined;
}

/** A reference in the place of a text; within the braces of YAML, `a[0]` needs quotes. */
function writeReference(reading: Reading, { span }: SyntaxNode, from: string): string {
  const first = reading.text[span[0]];
  const isPlain = first !== '"' && /^[\w.-]+$/.test(from);
  return `{ ${first === '"' ? '"from"' : 'from'}: ${isPlain ? from : JSON.stringify(from)} }`;
}

/** The problem with a mend that leaves no other: a text in quotes is not always what belongs there. */
function checkMend(reading: Reading, problem: Problem, span: Span, shape: Shape, path: DocumentPath): Problem {
  const { mend, ...rest } = problem;
  if (mend === undefined || problem.code !== 'HED102') return problem;
  const text = String(JSON.parse(mend.text));
  const tried: Reading = { ...reading, diagnostics: [] };
  readValue(tried, { kind: 'scalar', value: text, text, span }, shape, path);
  const [first, ...others] = tried.diagnostics;
  if (first === undefined) return problem;
  const fix = others.length === 0 && first.fix?.kind === 'replace_text' ? first.fix : undefined;
  return fix === undefined ? rest : { ...rest, mend: { title: fix.title, text: fix.text } };
}

function readPlain(reading: Reading, node: ScalarNode, shape: Shape, path: DocumentPath): unknown {
  switch (shape.kind) {
    case 'boolean':
    case 'choice':
    case 'text':
    case 'number':
    case 'constant':
      return readScalar(reading, node, shape, path);
    case 'list': {
      if (shape.item.kind !== 'text') break;
      // People write `depends_on: a` for a list of one.
      const item = readScalar(reading, node, shape.item, path);
      return item === undefined ? undefined : [item];
    }
  }
  reportKind(reading, node, shape, path);
  return undefined;
}

const kinds: { readonly [K in Shape['kind']]: string } = {
  any: 'a value',
  task: 'a task, with its fields below it',
  boolean: 'true or false',
  text: 'a text',
  number: 'a number',
  constant: 'a number',
  choice: 'one of a few words',
  object: 'a map with its fields below it',
  record: 'a map of names to values',
  list: 'a list',
  tuple: 'a list',
  union: 'another kind of value',
};

function reportKind(reading: Reading, node: SyntaxNode, shape: Shape, path: DocumentPath): void {
  const wanted = shape.kind === 'tuple' ? `a list of ${shape.items.length} values` : kinds[shape.kind];
  const found =
    node.kind === 'map' ? 'a map' : node.kind === 'list' ? `a list of ${node.items.length}` : 'a plain value';
  reportReadingProblem(reading, 'HED202', `This should be ${wanted}, not ${found}.`, path, node.span);
}

/** The option of a union that is meant, judged by the kind of the node and by the keys of a map. */
function findOption(node: SyntaxNode, options: readonly Shape[]): Shape {
  const findKind = (...wanted: Shape['kind'][]): Shape | undefined =>
    options.find((option) => wanted.includes(option.kind));
  const any = findKind('any');
  const chosen =
    node.kind === 'map'
      ? (options.find((option) => option.kind === 'object' && hasOnly(node, option, any !== undefined)) ??
        any ??
        findKind('record', 'object'))
      : node.kind === 'list'
        ? findKind('list', 'tuple')
        : node.kind === 'scalar' && !(any || findKind('text'))
          ? (findKind(classifyScalar(node.value)) ?? findKind('choice') ?? findKind('boolean', 'number', 'choice'))
          : undefined;
  return chosen ?? any ?? findKind('text') ?? (options[0] as Shape);
}

/** What a plain value looks like. XML has only texts. */
function classifyScalar(value: unknown): 'number' | 'boolean' | 'choice' {
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  return typeof value === 'boolean' || value === 'true' || value === 'false' ? 'boolean' : 'choice';
}

/**
 * Whether a map has only keys of this object. With `strictly`, used if any other value is allowed there: it must also
 * have all required keys, with values of their kind.
 */
function hasOnly(map: MapNode, shape: ObjectShape, strictly: boolean): boolean {
  if (strictly && shape.required.some(([key]) => !findEntry(map, key))) return false;
  return map.entries.every(({ key, value }) => {
    const field = shape.fields.get(findCanonicalKey(key, (name) => shape.fields.has(name)) ?? '');
    if (field === undefined) return key.startsWith('x-') && shape.isOpen && !strictly;
    if (!strictly) return true;
    return field.shape.kind === 'text'
      ? value?.kind === 'scalar' && typeof value.value === 'string' && value.value !== ''
      : value?.kind === 'map';
  });
}

/**
 * Readers for keys, as a file has them, that an object has beside its fields; their results are stored under that key.
 */
export type OtherKeys = Readonly<Record<string, (value: SyntaxNode | null) => unknown>>;

/** Readers for keys that are read elsewhere. */
export const ignoreKeys = (keys: readonly string[]): OtherKeys =>
  Object.fromEntries(keys.map((key) => [key, () => undefined]));

/** Reads a map with known keys. */
export function readObject(
  reading: Reading,
  map: MapNode,
  shape: ObjectShape,
  path: DocumentPath,
  others: OtherKeys = {},
): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  let extensions: Record<string, Json> | undefined;
  const isKnownKey = (key: string): boolean => shape.fields.has(key) || Object.hasOwn(others, key);
  for (const problem of map.problems ?? []) reportProblem(reading, problem, path);
  const takesText = (key: string): boolean => {
    const field = shape.fields.get(findCanonicalKey(key, isKnownKey) ?? '');
    return field !== undefined && canBeText(field.shape);
  };
  for (const entry of listOwnEntries(map)) {
    const { key, keySpan } = entry;
    let { value } = entry;
    let written = findCanonicalKey(key, isKnownKey);
    let isGuess = false;
    if (written === undefined && shape.isOpen && key.startsWith('x-')) {
      const extension = readJson(reading, value, [...path, key]);
      if (extension !== undefined) {
        extensions ??= {};
        extensions[key] = extension;
      }
      continue;
    }
    if (written === undefined) {
      const comma = quoteTextWithComma(reading, map, entry, takesText);
      if (comma !== undefined) {
        if (comma.isFirst) reportComma(reading, entry, comma.fix, path);
        continue;
      }
      const meant = reportUnknownKey(reading, map, entry, shape, Object.keys(others), path);
      if (meant === undefined) continue;
      written = meant.key;
      value = meant.value;
      isGuess = meant.isGuess === true;
    }
    const field = shape.fields.get(written);
    const other = Object.hasOwn(others, written) ? others[written] : undefined;
    const name = other ? written : field?.name;
    if (name === undefined) continue;
    if (Object.hasOwn(object, name)) {
      const message = `"${key}" is another way to write "${written}", which is here too. Remove one of the two.`;
      reportReadingProblem(reading, 'HED103', message, [...path, key], keySpan);
    } else {
      const read = other ? other(value) : field && readValue(reading, value, field.shape, [...path, written]);
      if (read !== undefined && !isGuess) object[name] = read;
    }
  }
  if (extensions) object['extensions'] = extensions;
  return object;
}

/** The fields read from a map, if it has every required field; missing ones are reported. */
function expectRequiredFields<T extends object>(
  reading: Reading,
  map: MapNode,
  shape: ObjectShape,
  path: DocumentPath,
  object: T,
): T | undefined {
  const missing = shape.required.filter(([, { name }]) => !Object.hasOwn(object, name));
  for (const [key] of missing) {
    // A value that is written but wrong was reported when it was read.
    if (!isUnset(findEntry(map, key)?.value)) continue;
    const span = map.nameSpan ?? (map.isBlock ? map.entries[0]?.keySpan : undefined) ?? map.span;
    reportReadingProblem(reading, 'HED203', `The key "${key}" is missing here. Add it.`, path, span);
  }
  return missing.length === 0 ? object : undefined;
}

/** The entries of a map. JSON of a document in memory has its `x-` keys in a map `extensions`. */
function listOwnEntries(map: MapNode): readonly MapEntry[] {
  const at = map.entries.findIndex(({ key }) => key === 'extensions');
  const held = map.entries[at]?.value;
  if (held?.kind !== 'map' || !held.entries.every(({ key }) => key.startsWith('x-'))) return map.entries;
  return map.entries.toSpliced(at, 1, ...held.entries);
}

function readRecord(reading: Reading, map: MapNode, shape: RecordShape, path: DocumentPath): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const problem of map.problems ?? []) reportProblem(reading, problem, path);
  for (const entry of map.entries) {
    const { key, keySpan, value } = entry;
    const inner = [...path, key];
    const comma = quoteTextWithComma(reading, map, entry, () => canBeText(shape.value));
    if (comma !== undefined) {
      if (comma.isFirst) reportNoValue(reading, key, keySpan, inner, comma.fix);
      continue;
    }
    if (!checkName(reading, key, keySpan, shape.key, inner)) continue;
    const read = readValue(reading, value, shape.value, inner);
    if (read !== undefined) record[key] = read;
    else if (value === null || isUnset(value)) reportNoValue(reading, key, keySpan, inner);
  }
  return record;
}

/** In braces this is usually the part of a text after its comma. */
function reportNoValue(reading: Reading, key: string, span: Span, path: DocumentPath, fix?: Fix): void {
  const message = `“${key}” has no value and is left out. Write one; a text with a comma needs quotes in braces.`;
  reportReadingProblem(reading, 'HED513', message, path, span, { severity: 'warning', ...defined({ fix }) });
}

function reportComma(reading: Reading, { key, keySpan }: MapEntry, fix: Fix, path: DocumentPath): void {
  const message = `“${key}” is read as a key, because it follows a comma in braces. Put the whole text in quotes.`;
  reportReadingProblem(reading, 'HED201', message, [...path, key], keySpan, { fix });
}

/** Whether a shape takes any text. */
function canBeText(shape: Shape): boolean {
  return shape.kind === 'any' || shape.kind === 'text' || (shape.kind === 'union' && shape.options.some(canBeText));
}

function readTuple(
  reading: Reading,
  node: ListNode,
  { items }: Extract<Shape, { kind: 'tuple' }>,
  path: DocumentPath,
): unknown[] | undefined {
  const read = readItems(reading, node, (index) => items[index] as Shape, path);
  return read.length === items.length ? read : undefined;
}

function readItems(
  reading: Reading,
  { items }: ListNode,
  shapeAt: (index: number) => Shape,
  path: DocumentPath,
): unknown[] {
  const list: unknown[] = [];
  items.forEach((item, index) => {
    const inner = [...path, index];
    const shape = shapeAt(index);
    // A dash without a value is a mistake; where any value is allowed, it means null.
    if (isUnset(item) && shape.kind !== 'any')
      reportReadingProblem(reading, 'HED202', 'An item is empty.', inner, item?.span ?? [0, 0]);
    const read = readValue(reading, item, shape, inner);
    if (read !== undefined) list.push(read);
  });
  return list;
}

/**
 * Reads a task. Its type is the stated one, else the one that its fields imply; an empty node is a task without fields.
 * `others` are keys that belong to the task's container. Undefined if it is not a task.
 */
export function readTask(
  reading: Reading,
  node: SyntaxNode | null,
  path: DocumentPath,
  others?: OtherKeys,
): Task | undefined {
  if (node === null || isUnset(node)) return { type: 'atomic' };
  if (node.kind === 'broken') {
    if (node.problem) reportProblem(reading, node.problem, path);
    return undefined;
  }
  if (node.kind !== 'map') {
    reportReadingProblem(reading, 'HED202', 'This should be a task, with its fields below it.', path, node.span);
    return undefined;
  }
  const { type, subtype } = readType(reading, node, path);
  const shape = getTaskShape(type);
  const { kept, legacy } = takeDropped(reading, node, path, droppedOfTask);
  const task = updateTaskSpelling(kept, type, String(path.at(-1)), (input, { text, span }) => {
    const message = `The task of this input only fetches “${text}”, so it is read as {from: ${text}}. What else it says is left out.`;
    reportReadingProblem(reading, 'HED524', message, [...path, 'inputs', input], span, { severity: 'warning' });
  });
  const fields = readObject(reading, task, shape, path, { type: () => type, ...others });
  const extensions = addLegacy(fields['extensions'] as JsonObject | undefined, legacy);
  if (extensions !== undefined) fields['extensions'] = extensions;
  const told = subtype === undefined || fields['subtype'] !== undefined ? {} : { subtype };
  // Every field was checked against its schema while it was read.
  return expectRequiredFields(reading, task, shape, path, { ...fields, type, ...told }) as Task | undefined;
}

/** Whether a task of a document, given its id, is read elsewhere. */
type IsElsewhere = (task: SyntaxNode | null, id: string) => boolean;

/** Reads the tasks of a document. Each value is accessed once, as the notation may create it at each access. */
export function readTasks(reading: Reading, node: SyntaxNode | null, isElsewhere: IsElsewhere): unknown {
  const path = ['tasks'];
  if (node?.kind === 'map') return readTaskMap(reading, node, path, isElsewhere);
  return node?.kind === 'list'
    ? readTaskList(reading, node, path, isElsewhere)
    : readValue(reading, node, tasksShape, path);
}

function readTaskMap(
  reading: Reading,
  map: MapNode,
  path: DocumentPath,
  isElsewhere?: IsElsewhere,
): Record<string, Task> {
  const tasks: Record<string, Task> = {};
  for (const problem of map.problems ?? []) reportProblem(reading, problem, path);
  for (const { key, keySpan, value } of map.entries) {
    if (isElsewhere?.(value, key)) continue;
    const inner = [...path, key];
    if (!checkName(reading, key, keySpan, taskIdSchema, inner)) continue;
    const task = readTask(reading, value, inner, { id: (id) => readSameId(reading, id, key, inner) });
    if (task !== undefined) tasks[key] = task;
  }
  return tasks;
}

/** In a map, a task's key is its id: the task may repeat it, but not have another. */
function readSameId(reading: Reading, node: SyntaxNode | null, id: string, path: DocumentPath): undefined {
  if (node === null || isUnset(node) || (node.kind === 'scalar' && node.text === id)) return;
  reportReadingProblem(
    reading,
    'HED206',
    `The id of this task is its key, "${id}". Remove one of the two.`,
    [...path, 'id'],
    node.span,
  );
}

function readTaskList(
  reading: Reading,
  list: ListNode,
  path: DocumentPath,
  isElsewhere?: IsElsewhere,
): Record<string, Task> {
  const tasks: Record<string, Task> = {};
  for (const item of list.items) {
    const entry = readListedTask(item);
    if (isElsewhere?.(item, entry?.id ?? '')) continue;
    if (entry === undefined) {
      reportReadingProblem(reading, 'HED204', 'A task of a list needs an id.', path, item?.span ?? list.span);
      continue;
    }
    const inner = [...path, entry.id];
    if (!checkName(reading, entry.id, entry.idSpan, taskIdSchema, inner)) continue;
    if (Object.hasOwn(tasks, entry.id)) {
      const message = `There are two tasks with the id "${entry.id}". Give one of them another.`;
      reportReadingProblem(reading, 'HED206', message, inner, entry.idSpan);
      continue;
    }
    reportNewId(reading, entry, inner);
    const task = readTask(reading, item, inner, ignoreKeys(['id']));
    if (task !== undefined) tasks[entry.id] = task;
  }
  return tasks;
}

/** Reports an id that is taken in another form than it is written. */
function reportNewId(reading: Reading, { id, idSpan, value }: TaskEntry, path: DocumentPath): void {
  const written = value?.kind === 'map' ? findEntry(value, 'id')?.value : undefined;
  if (written?.kind !== 'scalar' || written.text === id) return;
  const message = `An id starts with a letter or _, so “${written.text}” is read as “${id}”, also where tasks depend on it.`;
  reportReadingProblem(reading, 'HED524', message, path, idSpan, { severity: 'warning' });
}
