import { isAlias, isMap, isScalar, isSeq, type Node, type Scalar, type YAMLMap } from 'yaml';
import type { z } from 'zod';
import { closest } from '@/base/did-you-mean';
import type { Json } from '@/base/json';
import type { DocumentPath } from '@/workflow/diagnostic';
import { type ObjectShape, type Shape, writtenKey } from '../schema-shape';
import {
  entriesOf,
  isBareTemplate,
  isEmpty,
  isTooDeep,
  type Reading,
  readAlias,
  replaceText,
  report,
  reportBareTemplate,
  scalarText,
  spanOf,
  withinBound,
} from './reading';

/**
 * Reads a node as its shape asks. Undefined if nothing was written, or if it is wrong; then a problem was reported.
 * Without an error reported the value satisfies the schema that the shape was made of.
 */
export function readValue(reading: Reading, node: Node | null, shape: Shape, path: DocumentPath): unknown {
  if (isTooDeep(reading, node, path)) return undefined;
  if (isAlias(node)) return readAlias(reading, node, path, (target) => readValue(reading, target, shape, path));
  if (isBareTemplate(node)) {
    reportBareTemplate(reading, spanOf(node), path);
    return undefined;
  }
  if (shape.kind === 'any') return readJson(reading, node, path);
  if (shape.kind === 'task') return reading.readTask(reading, node, path);
  if (isEmpty(node) || !withinBound(reading)) return undefined;
  if (shape.kind === 'union') return readValue(reading, node, optionFor(node, shape.options), path);
  if (isMap(node)) {
    if (shape.kind === 'object') return readObject(reading, node, shape, path);
    if (shape.kind === 'record') return readRecord(reading, node, shape, path);
  } else if (isSeq(node)) {
    if (shape.kind === 'list') return readItems(reading, node.items, () => shape.item, path);
    if (shape.kind === 'tuple' && node.items.length === shape.items.length) {
      return readItems(reading, node.items, (index) => shape.items[index] as Shape, path);
    }
  } else if (isScalar(node)) {
    // `depends_on: a` is what people write for a list of one.
    if (shape.kind === 'list' && shape.item.kind === 'text') {
      const item = readScalar(reading, node, shape.item, path);
      return item === undefined ? undefined : [item];
    }
    return readScalar(reading, node, shape, path);
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

function reportKind(reading: Reading, node: Node | null, shape: Shape, path: DocumentPath): void {
  const wanted = shape.kind === 'tuple' ? `a list of ${shape.items.length} values` : kinds[shape.kind];
  const found = isMap(node) ? 'a map' : isSeq(node) ? `a list of ${node.items.length}` : 'a plain value';
  report(reading, 'HED202', `Here should be ${wanted}, not ${found}.`, path, spanOf(node));
}

/** The option of a union that is meant, judged by the kind of the node and by the keys of a map. */
function optionFor(node: Node | null, options: readonly Shape[]): Shape {
  const any = options.find((option) => option.kind === 'any');
  const find = (...wanted: Shape['kind'][]): Shape | undefined =>
    options.find((option) => wanted.includes(option.kind));
  const chosen = isMap(node)
    ? (options.find((option) => option.kind === 'object' && hasOnly(node, option, any !== undefined)) ??
      any ??
      find('record', 'object'))
    : isSeq(node)
      ? find('list', 'tuple')
      : isScalar(node) && !(any || find('text'))
        ? find('boolean', 'number', 'choice')
        : undefined;
  return chosen ?? any ?? find('text') ?? (options[0] as Shape);
}

/** Whether a map has only keys of this object; where any value could stand, `strictly`: and values of their kind. */
function hasOnly(map: YAMLMap, shape: ObjectShape, strictly: boolean): boolean {
  return map.items.every(({ key, value }) => {
    if (!isScalar(key)) return false;
    const field = shape.fields.get(writtenKey(scalarText(key), (name) => shape.fields.has(name)) ?? '');
    if (field === undefined) return scalarText(key).startsWith('x-') && !strictly;
    if (!strictly) return true;
    return field.shape.kind === 'text'
      ? isScalar(value) && typeof value.value === 'string' && value.value !== ''
      : isMap(value);
  });
}

/** Reads a map with known keys. `others` takes keys that the shape does not know, and says which it took. */
export function readObject(
  reading: Reading,
  map: YAMLMap,
  shape: ObjectShape,
  path: DocumentPath,
  others?: { readonly keys: readonly string[]; readonly read: (key: string, value: Node | null) => void },
): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  const extensions: Record<string, Json> = {};
  const known = (key: string): boolean => shape.fields.has(key);
  for (const { key, node, value } of entriesOf(reading, map, path)) {
    if (key.startsWith('x-')) {
      const extension = readJson(reading, value, [...path, key]);
      if (extension !== undefined) extensions[key] = extension;
      continue;
    }
    const other = others && writtenKey(key, (name) => others.keys.includes(name));
    if (others && other !== undefined) {
      others.read(other, value);
      continue;
    }
    const written = writtenKey(key, known);
    const field = written === undefined ? undefined : shape.fields.get(written);
    if (written === undefined || field === undefined) {
      reportUnknown(reading, node, [...shape.fields.keys(), ...(others?.keys ?? [])], path);
    } else if (Object.hasOwn(object, field.name)) {
      const message = `"${key}" is another way to write "${written}", which stands here too. Remove one of the two.`;
      report(reading, 'HED103', message, [...path, key], spanOf(node));
    } else {
      const read = readValue(reading, value, field.shape, [...path, written]);
      if (read !== undefined) object[field.name] = read;
    }
  }
  if (Object.keys(extensions).length > 0) object['extensions'] = extensions;
  return object;
}

/** Reports a key that nobody knows, with the one that was most likely meant. */
function reportUnknown(reading: Reading, node: Scalar, known: readonly string[], path: DocumentPath): void {
  const key = scalarText(node);
  const meant = closest(key, known);
  const message =
    meant === undefined
      ? `The key "${key}" is not known here. Keys of your own start with x-.`
      : `The key "${key}" is not known here. Did you mean "${meant}"?`;
  const fix = meant === undefined ? undefined : replaceText(reading, `Change to ${meant}`, spanOf(node), meant);
  report(reading, 'HED201', message, [...path, key], spanOf(node), fix && { fix });
}

function readRecord(
  reading: Reading,
  map: YAMLMap,
  shape: Extract<Shape, { kind: 'record' }>,
  path: DocumentPath,
): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const { key, node, value } of entriesOf(reading, map, path)) {
    if (!checkName(reading, node, shape.key, [...path, key])) continue;
    const read = readValue(reading, value, shape.value, [...path, key]);
    if (read !== undefined) record[key] = read;
  }
  return record;
}

