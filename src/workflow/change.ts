import { defined } from '@/base/defined';
import { applyJsonChange, invertJsonChange, type JsonChange, joinJsonChanges } from '@/base/json-change';
import { shareJson } from '@/base/shared-json';
import { getSettings, type Layout, type WorkflowDocument } from './document';
import type { TaskId } from './names';
import { listIds, replaceInRecord } from './task-record';
import type { Task } from './tasks';

/**
 * One replacement in a text: at offset `at` (UTF-16 units of the text before all edits), `inserted` replaces `removed`.
 */
export interface TextEdit {
  readonly at: number;
  readonly removed: string;
  readonly inserted: string;
}

/**
 * A task before and after; `undefined` where it does not exist. `index` is its position in the author's order, `from`
 * the one before of a task that is moved among the others.
 */
export interface TaskChange {
  readonly before: Task | undefined;
  readonly after: Task | undefined;
  readonly index: number;
  readonly from?: number;
}

/** Whether a task is there before and after, in the same place among the others. */
export function isInPlace({ before, after, from }: TaskChange): boolean {
  return before !== undefined && after !== undefined && from === undefined;
}

/**
 * What an edit changes in the document: this is drawn, sent to the worker, written into the text, undone (as its
 * inverse) and, where the text says something else than what was asked, read back.
 */
export interface ModelChange {
  readonly tasks: ReadonlyMap<TaskId, TaskChange>;
  readonly settings?: JsonChange;
  /** A document may have no layout. */
  readonly layout?: JsonChange;
}

/**
 * One entry of the edit history. The text is the saved form, so every change has its text edits (ascending, not
 * overlapping). `model` is set if the change came from a command; a change typed in the code editor has none, and the
 * document is parsed again. `mark` joins the changes of one gesture (a drag, a burst of typing) into one step.
 */
export interface Change {
  readonly label: string;
  readonly mark: string;
  readonly edits: readonly TextEdit[];
  readonly model?: ModelChange;
}

/**
 * Applies a model change: removals first, from the end, then additions in order, so that every index is right when it
 * is used. What stays as it is, also within a task, stays the same object, so that its drawing is not repeated.
 */
export function applyModelChange(document: WorkflowDocument, change: ModelChange): WorkflowDocument {
  if (isEmptyChange(change)) return document;
  const old = getSettings(document);
  const settings = change.settings ? applyJsonChange(old, change.settings) : old;
  const tasks = change.tasks.size > 0 ? applyTaskChanges(document.tasks, change.tasks) : document.tasks;
  const layout = change.layout ? applyJsonChange<Layout>(document.layout, change.layout) : document.layout;
  return { ...settings, tasks, ...defined({ layout }) };
}

function applyTaskChanges(tasks: WorkflowDocument['tasks'], changes: ModelChange['tasks']): WorkflowDocument['tasks'] {
  const moved = [...changes].filter(([, change]) => !isInPlace(change));
  if (moved.length === 0) {
    return replaceInRecord(
      tasks,
      [...changes].flatMap(([id, { after }]) => (after === undefined ? [] : [[id, shareJson(tasks[id], after)]])),
    );
  }
  const ids = listIds(tasks).filter((id) => {
    const change = changes.get(id);
    return change === undefined || isInPlace(change);
  });
  const added = moved.filter(([, change]) => change.after !== undefined).sort(([, a], [, b]) => a.index - b.index);
  for (const [id, { index }] of added) ids.splice(index, 0, id);
  const next: Record<TaskId, Task> = {};
  for (const id of ids) {
    const after = changes.get(id)?.after;
    next[id] = after === undefined ? (tasks[id] as Task) : shareJson(tasks[id], after);
  }
  return next;
}

/** Whether nothing changes. */
export function isEmptyChange({ tasks, settings, layout }: ModelChange): boolean {
  return tasks.size === 0 && settings === undefined && layout === undefined;
}

/** The inverse of a model change. */
export function invertModelChange({ tasks, settings, layout }: ModelChange): ModelChange {
  return {
    tasks: new Map([...tasks].map(([id, task]) => [id, invertTaskChange(task)])),
    ...defined({ settings: settings && invertJsonChange(settings), layout: layout && invertJsonChange(layout) }),
  };
}

function invertTaskChange(change: TaskChange): TaskChange {
  const turned = { ...change, before: change.after, after: change.before };
  return change.from === undefined ? turned : { ...turned, index: change.from, from: change.index };
}

