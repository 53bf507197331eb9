import { findClosest } from '@/base/did-you-mean';
import { convertToSnakeCase } from '@/base/snake-case';
import type { DocumentPath, Fix } from '@/workflow/diagnostic';
import { isReference } from '@/workflow/expressions/reference';
import { keyHabits, nestedHabits, toldHabits } from '@/workflow/habits';
import { findCanonicalKey, type ObjectShape, type Shape } from '../schema-shape';
import { readScalar } from './read-scalar';
import { isFull, quoteLike, type Reading, replaceText, replaceWord, reportReadingProblem } from './reading';
import {
  createHolderNode,
  isUnset,
  type MapEntry,
  type MapNode,
  type ScalarNode,
  type SyntaxNode,
} from './syntax-node';

/** The key that was meant by an unknown one, and the value as it is read under it. */
export interface MeantKey {
  readonly key: string;
  readonly value: SyntaxNode | null;
  /** Whether it is only the most similar key: then the value is looked at, but not taken. */
  readonly isGuess?: true;
}

/**
 * Reports an unknown key with what to write instead. Where that is one key, which is not there yet and takes the value,
 * there is a fix, and what is in the value is read as it will be then. `others`: keys beside the fields, which are read
 * elsewhere.
 */
export function reportUnknownKey(
  reading: Reading,
  map: MapNode,
  entry: MapEntry,
  { fields, isOpen }: ObjectShape,
  others: readonly string[],
  path: DocumentPath,
): MeantKey | undefined {
  // Guessing takes time, which a text of nothing but unknown keys would multiply.
  if (isFull(reading)) return undefined;
  const { key, keySpan, value } = entry;
  const known = [...fields.keys(), ...others];
  const isKnown = (one: string) => known.includes(one);
  const present = new Set(map.entries.map((one) => findCanonicalKey(one.key, isKnown)));
  const isTakingKey = (one: string) => {
    const shape = fields.get(one)?.shape;
    return (
      !present.has(one) && (shape === undefined ? value?.kind !== 'scalar' : isTakingNode(reading, value, shape, path))
    );
  };
  const reportHint = (hint: string, fix?: Fix): void =>
    reportReadingProblem(
      reading,
      'HED201',
      `The key "${key}" is not known here. ${hint}`,
      [...path, key],
      keySpan,
      fix && { fix },
    );
  const createChangeFix = (to: string) => replaceWord(reading, keySpan, to);

  const habit = convertToSnakeCase(key);
  const holder = [...fields].find(([, { shape }]) => shape.kind === 'object' && shape.fields.has(key))?.[0];
  const [outer, inner] = (Object.hasOwn(nestedHabits, habit) ? nestedHabits[habit] : undefined) ?? [];
  if (outer !== undefined && inner !== undefined && isKnown(outer)) {
    const isWhole =
      value?.kind === 'scalar' && isTakingNode(reading, value, { kind: 'any' }, path) && !present.has(outer);
    reportHint(`Write ${outer}: { ${inner}: … }.`, isWhole ? createNestedFix(reading, entry, outer, inner) : undefined);
    return isWhole ? { key: outer, value: createHolderNode(inner, value) } : undefined;
  }
  const named = (keyHabits.get(habit) ?? []).filter(isKnown);
  const isTold = named.length > 0 || Object.hasOwn(toldHabits, habit) || holder !== undefined;
  const guess = isTold ? undefined : findClosest(key, known);
  // Whatever its key is called, a task can only be meant for a key that takes one.
  const isForTasks = (one: string) => isOfTasks(value, fields.get(one)?.shape);
  const meant = isTold || guess !== undefined ? named : known.filter(isForTasks);
  const fitting = meant.filter(isTakingKey);
  const [only, ...more] = fitting;
  if (only !== undefined && more.length === 0) {
    reportHint(`Did you mean "${only}"?`, createChangeFix(only));
    return { key: only, value };
  }
  if (meant.length > 0) {
    reportHint(`Write ${(more.length > 0 ? fitting : meant).map((one) => `"${one}"`).join(' or ')}.`);
    return undefined;
  }
  if (Object.hasOwn(toldHabits, habit)) {
    reportHint(toldHabits[habit] ?? '');
    return undefined;
  }
  if (holder !== undefined) {
    reportHint(`Write it in "${holder}".`);
    return undefined;
  }
  if (guess === undefined) {
    reportHint(isOpen ? 'Keys of your own start with x-.' : `Keys here are ${known.join(', ')}.`);
    return undefined;
  }
  reportHint(`Did you mean "${guess}"?`, isTakingKey(guess) ? createChangeFix(guess) : undefined);
  return isTakingKey(guess) ? { key: guess, value, isGuess: true } : undefined;
}