/** Checks a name against its schema; false, with a problem reported, if it is none. */
export function checkName(reading: Reading, node: Scalar, schema: z.ZodType, path: DocumentPath): boolean {
  const name = scalarText(node);
  const checked = schema.safeParse(name);
  if (checked.success) return true;
  const code = Object.hasOwn(Object.prototype, name) ? 'HED106' : 'HED204';
  report(reading, code, `"${name}": ${checked.error.issues[0]?.message}`, path, spanOf(node));
  return false;
}

function readItems(
  reading: Reading,
  items: readonly unknown[],
  shapeAt: (index: number) => Shape,
  path: DocumentPath,
): unknown[] {
  const list: unknown[] = [];
  for (const [index, item] of items.entries()) {
    const inner = [...path, index];
    const shape = shapeAt(index);
    // A dash with nothing behind it is a slip, not a value; in a free position it is null.
    if (isEmpty(item) && shape.kind !== 'any')
      report(reading, 'HED202', 'An item is empty.', inner, spanOf(item as Node));
    const read = readValue(reading, item as Node | null, shape, inner);
    if (read !== undefined) list.push(read);
  }
  return list;
}

function readScalar(reading: Reading, node: Scalar, shape: Shape, path: DocumentPath): unknown {
  const text = scalarText(node);
  if (shape.kind === 'boolean') return readBoolean(reading, node, path);
  if (shape.kind === 'choice') {
    if (shape.values.includes(text)) return text;
    const meant = closest(text, shape.values);
    const fix = meant === undefined ? undefined : replaceText(reading, `Change to ${meant}`, spanOf(node), meant);
    const message = `"${text}" is not one of ${shape.values.join(', ')}.`;
    report(reading, 'HED203', message, path, spanOf(node), fix && { fix });
    return undefined;
  }
  if (shape.kind === 'number' && typeof node.value !== 'number') {
    report(reading, 'HED202', `Here should be a number, not "${text}".`, path, spanOf(node));
    return undefined;
  }
  if (shape.kind !== 'text' && shape.kind !== 'number') {
    reportKind(reading, node, shape, path);
    return undefined;
  }
  const value = shape.kind === 'text' ? text : node.value;
  const checked = shape.schema.safeParse(value);
  if (checked.success) return value;
  const issue = checked.error.issues[0];
  const code = issue?.code === 'invalid_format' || issue?.code === 'custom' ? 'HED204' : 'HED203';
  report(reading, code, `"${text}": ${issue ? meaningOf(issue) : 'not allowed here.'}`, path, spanOf(node));
  return undefined;
}

