import { isCollection, isMap, isPair, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml';
import { isDocumentKey } from '../reading/find-document';
import { writtenKey } from '../schema-shape';
import { entryPrefix, partFields } from './block-keys';
import { pairOf, scalarText, spanOf } from './nodes';
import { indentAt, lineStart, nextLine } from './text-lines';
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
      const name = isScalar(pair.key) ? scalarText(pair.key) : undefined;
      const key = name === undefined ? undefined : (writtenKey(name, isDocumentKey) ?? name);
      if (key === 'workflows') continue;
      const block = key === undefined ? undefined : pairBlock(text, key, pair);
      if (block === undefined || key === undefined) return [];
      blocks.push(block);
      if (key === 'tasks') blocks.push(...entryBlocks(text, 'tasks.', pair.value));
      if (key === 'library') blocks.push(...definitionBlocks(text, pair.value));
      if (key === 'layout' && isMap(pair.value) && !pair.value.flow) {
        const entryOf = (name: string) => pairOf(pair.value as YAMLMap, name);
        const [tasks, notes] = [entryOf('tasks'), entryOf('notes')];
        const inner = tasks && pairBlock(text, 'layout.tasks', tasks);
        if (inner) blocks.push(inner, ...entryBlocks(text, 'layout.tasks.', tasks.value));
        const noted = notes && pairBlock(text, 'layout.notes', notes);
        if (noted) blocks.push(noted);
      }
    }
  }
  return blocks.sort((a, b) => a.from - b.from || b.to - a.to);
}

/** The blocks of definitions, each followed by those of the tasks of groups in it. */
function definitionBlocks(text: string, library: unknown): YamlBlock[] {
  if (!isBlockMap(library)) return [];
  return library.items.flatMap((pair) => {
    if (!isScalar(pair.key)) return [];
    const key = entryPrefix('library') + scalarText(pair.key);
    const own = pairBlock(text, key, pair);
    const task = isBlockMap(pair.value) ? pairOf(pair.value, 'task')?.value : undefined;
    return own === undefined ? [] : [own, ...bodyBlocks(text, `${key}/task`, task)];
  });
}

/** The blocks of the tasks of a group in a task at any depth, before those of each of these tasks. */
function bodyBlocks(text: string, path: string, task: unknown): YamlBlock[] {
  if (!isBlockMap(task)) return [];
  return task.items.flatMap((pair) => {
    const written = isScalar(pair.key) ? scalarText(pair.key) : '';
    const field = writtenKey(written, (name) => partFields.includes(name));
    if (field === undefined) return [];
    const at = `${path}/${field}`;
    const { value } = pair;
    if (field === 'subtasks') {
      const own = pairBlock(text, at, pair);
      const entries = entryBlocks(text, entryPrefix(at), value);
      if (own === undefined) return [];
      const tasks = isMap(value) || isSeq(value) ? value.items : [];
      const inner = entries.flatMap(({ key }, index) => bodyBlocks(text, key, taskOfEntry(tasks[index])));
      return [own, ...entries, ...inner];
    }
    if (!isSeq(value)) return bodyBlocks(text, at, value);
    return value.items.flatMap((item, index) => {
      const part = field === 'cases' && isBlockMap(item) ? pairOf(item, 'task')?.value : item;
      return bodyBlocks(text, field === 'cases' ? `${at}/${index}/task` : `${at}/${index}`, part);
    });
  });
}

const taskOfEntry = (entry: unknown): unknown => (isPair(entry) ? entry.value : entry);

const isBlockMap = (node: unknown): node is YAMLMap => isMap(node) && node.flow !== true;

/** The map that starts at an offset, in a node or in one below it. */
export function mapAt(node: unknown, offset: number): YAMLMap | undefined {
  if (!isMap(node)) return undefined;
  if (node.range?.[0] === offset) return node;
  const holder = node.items.find(({ value }) => {
    const [from, to] = spanOf(value as Node | null);
    return from <= offset && offset < to;
  });
  return mapAt(holder?.value, offset);
}

/**
 * The blocks of the entries in a block map, or in a block list of maps with ids. Empty if one of the entries has no
 * block.
 */
function entryBlocks(text: string, prefix: string, node: unknown): YamlBlock[] {
  if (!(isMap(node) || isSeq(node)) || node.flow) return [];
  const blocks: YamlBlock[] = [];
  for (const item of node.items) {
    const id = isPair(item) ? item.key : isMap(item) ? pairOf(item, 'id')?.value : undefined;
    if (!isScalar(id)) return [];
    const key = prefix + scalarText(id);
    const block = isPair(item) ? pairBlock(text, key, item) : itemBlock(text, key, item as Node);
    if (block === undefined) return [];
    blocks.push(block);
  }
  return blocks;
}

function pairBlock(text: string, key: string, pair: Pair): YamlBlock | undefined {
  const [start] = spanOf(pair.key as Node);
  const from = lineStart(text, start);
  return indentAt(text, from) === start - from ? { key, from, to: entryEnd(text, start, pair) } : undefined;
}

function itemBlock(text: string, key: string, item: Node): YamlBlock | undefined {
  const [start] = spanOf(item);
  const from = lineStart(text, start);
  const dash = from + indentAt(text, from);
  return /^- +$/.test(text.slice(dash, start)) ? { key, from, to: entryEnd(text, dash, item) } : undefined;
}

/**
 * Where the lines of the entry that starts at `start` end: after its last value, the rest of that line, and the
 * comments below that are indented deeper than the entry.
 */
export function entryEnd(text: string, start: number, entry: Node | Pair): number {
  const last = contentEnd(entry);
  const end = last > 0 && text[last - 1] === '\n' ? last : nextLine(text, last);
  return endBehindComments(text, end, start - lineStart(text, start));
}

/** Where the lines of an entry at a column end if its content ends at `from`, the start of a line. */
export function endBehindComments(text: string, from: number, column: number): number {
  let end = from;
  for (let line = from; line < text.length; line = nextLine(text, line)) {
    const indent = indentAt(text, line);
    const first = text[line + indent];
    if (first === '#' && indent > column) end = nextLine(text, line);
    else if (first !== '\n' && first !== '\r') break;
  }
  return end;
}

/** Offset after the last character of a node's or pair's content, without the spaces and comments that follow. */
export function contentEnd(node: unknown): number {
  if (isPair(node)) return Math.max(contentEnd(node.key), contentEnd(node.value));
  if (isCollection(node) && !node.flow) return contentEnd(node.items.at(-1));
  return spanOf(node as Node | null)[1];
}
