import { isMap, isPair, isSeq, type Node, type Pair, type YAMLMap } from 'yaml';
import type { Json, JsonObject } from '@/base/json';
import { sameInOrder } from '@/base/json';
import { isInPlace, type ModelChange, type TaskChange } from '@/workflow/change';
import { taskOf, type WorkflowDocument } from '@/workflow/document';
import type { TaskId } from '@/workflow/names';
import type { Task } from '@/workflow/tasks';
import { inferType } from '../task-type';
import { writtenTask } from '../written-form';
import { bodyKey, entryPrefix, textAbove } from './block-keys';
import { changeBlock } from './change-block';
import { addEntry, changeEntry } from './edit-entries';
import { editEntry } from './edit-value';
import { holdsAnchor } from './holds-anchor';
import { pairOf, spanOf } from './nodes';
import { readEntries } from './read-yaml';
import type { BlockReplacement } from './replace-blocks';
import { indentAt } from './text-lines';
import { indentLines, type TextParts, textOfBlock } from './text-parts';
import { inlineText } from './write-scalar';
import { writeEntry, writeItem } from './write-value';
import type { YamlBlock } from './yaml-source';

/** Where the tasks that change are: those of the document, or those of a function. */
interface TasksPlace {
  /** What the keys of their blocks begin with. */
  readonly prefix: string;
  /** Keys of the blocks around them. */
  readonly within: readonly string[];
  /** The text that comes before the block of a task when it is read alone. */
  readonly above: string;
  /** The tasks in the tree of a text that begins so. */
  readonly tasksIn: (root: YAMLMap) => unknown;
  /** A task of a document that was read so. */
  readonly taskIn: (document: WorkflowDocument, id: string) => Task | undefined;
}

const ofDocument: TasksPlace = {
  prefix: entryPrefix('tasks'),
  within: ['tasks'],
  above: textAbove('tasks'),
  tasksIn: (root) => root.items[0]?.value,
  taskIn: taskOf,
};

function ofFunction(name: string): TasksPlace {
  const key = bodyKey(name);
  const taskIn: TasksPlace['taskIn'] = ({ library }, id) => {
    const task = library?.[name]?.task;
    return task?.type === 'group' ? task.subtasks?.[id as TaskId] : undefined;
  };
  // The group comes first in each map but its own, where its type does.
  const tasksIn = (root: YAMLMap) =>
    [0, 0, 0, 1].reduce<unknown>((map, at) => (isMap(map) ? map.items[at]?.value : undefined), root);
  return { prefix: entryPrefix(key), within: [key, 'library'], above: textAbove(key), tasksIn, taskIn };
}

/** The edits for a change of tasks. Undefined if one of the tasks cannot be edited alone. */
export function editTasks(parts: TextParts, changes: ModelChange['tasks']): BlockReplacement[] | undefined {
  if (changes.size === 0) return [];
  const blocks = blocksOf(parts, ofDocument);
  if (blocks.length === 0) return startTasks(parts, changes);
  const edited = editEach(parts, ofDocument, blocks, changes);
  if (edited === undefined || !isEmptied(blocks, changes)) return edited;
  const emptied = emptyTasks(parts);
  return emptied && [...edited, emptied];
}

/**
 * The edits for a change of the tasks of a function that is a group, which had as many as `count`. Undefined if one of
 * them cannot be edited alone, or if none would be left.
 */
export function editBody(
  parts: TextParts,
  name: string,
  count: number,
  changes: ModelChange['tasks'],
): BlockReplacement[] | undefined {
  const place = ofFunction(name);
  const blocks = blocksOf(parts, place);
  if (blocks.length === 0 || blocks.length !== count || isEmptied(blocks, changes)) return undefined;
  return editEach(parts, place, blocks, changes);
}

const blocksOf = ({ blocks }: TextParts, { prefix }: TasksPlace): readonly YamlBlock[] =>
  [...blocks.values()].filter(({ key }) => key.startsWith(prefix));