/** What a schema objects to, for a person. */
function meaningOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_small') {
    if (issue.origin === 'string') return 'Write something here, or remove the key.';
    return issue.inclusive ? `The least is ${issue.minimum}.` : `It must be more than ${issue.minimum}.`;
  }
  if (issue.code === 'too_big') return `The most is ${issue.maximum}.`;
  return issue.code === 'invalid_type' ? 'It must be a whole number.' : issue.message;
}

const yes = /^(?:true|yes|on|y)$/i;
const no = /^(?:false|no|off|n)$/i;

function readBoolean(reading: Reading, node: Scalar, path: DocumentPath): boolean | undefined {
  if (typeof node.value === 'boolean' && (node.source === 'true' || node.source === 'false')) return node.value;
  const text = scalarText(node);
  const meant = yes.test(text) ? 'true' : no.test(text) ? 'false' : undefined;
  const fix = meant === undefined ? undefined : replaceText(reading, `Change to ${meant}`, spanOf(node), meant);
  report(reading, 'HED202', `Here should be true or false, not "${text}".`, path, spanOf(node), fix && { fix });
  return undefined;
}

/** Reads a node in a free position: any value that JSON has. */
export function readJson(reading: Reading, node: Node | null, path: DocumentPath): Json | undefined {
  if (isTooDeep(reading, node, path)) return undefined;
  if (isAlias(node)) return readAlias(reading, node, path, (target) => readJson(reading, target, path));
  if (!withinBound(reading)) return undefined;
  if (isBareTemplate(node)) {
    reportBareTemplate(reading, spanOf(node), path);
    return undefined;
  }
  if (isMap(node)) {
    const object: Record<string, Json> = {};
    for (const { key, value } of entriesOf(reading, node, path)) {
      const read = readJson(reading, value, [...path, key]);
      if (read !== undefined) object[key] = read;
    }
    return object;
  }
  if (isSeq(node)) {
    const list: Json[] = [];
    for (const [index, item] of node.items.entries()) {
      const read = readJson(reading, item as Node | null, [...path, index]);
      if (read !== undefined) list.push(read);
    }
    return list;
  }
  if (!isScalar(node)) return null;
  const { value } = node;
  if (typeof value === 'boolean') return readBoolean(reading, node, path);
  if (value === null || typeof value === 'string' || Number.isFinite(value)) return value as Json;
  report(reading, 'HED202', `${scalarText(node)} is no value that JSON has. Put it in quotes.`, path, spanOf(node));
  return undefined;
}
