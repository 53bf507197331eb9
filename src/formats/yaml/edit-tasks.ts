import { isMap, isPair, isSeq, type Node, type Pair } from 'yaml';
import type { Json, JsonObject } from '@/base/json';
import { isSameInOrder } from '@/base/json';
import { isInPlace, type ModelChange, type TaskChange } from '@/workflow/change';
import type { WorkflowDocument } from '@/workflow/document';
import type { Task } from '@/workflow/tasks';
import { inferType } from '../task-type';
import { writeTaskForm } from '../written-form';
import { indexBlocks } from './block-index';
import {
  type BodyKey,
  buildBlockPath,
  buildTextAbove,
  getEntryPrefix,
  isEntryOf,
  isOfLibrary,
  listWithHolders,
} from './block-keys';
import { changeBlock } from './change-block';
import { addEntry, changeEntry, isReferredTo } from './edit-entries';
import { editEntry } from './edit-value';
import { getEntries } from './entries';
import { findCommentsAbove } from './find-slots';
import { hasAlias } from './holds-anchor';
import { findNode, findPair, getSpan } from './nodes';
import { parseYaml } from './parse-yaml';
import { readEntries } from './read-yaml';
import type { BlockReplacement } from './replace-blocks';
import { indentAt } from './text-lines';
import { getBlockText, indentLines, type TextParts } from './text-parts';
import { writeInlineText } from './write-scalar';
import { writeEntry, writeItem } from './write-value';
import type { YamlBlock } from './yaml-source';

/** Where the tasks that change are: those of the document, or those of a group of the library. */
export interface TasksPlace {
  readonly key: 'tasks' | BodyKey;
  /** A task of a document that was read from the text of its block, with what must come before that. */
  readonly taskIn: (document: WorkflowDocument, id: string) => Task | undefined;
}

/** The tasks that a block has. */
export function createTasksPlace(key: TasksPlace['key']): TasksPlace {
  const taskIn = (document: WorkflowDocument, id: string) => {
    const entries = getEntries(key, document) as Readonly<Record<string, Task>>;
    return Object.hasOwn(entries, id) ? entries[id] : undefined;
  };
  return { key, taskIn };
}

const ofDocument = createTasksPlace('tasks');

/** The edits for a change of tasks. Undefined if one of the tasks cannot be edited alone. */
export function editTasks(parts: TextParts, changes: ModelChange['tasks']): BlockReplacement[] | undefined {
  if (changes.size === 0) return [];
  const isEachInPlace = [...changes].every(([id, change]) => isInPlace(change) && parts.blocks.has(`tasks.${id}`));
  // The blocks of the others are not listed then.
  if (isEachInPlace) return editEach(parts, ofDocument, [], changes);
  const blocks = listTaskBlocks(parts, ofDocument);
  if (blocks.length === 0) return startTasks(parts, changes);
  const edited = editEach(parts, ofDocument, blocks, changes);
  if (edited === undefined || !isEmptied(blocks, changes)) return edited;
  const emptied = writeEmptyTasks(parts);
  return emptied && [...edited, emptied];
}

/** The edits for a change of the tasks of a group. Undefined if one cannot be edited alone, or none would be left. */
export function editBody(
  parts: TextParts,
  key: BodyKey,
  changes: ModelChange['tasks'],
): BlockReplacement[] | undefined {
  const place = createTasksPlace(key);
  const blocks = listTaskBlocks(parts, place);
  return blocks.length === 0 || isEmptied(blocks, changes) ? undefined : editEach(parts, place, blocks, changes);
}