/** Whether a change leaves no task where there are these blocks. */
function isEmptied(blocks: readonly YamlBlock[], changes: ModelChange['tasks']): boolean {
  const all = [...changes.values()];
  return all.every(({ after }) => after === undefined) && all.length === blocks.length;
}

function editEach(
  parts: TextParts,
  place: TasksPlace,
  blocks: readonly YamlBlock[],
  changes: ModelChange['tasks'],
): BlockReplacement[] | undefined {
  const apart = [...changes].filter(([, change]) => !isInPlace(change));
  const added = apart.filter(([, change]) => change.after !== undefined);
  const removed = new Map(apart.filter(([, change]) => change.before !== undefined));
  added.sort(([, a], [, b]) => a.index - b.index);
  const renamed = added.some(([, { from }]) => from !== undefined)
    ? new Map<string, string>()
    : renames(added, removed);
  /** The lines of the tasks that move. */
  const carried = new Map<string, string>();
  const replacements: (BlockReplacement | undefined)[] = [];
  for (const [id, { before, after, from }] of changes) {
    if (before === undefined) continue;
    const block = parts.blocks.get(place.prefix + id);
    const newId = renamed.get(id);
    const next = newId === undefined ? after : changes.get(newId as typeof id)?.after;
    if (block === undefined) return undefined;
    const isChanged = next !== undefined && (newId !== undefined || !sameInOrder(before, next));
    const changed = isChanged
      ? changeTask(parts, place, block, { id, task: before }, { id: newId ?? id, task: next })
      : undefined;
    if (isChanged && changed === undefined) return undefined;
    if (from !== undefined) carried.set(id, changed?.text ?? textOfBlock(parts, block));
    if (next === undefined || from !== undefined) replacements.push(removeTask(parts, place, block));
    else if (changed !== undefined) replacements.push(changed);
  }
  if (renamed.size === 0) replacements.push(...addTasks(parts, place, blocks, { added, removed, carried }));
  return replacements.includes(undefined) ? undefined : (replacements as BlockReplacement[]);
}

type Entries = readonly (readonly [string, TaskChange])[];

/** Maps old ids to new ones if every added task takes the position of a removed one. */
function renames(added: Entries, removed: ReadonlyMap<string, TaskChange>): Map<string, string> {
  const places = new Map([...removed].map(([id, { index }]) => [index, id]));
  const isRename = added.length === removed.size && added.every(([, { index }]) => places.has(index));
  return new Map(isRename ? added.map(([id, { index }]) => [places.get(index) ?? id, id]) : []);
}

/** Adds tasks to a text that has none. Undefined if it has some that are not in blocks of their own. */
function startTasks(parts: TextParts, changes: ModelChange['tasks']): BlockReplacement[] | undefined {
  const tasks: Record<string, Json> = {};
  for (const [id, { before, after }] of [...changes].sort(([, a], [, b]) => a.index - b.index)) {
    if (before !== undefined) return undefined;
    if (after !== undefined) tasks[id] = writtenTask(after);
  }
  const block = parts.blocks.get('tasks');
  if (block === undefined) return [addEntry(parts, 'tasks', tasks)];
  const held = readEntries(textOfBlock(parts, block));
  if (held === undefined || Object.keys(held.tasks).length > 0) return undefined;
  const replacement = changeEntry(parts, 'tasks', {}, tasks);
  return replacement && [replacement];
}

function removeTask(parts: TextParts, { within }: TasksPlace, block: YamlBlock): BlockReplacement | undefined {
  if (holdsAnchor(textOfBlock(parts, block))) return undefined;
  return { from: block.from, to: block.to, text: '', blocks: [], within };
}

const isItem = ({ text }: TextParts, { from }: YamlBlock): boolean => text[from + indentAt(text, from)] === '-';

/** The lines of a task as an entry of a map, or as an item of a list. */
function taskLines(parts: TextParts, sibling: YamlBlock, id: string, task: Task): string[] {
  const form = writtenTask(task);
  return isItem(parts, sibling) ? writeItem({ id, ...form }, parts.style.unit) : writeEntry(id, form, parts.style.unit);
}