/** The two changes as one, or undefined if tasks are added or removed: these remain two steps. */
export function joinModelChanges(first: ModelChange, second: ModelChange): ModelChange | undefined {
  const tasks = new Map(first.tasks);
  for (const [id, change] of second.tasks) {
    const earlier: TaskChange | undefined = tasks.get(id);
    if (!isInPlace(change)) return undefined;
    tasks.set(id, earlier ? { ...earlier, after: change.after } : change);
  }
  const join = (one: JsonChange | undefined, two: JsonChange | undefined) =>
    one && two ? joinJsonChanges(one, two) : (one ?? two);
  return {
    tasks,
    ...defined({ settings: join(first.settings, second.settings), layout: join(first.layout, second.layout) }),
  };
}

/** Ids of the tasks that a change adds, in the author's order. These are selected after a paste. */
export function listAddedTasks(change: ModelChange): TaskId[] {
  const added = [...change.tasks].filter(([, { before }]) => before === undefined);
  return added.sort(([, a], [, b]) => a.index - b.index).map(([id]) => id);
}

/** Applies text edits. Throws if the text differs from the one that they were made for, as they would damage it. */
export function applyTextEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let last = 0;
  for (const { at, removed, inserted } of edits) {
    if (at < last || text.slice(at, at + removed.length) !== removed) throw new Error('This edit is of another text.');
    result += text.slice(last, at) + inserted;
    last = at + removed.length;
  }
  return result + text.slice(last);
}

/** The inverse of text edits; they apply to the edited text. */
export function invertTextEdits(edits: readonly TextEdit[]): TextEdit[] {
  let shift = 0;
  return edits.map(({ at, removed, inserted }) => {
    const inverse = { at: at + shift, removed: inserted, inserted: removed };
    shift += inserted.length - removed.length;
    return inverse;
  });
}

/** Joins edits of a text with later edits of the result into edits of the first text. Does not need the text. */
export function joinTextEdits(first: readonly TextEdit[], second: readonly TextEdit[]): TextEdit[] {
  const backward = invertTextEdits(first);
  const joined: TextEdit[] = [];
  let [one, two, shift] = [0, 0, 0];
  while (one < backward.length || two < second.length) {
    // Edits that touch in the text between the two become one: everything between their ends is known.
    const from = Math.min(backward[one]?.at ?? Number.POSITIVE_INFINITY, second[two]?.at ?? Number.POSITIVE_INFINITY);
    let between = '';
    const undone: TextEdit[] = [];
    const done: TextEdit[] = [];
    for (;;) {
      const to = from + between.length;
      const [back, next] = [backward[one], second[two]];
      const taken = back !== undefined && back.at <= to ? back : next !== undefined && next.at <= to ? next : undefined;
      if (taken === undefined) break;
      if (taken === back) one += 1;
      else two += 1;
      (taken === back ? undone : done).push({ ...taken, at: taken.at - from });
      between += taken.removed.slice(to - taken.at);
    }
    const removed = applyTextEdits(between, undone);
    const inserted = applyTextEdits(between, done);
    if (removed !== inserted) joined.push({ at: from + shift, removed, inserted });
    shift += removed.length - between.length;
  }
  return joined;
}

/**
 * Rebases edits of a text onto the text after other edits. Where both remove the same text, the other edits win, but no
 * inserted text is lost.
 */
export function rebaseTextEdits(edits: readonly TextEdit[], over: readonly TextEdit[]): TextEdit[] {
  const rebased: TextEdit[] = [];
  for (const { at, removed, inserted } of edits) {
    const end = at + removed.length;
    let shift = 0;
    let isApart = true;
    for (const other of over) {
      const otherEnd = other.at + other.removed.length;
      if (otherEnd <= at) shift += other.inserted.length - other.removed.length;
      else if (other.at < end) isApart = false;
    }
    if (isApart) rebased.push({ at: at + shift, removed, inserted });
    else if (inserted !== '') {
      const after = over.filter((other) => other.at < end);
      const last = after.at(-1);
      const grown = after.reduce((sum, other) => sum + other.inserted.length - other.removed.length, 0);
      rebased.push({ at: (last ? last.at + last.removed.length : at) + grown, removed: '', inserted });
    }
  }
  return rebased;
}

/** The inverse of a change. */
export function invertChange(change: Change): Change {
  return {
    ...change,
    edits: invertTextEdits(change.edits),
    ...(change.model ? { model: invertModelChange(change.model) } : {}),
  };
}