const listTaskBlocks = ({ blocks }: TextParts, { key: holder }: TasksPlace): readonly YamlBlock[] =>
  [...blocks.values()].filter(({ key }) => isEntryOf(key, holder));

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
    : findRenames(added, removed);
  const carried = new Map<string, CarriedTask>();
  const replacements: (BlockReplacement | undefined)[] = [];
  for (const [id, { before, after, from }] of changes) {
    if (before === undefined) continue;
    const block = parts.blocks.get(getEntryPrefix(place.key) + id);
    const newId = renamed.get(id);
    const next = newId === undefined ? after : changes.get(newId as typeof id)?.after;
    if (block === undefined) return undefined;
    const isChanged = next !== undefined && (newId !== undefined || !isSameInOrder(before, next));
    const changed = isChanged
      ? changeTask(parts, place, block, { id, task: before }, { id: newId ?? id, task: next })
      : undefined;
    if (isChanged && changed === undefined) return undefined;
    if (from !== undefined && !parts.keepsReferences && hasAlias(getBlockText(parts, block))) return undefined;
    const isMoved = from !== undefined;
    const above = isMoved ? takeComments(parts, place, blocks, block) : undefined;
    if (isMoved) {
      const comments = above ? parts.text.slice(above.from, above.to) : '';
      carried.set(id, { comments, lines: changed?.text ?? getBlockText(parts, block) });
    }
    if (above) replacements.push(above);
    if (next === undefined || isMoved) replacements.push(removeTask(parts, place, block));
    else if (changed !== undefined) replacements.push(changed);
  }
  if (added.length > 0 && renamed.size === 0)
    replacements.push(...addTasks(parts, place, blocks, { added, removed, carried }));
  return replacements.includes(undefined) ? undefined : (replacements as BlockReplacement[]);
}

type Entries = readonly (readonly [string, TaskChange])[];

/** Maps old ids to new ones if every added task takes the position of a removed one. */
function findRenames(added: Entries, removed: ReadonlyMap<string, TaskChange>): Map<string, string> {
  const places = new Map([...removed].map(([id, { index }]) => [index, id]));
  const isRename = added.length === removed.size && added.every(([, { index }]) => places.has(index));
  return new Map(isRename ? added.map(([id, { index }]) => [places.get(index) ?? id, id]) : []);
}

/** Adds tasks to a text that has none. Undefined if it has some that are not in blocks of their own. */
function startTasks(parts: TextParts, changes: ModelChange['tasks']): BlockReplacement[] | undefined {
  const tasks: Record<string, Json> = {};
  for (const [id, { before, after }] of [...changes].sort(([, a], [, b]) => a.index - b.index)) {
    if (before !== undefined) return undefined;
    if (after !== undefined) tasks[id] = writeTaskForm(after);
  }
  const block = parts.blocks.get('tasks');
  if (block === undefined) return [addEntry(parts, 'tasks', tasks)];
  const held = readEntries(getBlockText(parts, block));
  if (held === undefined || Object.keys(held.tasks).length > 0) return undefined;
  const replacement = changeEntry(parts, 'tasks', {}, tasks);
  return replacement && [replacement];
}

function removeTask(parts: TextParts, { key }: TasksPlace, block: YamlBlock): BlockReplacement | undefined {
  if (isReferredTo(parts, block)) return undefined;
  return { from: block.from, to: block.to, text: '', blocks: [], within: listWithHolders(key) };
}

const isItem = ({ text }: TextParts, { from }: YamlBlock): boolean => text[from + indentAt(text, from)] === '-';

/** Takes the comments directly above a task away. Undefined if it has none. */
function takeComments(
  { text }: TextParts,
  { key }: TasksPlace,
  blocks: readonly YamlBlock[],
  { from: to }: YamlBlock,
): BlockReplacement | undefined {
  const from = findCommentsAbove(text, to, blocks.findLast((other) => other.to <= to)?.to ?? 0);
  return from === to ? undefined : { from, to, text: '', blocks: [], within: listWithHolders(key) };
}

/** The lines of a task as an entry of a map, or as an item of a list. */
function writeTaskLines(parts: TextParts, sibling: YamlBlock, id: string, task: Task): string[] {
  const form = writeTaskForm(task);
  return isItem(parts, sibling) ? writeItem({ id, ...form }, parts.style.unit) : writeEntry(id, form, parts.style.unit);
}

/** Changes a task. Undefined if it cannot be edited alone. */
export function changeTask(
  parts: TextParts,
  { key: holder, taskIn }: TasksPlace,
  block: YamlBlock,
  before: NamedTask,
  after: NamedTask,
): BlockReplacement | undefined {
  const text = changeBlock(parts, block, buildTextAbove(holder), writeTaskLines(parts, block, after.id, after.task), {
    edit: (whole, root) => editTask(parts, whole, findNode(root, buildBlockPath(holder)), before, after),
    says: (document) => {
      const read = taskIn(document, after.id);
      return read !== undefined && isSameInOrder(writeTaskForm(read), writeTaskForm(after.task));
    },
  });
  return text === undefined
    ? undefined
    : {
        from: block.from,
        to: block.to,
        text,
        blocks: findEntryBlocks(holder, after.id, text),
        within: listWithHolders(holder),
      };
}