function changeTask(
  parts: TextParts,
  { above, prefix, within, tasksIn, taskIn }: TasksPlace,
  block: YamlBlock,
  before: NamedTask,
  after: NamedTask,
): BlockReplacement | undefined {
  const text = changeBlock(parts, block, above, taskLines(parts, block, after.id, after.task), {
    edit: (whole, root) => editTask(parts, whole, tasksIn(root), before, after),
    says: (document) => {
      const read = taskIn(document, after.id);
      return read !== undefined && sameInOrder(writtenTask(read), writtenTask(after.task));
    },
  });
  const key = prefix + after.id;
  return text === undefined
    ? undefined
    : { from: block.from, to: block.to, text, blocks: [{ key, from: 0, to: text.length }], within };
}

interface NamedTask {
  readonly id: string;
  readonly task: Task;
}

function editTask(
  parts: TextParts,
  whole: string,
  tasks: unknown,
  before: NamedTask,
  after: NamedTask,
): string | undefined {
  const entry = isMap(tasks) ? tasks.items[0] : isSeq(tasks) ? tasks.items[0] : undefined;
  const fields = isPair(entry) ? entry.value : entry;
  const { id: _id, ...was } = formOf(before, fields, after.task);
  const form = writtenTask(after.task);
  if (isMap(entry)) return editEntry(whole, entry, { id: before.id, ...was }, { id: after.id, ...form }, parts.style);
  if (!isPair(entry)) return undefined;
  const edited = editEntry(whole, entry as Pair, was, form, parts.style);
  if (edited === undefined || before.id === after.id) return edited;
  const [from, to] = spanOf((entry as Pair<Node>).key);
  return edited.slice(0, from) + inlineText(after.id, false) + edited.slice(to);
}

/**
 * The form of a task before an edit. Without its type if that must now be written because the fields no longer imply
 * it.
 */
function formOf({ task }: NamedTask, fields: unknown, after: Task): JsonObject {
  const { type, ...form } = writtenTask(task);
  const next = writtenTask(after);
  const isWritten = isMap(fields) && pairOf(fields, 'type') !== undefined;
  const isIncluded = inferType((field) => Object.hasOwn(next, field)) === after.type;
  return type === undefined || (!isWritten && !isIncluded) ? form : { type, ...form };
}

interface Coming {
  readonly added: Entries;
  readonly removed: ReadonlyMap<string, TaskChange>;
  /** The lines of those that were there before. */
  readonly carried: ReadonlyMap<string, string>;
}

/** Adds each new task, and each that moves, after the one that precedes it in the author's order. */
function addTasks(
  parts: TextParts,
  { prefix, within }: TasksPlace,
  blocks: readonly YamlBlock[],
  { added, removed, carried }: Coming,
): BlockReplacement[] {
  const order = blocks.map(({ key }) => key.slice(prefix.length)).filter((id) => !removed.has(id));
  for (const [id, { index }] of added) order.splice(index, 0, id);
  const sibling = blocks[0] as YamlBlock;
  const column = indentAt(parts.text, sibling.from);
  const tasks = new Map(added);
  let at = sibling.from;
  const replacements: BlockReplacement[] = [];
  for (const id of order) {
    const task = tasks.get(id)?.after;
    if (task === undefined) {
      at = parts.blocks.get(prefix + id)?.to ?? at;
      continue;
    }
    const text = carried.get(id) ?? indentLines(parts, taskLines(parts, sibling, id, task), column);
    const block = { key: prefix + id, from: 0, to: text.length };
    replacements.push({ from: at, to: at, text, blocks: [block], within });
  }
  return replacements;
}

/** Writes `{}` after `tasks:` once the last task is removed. */
function emptyTasks(parts: TextParts): BlockReplacement | undefined {
  const block = parts.blocks.get('tasks');
  const key = block && /^ *(?:tasks|"tasks"|'tasks') *:(?=[ \t]*(?:#.*)?\r?\n)/.exec(textOfBlock(parts, block))?.[0];
  if (block === undefined || key === undefined) return undefined;
  const at = block.from + key.length;
  return { from: at, to: at, text: ' {}', blocks: [], within: ofDocument.within };
}