/** The fix that puts a plain value into a map under a key. In XML it would take more than one replacement. */
function createNestedFix(
  reading: Reading,
  { keySpan, value }: MapEntry,
  outer: string,
  inner: string,
): Fix | undefined {
  if (value?.kind !== 'scalar' || isXml(reading)) return undefined;
  const [from, to] = [keySpan[0], value.span[1]];
  const ending = /\s*$/.exec(reading.text.slice(from, to))?.[0] ?? '';
  const first = reading.text[from];
  const [held, key] = [quoteLike(first, outer), quoteLike(first, inner)];
  const text = `${held}: { ${key}: ${JSON.stringify(value.text)} }${ending}`;
  return replaceText(reading, `Change to ${outer}`, [from, to], text);
}

/** Whether a value is a task where a shape takes one, or several where it takes several. */
function isOfTasks(value: SyntaxNode | null, shape: Shape | undefined): boolean {
  const isTask = (node: SyntaxNode | null) =>
    node?.kind === 'map' && node.entries.some(({ key }) => ['description', 'script', 'type'].includes(key));
  if (shape?.kind === 'task') return isTask(value);
  if (shape?.kind !== 'record' || shape.value.kind !== 'task') return false;
  const held =
    value?.kind === 'map' ? value.entries.map((entry) => entry.value) : value?.kind === 'list' && value.items;
  return held !== false && held.length > 0 && held.every(isTask);
}

/** Whether a value is of a kind that a shape takes. What is within it is not looked at. */
function isTakingNode(reading: Reading, node: SyntaxNode | null, shape: Shape, path: DocumentPath): boolean {
  if (node === null || isUnset(node) || shape.kind === 'any') return true;
  if (shape.kind === 'union') return shape.options.some((option) => isTakingNode(reading, node, option, path));
  if (node.kind === 'map') return ['object', 'record', 'task'].includes(shape.kind);
  if (node.kind === 'list') {
    const isOfTasks = shape.kind === 'record' && shape.value.kind === 'task';
    return shape.kind === 'list' || isOfTasks || (shape.kind === 'tuple' && shape.items.length === node.items.length);
  }
  if (node.kind === 'broken') return false;
  switch (shape.kind) {
    case 'boolean':
    case 'choice':
    case 'text':
    case 'number':
    case 'constant': {
      const tried: Reading = { ...reading, diagnostics: [] };
      readScalar(tried, node, shape, path);
      return tried.diagnostics.length === 0;
    }
    case 'list':
      return shape.item.kind === 'text' && isTakingNode(reading, node, shape.item, path);
    default:
      return false;
  }
}

/**
 * The fix that puts a text into quotes of which YAML reads what follows a comma as keys: `{system: Do it, and stop}`.
 * Undefined unless `entry` is such a key. `takesText`: whether the key before it takes a text.
 */
export function quoteTextWithComma(
  reading: Reading,
  { entries, isBlock }: MapNode,
  entry: MapEntry,
  takesText: (key: string) => boolean,
): { readonly fix: Fix; readonly isFirst: boolean } | undefined {
  if (isBlock || !isUnset(entry.value) || isXml(reading)) return undefined;
  const index = entries.indexOf(entry);
  const start = entries.findLastIndex(({ value }, at) => at < index && !isUnset(value));
  const end = entries.findIndex(({ value }, at) => at > index && !isUnset(value));
  const before = entries[start];
  const last = entries[(end < 0 ? entries.length : end) - 1];
  const value = before?.value;
  if (before === undefined || last === undefined || value?.kind !== 'scalar' || !takesText(before.key))
    return undefined;
  const { text } = reading;
  const [from, to] = [value.span[0], last.keySpan[1]];
  const first = entries[start + 1];
  // A key that is written as one: `NOTHING: , TEXT: a`.
  if (/^\s*:/.test(text.slice(entry.keySpan[1]))) return undefined;
  const isComma = first !== undefined && /^\s*,\s*$/.test(text.slice(value.span[1], first.keySpan[0]));
  if (!isComma || /^["'|>&*!]/.test(text.slice(from, from + 1))) return undefined;
  const fix = replaceText(reading, 'Put it in quotes', [from, to], JSON.stringify(text.slice(from, to)));
  return { fix, isFirst: first === entry };
}

/**
 * The reference that a template was written for where a value is read by `{from: …}`: `items: "{{fetch}}"`. Undefined
 * unless that is what the options of a union take, and a text is none of them.
 */
export function findMeantReference({ text }: ScalarNode, options: readonly Shape[]): string | undefined {
  if (!isReadByReference(options)) return undefined;
  const reference = /^\s*\$?\{\{\s*([^{}]+?)\s*\}\}\s*$/.exec(text)?.[1];
  return reference !== undefined && isReference(reference) ? reference : undefined;
}

/** Whether a value is read by `{from: …}`, and is no text. */
export function isReadByReference(options: readonly Shape[]): boolean {
  const isFrom = (shape: Shape) => shape.kind === 'object' && shape.fields.size === 1 && shape.fields.has('from');
  return options.some(isFrom) && !options.some(({ kind }) => kind === 'text' || kind === 'any');
}

/** Whether the text is XML, where a fix of more than one name is another text. */
export function isXml({ text }: Reading): boolean {
  return /^\s*\uFEFF?\s*</.test(text);
}