/** The blocks of an entry with this text: its own, and those within it. */
export function findEntryBlocks(holder: string, id: string, text: string): readonly YamlBlock[] {
  const own = { key: getEntryPrefix(holder) + id, from: 0, to: text.length };
  if (!isOfLibrary(holder)) return [own];
  const above = buildTextAbove(holder);
  const { root } = parseYaml(above + text);
  const within = isMap(root) ? indexBlocks(above + text, [root]) : [];
  const moved = within.map(({ key, from, to }) => ({ key, from: from - above.length, to: to - above.length }));
  return [own, ...moved.filter(({ key }) => key.startsWith(`${own.key}/`))];
}

/** A task with its id. */
export interface NamedTask {
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
  const { id: _id, ...was } = writeFormBefore(before, fields, after.task);
  const form = writeTaskForm(after.task);
  if (isMap(entry)) return editEntry(whole, entry, { id: before.id, ...was }, { id: after.id, ...form }, parts.style);
  if (!isPair(entry)) return undefined;
  const edited = editEntry(whole, entry as Pair, was, form, parts.style);
  if (edited === undefined || before.id === after.id) return edited;
  const [from, to] = getSpan((entry as Pair<Node>).key);
  return edited.slice(0, from) + writeInlineText(after.id, false) + edited.slice(to);
}

/**
 * The form of a task before an edit. Without its type if that must now be written because the fields no longer imply
 * it.
 */
function writeFormBefore({ task }: NamedTask, fields: unknown, after: Task): JsonObject {
  const { type, ...form } = writeTaskForm(task);
  const next = writeTaskForm(after);
  const isWritten = isMap(fields) && findPair(fields, 'type') !== undefined;
  const isIncluded = inferType((field) => Object.hasOwn(next, field)) === after.type;
  return type === undefined || (!isWritten && !isIncluded) ? form : { type, ...form };
}

/** A task that moves: the comments directly above it, and its lines. */
interface CarriedTask {
  readonly comments: string;
  readonly lines: string;
}

interface Coming {
  readonly added: Entries;
  readonly removed: ReadonlyMap<string, TaskChange>;
  readonly carried: ReadonlyMap<string, CarriedTask>;
}

/** Adds each new task, and each that moves, after the one that precedes it in the author's order. */
function addTasks(
  parts: TextParts,
  { key: holder }: TasksPlace,
  blocks: readonly YamlBlock[],
  { added, removed, carried }: Coming,
): BlockReplacement[] {
  const prefix = getEntryPrefix(holder);
  const order = blocks.map(({ key }) => key.slice(prefix.length)).filter((id) => !removed.has(id));
  for (const [id, { index }] of added) order.splice(index, 0, id);
  const sibling = blocks[0] as YamlBlock;
  const column = indentAt(parts.text, sibling.from);
  const tasks = new Map(added);
  let at = findCommentsAbove(parts.text, sibling.from, 0);
  const replacements: BlockReplacement[] = [];
  for (const id of order) {
    const task = tasks.get(id)?.after;
    if (task === undefined) {
      at = parts.blocks.get(prefix + id)?.to ?? at;
      continue;
    }
    const { comments, lines } = carried.get(id) ?? {
      comments: '',
      lines: indentLines(parts, writeTaskLines(parts, sibling, id, task), column),
    };
    const added = findEntryBlocks(holder, id, lines).map(({ key, from, to }) => {
      return { key, from: from + comments.length, to: to + comments.length };
    });
    replacements.push({ from: at, to: at, text: comments + lines, blocks: added, within: listWithHolders(holder) });
  }
  return replacements;
}

/** Writes `{}` after `tasks:` once the last task is removed. */
function writeEmptyTasks(parts: TextParts): BlockReplacement | undefined {
  const block = parts.blocks.get('tasks');
  const key = block && /^ *(?:tasks|"tasks"|'tasks') *:(?=[ \t]*(?:#.*)?\r?\n)/.exec(getBlockText(parts, block))?.[0];
  if (block === undefined || key === undefined) return undefined;
  const at = block.from + key.length;
  return { from: at, to: at, text: ' {}', blocks: [], within: ['tasks'] };
}
