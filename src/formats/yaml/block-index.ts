import { isCollection, isMap, isPair, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml';
import { isDocumentKey } from '../reading/find-document';
import { findCanonicalKey } from '../schema-shape';
import { getEntryPrefix, partFields } from './block-keys';
import { findPair, getSpan, readScalarText } from './nodes';
import { findLineStart, findNextLine, indentAt } from './text-lines';
import type { YamlBlock } from './yaml-source';

/**
 * The blocks of a text whose document is in these maps: its entries, and the entries of its tasks and its layout if
 * they are whole lines. None if an entry of the document is not.
 */
export function indexBlocks(text: string, maps: readonly (YAMLMap | undefined)[]): YamlBlock[] {
  const blocks: YamlBlock[] = [];
  for (const map of maps) {
    if (map === undefined || map.flow) return [];
    for (const pair of map.items) {
      const name = isScalar(pair.key) ? readScalarText(pair.key) : undefined;
      const key = name === undefined ? undefined : (findCanonicalKey(name, isDocumentKey) ?? name);
      if (key === 'workflows') continue;
      const block = key === undefined ? undefined : buildPairBlock(text, key, pair);
      if (block === undefined || key === undefined) return [];
      blocks.push(block);
      if (key === 'tasks') blocks.push(...listEntryBlocks(text, 'tasks.', pair.value));
      if (key === 'library') blocks.push(...listDefinitionBlocks(text, pair.value));
      if (key === 'layout' && isMap(pair.value) && !pair.value.flow) {
        const findEntryPair = (name: string) => findPair(pair.value as YAMLMap, name);
        const [tasks, notes] = [findEntryPair('tasks'), findEntryPair('notes')];
        const inner = tasks && buildPairBlock(text, 'layout.tasks', tasks);
        if (inner) blocks.push(inner, ...listEntryBlocks(text, 'layout.tasks.', tasks.value));
        const noted = notes && buildPairBlock(text, 'layout.notes', notes);
        if (noted) blocks.push(noted);
      }
    }
  }
  return blocks.sort((a, b) => a.from - b.from || b.to - a.to);
}

/** The blocks of definitions, each followed by those of the tasks of groups in it. */
function listDefinitionBlocks(text: string, library: unknown): YamlBlock[] {
  if (!isBlockMap(library)) return [];
  return library.items.flatMap((pair) => {
    if (!isScalar(pair.key)) return [];
    const key = getEntryPrefix('library') + readScalarText(pair.key);
    const own = buildPairBlock(text, key, pair);
    const task = isBlockMap(pair.value) ? findPair(pair.value, 'task')?.value : undefined;
    return own === undefined ? [] : [own, ...listBodyBlocks(text, `${key}/task`, task)];
  });
}

/** The blocks of the tasks of a group in a task at any depth, before those of each of these tasks. */
function listBodyBlocks(text: string, path: string, task: unknown): YamlBlock[] {
  if (!isBlockMap(task)) return [];
  return task.items.flatMap((pair) => {
    const written = isScalar(pair.key) ? readScalarText(pair.key) : '';
    const field = findCanonicalKey(written, (name) => partFields.includes(name));
    if (field === undefined) return [];
    const at = `${path}/${field}`;
    const { value } = pair;
    if (field === 'subtasks') {
      const own = buildPairBlock(text, at, pair);
      const entries = listEntryBlocks(text, getEntryPrefix(at), value);
      if (own === undefined) return [];
      const tasks = isMap(value) || isSeq(value) ? value.items : [];
      const inner = entries.flatMap(({ key }, index) => listBodyBlocks(text, key, getEntryTask(tasks[index])));
      return [own, ...entries, ...inner];
    }
    if (!isSeq(value)) return listBodyBlocks(text, at, value);
    return value.items.flatMap((item, index) => {
      const part = field === 'cases' && isBlockMap(item) ? findPair(item, 'task')?.value : item;
      return listBodyBlocks(text, field === 'cases' ? `${at}/${index}/task` : `${at}/${index}`, part);
    });
  });
}

const getEntryTask = (entry: unknown): unknown => (isPair(entry) ? entry.value : entry);

const isBlockMap = (node: unknown): node is YAMLMap => isMap(node) && node.flow !== true;

/** The map that starts at an offset, in a node or in one below it. */
export function mapAt(node: unknown, offset: number): YAMLMap | undefined {
  if (!isMap(node)) return undefined;
  if (node.range?.[0] === offset) return node;
  const holder = node.items.find(({ value }) => {
    const [from, to] = getSpan(value as Node | null);
    return from <= offset && offset < to;
  });
  return mapAt(holder?.value, offset);
}

/**
 * The blocks of the entries in a block map, or in a block list of maps with ids. Empty if one of the entries has no
 * block.
 */
function listEntryBlocks(text: string, prefix: string, node: unknown): YamlBlock[] {
  if (!(isMap(node) || isSeq(node)) || node.flow) return [];
  const blocks: YamlBlock[] = [];
  for (const item of node.items) {
    const id = isPair(item) ? item.key : isMap(item) ? findPair(item, 'id')?.value : undefined;
    if (!isScalar(id)) return [];
    const key = prefix + readScalarText(id);
    const block = isPair(item) ? buildPairBlock(text, key, item) : buildItemBlock(text, key, item as Node);
    if (block === undefined) return [];
    blocks.push(block);
  }
  return blocks;
}

function buildPairBlock(text: string, key: string, pair: Pair): YamlBlock | undefined {
  const [start] = getSpan(pair.key as Node);
  const from = findLineStart(text, start);
  return indentAt(text, from) === start - from ? { key, from, to: findEntryEnd(text, start, pair) } : undefined;
}

function buildItemBlock(text: string, key: string, item: Node): YamlBlock | undefined {
  const [start] = getSpan(item);
  const from = findLineStart(text, start);
  const dash = from + indentAt(text, from);
  return /^- +$/.test(text.slice(dash, start)) ? { key, from, to: findEntryEnd(text, dash, item) } : undefined;
}

/**
 * Where the lines of the entry that starts at `start` end: after its last value, the rest of that line, and the
 * comments below that are indented deeper than the entry.
 */
export function findEntryEnd(text: string, start: number, entry: Node | Pair): number {
  const last = findContentEnd(entry);
  const end = last > 0 && text[last - 1] === '\n' ? last : findNextLine(text, last);
  return endBehindComments(text, end, start - findLineStart(text, start));
}

/** Where the lines of an entry at a column end if its content ends at `from`, the start of a line. */
export function endBehindComments(text: string, from: number, column: number): number {
  let end = from;
  for (let line = from; line < text.length; line = findNextLine(text, line)) {
    const indent = indentAt(text, line);
    const first = text[line + indent];
    if (first === '#' && indent > column) end = findNextLine(text, line);
    else if (first !== '\n' && first !== '\r') break;
  }
  return end;
}

/** Offset after the last character of a node's or pair's content, without the spaces and comments that follow. */
export function findContentEnd(node: unknown): number {
  if (isPair(node)) return Math.max(findContentEnd(node.key), findContentEnd(node.value));
  if (isCollection(node) && !node.flow) return findContentEnd(node.items.at(-1));
  return getSpan(node as Node | null)[1];
}
