import type { DocumentPath } from '../../diagnostic';
import { findTopTask, type WorkflowDocument } from '../../document';
import { findMeaning, mapNameUses, type NameMeaning, type NameUse } from '../../graph/name-uses';
import { createDocumentSiblings, createTaskScope, mapWithin, type TaskScope } from '../../graph/task-scopes';
import type { TaskId } from '../../names';
import { buildPartPath, getLastSegment, type TaskPath } from '../../task-path';
import type { Task } from '../../tasks';
import { replaceTasks } from '../edits';
import type { MovedPath } from './arrange-tasks';

/** A name that no longer means what it meant, as nothing written there could mean it. */
export interface LostName {
  readonly kind: 'name';
  readonly reader: TaskPath;
  /** The document path of the text with the name, and the number of the use among those of that text. */
  readonly path: DocumentPath;
  readonly index: number;
  readonly form: NameUse['form'];
  /** What is written, and the part of it that is the name. */
  readonly text: string;
  readonly name: string;
  readonly meant: NameMeaning;
}

/** A wait that a name needs: the task, or what it is in, is to wait for the task that the name means. */
export interface NeededEdge {
  readonly task: TaskPath;
  readonly on: TaskPath;
  readonly reader: TaskPath;
  readonly name: string;
}

/** Arguments of {@link keepMeanings}. */
export interface KeepMeanings {
  /** The documents before and after tasks were arranged anew, with the texts unchanged. */
  readonly before: WorkflowDocument;
  readonly after: WorkflowDocument;
  /** Top-level tasks, before and after, in which a name may mean something else now. */
  readonly rootsBefore: Iterable<string>;
  readonly rootsAfter: Iterable<string>;
  /** The path at which a task reads afterwards; undefined: its texts are none of those that are kept. */
  readonly readerOf: MovedPath;
  /** Where the task that a name means is afterwards. */
  readonly moved: MovedPath;
}

/** The document in which names mean what they meant, and what could not be kept. */
export interface KeptMeanings {
  readonly document: WorkflowDocument;
  readonly lost: readonly LostName[];
  readonly waits: readonly NeededEdge[];
}

interface Intended {
  readonly name: string;
  readonly meant: NameMeaning;
  /** Undefined: the task is gone. */
  readonly now: NameMeaning | undefined;
}

/**
 * Lets every name mean what it meant before tasks were arranged anew, by the new id of a task where it has one. What a
 * container gives by itself, such as `item`, is kept where any container gives that name.
 */
export function keepMeanings({ before, after, rootsBefore, rootsAfter, readerOf, moved }: KeepMeanings): KeptMeanings {
  const intended = new Map<string, Intended>();
  mapRoots(before, rootsBefore, (task, place) =>
    mapNameUses(task, place, (use) => {
      const key = buildUseKey(use, place, readerOf);
      const meant = key === undefined ? undefined : findMeaning(use);
      if (key !== undefined && meant !== undefined)
        intended.set(key, { name: meant.name, meant, now: moveMeaning(meant, moved) });
      return undefined;
    }),
  );
  const lost: LostName[] = [];
  const waits: NeededEdge[] = [];
  const document = mapRoots(after, rootsAfter, (task, place) =>
    mapNameUses(task, place, (use) => {
      const key = buildUseKey(use, place, (taskPath) => taskPath);
      const wanted = key === undefined ? undefined : intended.get(key);
      if (wanted === undefined) return undefined;
      for (const text of [use.text, renameUse(use, wanted)]) {
        const found = text === undefined ? undefined : findMeaning({ ...use, text });
        if (text === undefined || found === undefined || !isSameMeaning(found, wanted.now)) continue;
        addWait(waits, use, found, wanted.meant);
        return text === use.text ? undefined : text;
      }
      const { reader, path, index, form, text } = use;
      lost.push({
        kind: 'name',
        reader,
        path,
        index,
        form,
        text,
        name: wanted.name,
        meant: wanted.now ?? wanted.meant,
      });
      return undefined;
    }),
  );
  return { document, lost, waits };
}

function mapRoots(
  document: WorkflowDocument,
  roots: Iterable<string>,
  visit: (task: Task, place: TaskScope) => Task,
): WorkflowDocument {
  const siblings = createDocumentSiblings(document);
  const changed: [string, Task][] = [];
  for (const root of new Set(roots)) {
    const task = findTopTask(document, root);
    if (task === undefined) continue;
    const mapped = mapWithin(task, createTaskScope(document, siblings, root as TaskId, task), visit);
    if (mapped !== task) changed.push([root, mapped]);
  }
  return changed.length === 0 ? document : replaceTasks(document, changed);
}

/** The key of a use of a name, the same before and after; the test of a case belongs to the case. */
function buildUseKey(
  { reader, path, index, form }: NameUse,
  place: TaskScope,
  readerOf: MovedPath,
): string | undefined {
  const within = path.slice(place.path.length);
  const [field, number] = within;
  const isTest = field === 'cases' && typeof number === 'number';
  const at = readerOf(isTest ? buildPartPath(reader, `case:${number + 1}`) : reader);
  return at === undefined ? undefined : JSON.stringify([at, isTest ? within.slice(2) : within, form, index]);
}

function moveMeaning(meant: NameMeaning, moved: MovedPath): NameMeaning | undefined {
  if (meant.kind === 'given') return meant;
  if (meant.kind === 'field') {
    if (meant.owner === undefined) return meant;
    const owner = moved(meant.owner);
    return owner === undefined ? undefined : { ...meant, owner };
  }
  const taskPaths = meant.taskPaths.flatMap((taskPath) => moved(taskPath) ?? []);
  if (taskPaths.length === 0) return undefined;
  const [only = ''] = taskPaths;
  return { ...meant, taskPaths, name: meant.kind === 'task' ? getLastSegment(only) : meant.name };
}

/** The text with the new id of the task that is meant. */
function renameUse({ form, text }: NameUse, { name, now }: Intended): string | undefined {
  if (now?.kind !== 'task' || now.name === name) return undefined;
  return form === 'template' || form === 'from' ? now.name + text.slice(name.length) : now.name;
}

function isSameMeaning(found: NameMeaning, wanted: NameMeaning | undefined): boolean {
  if (wanted === undefined || found.kind !== wanted.kind) return false;
  if (found.kind === 'given') return found.name === wanted.name;
  if (found.kind === 'field') return wanted.kind === 'field' && found.owner === wanted.owner;
  // Of a name that tasks return, another task may return it too where it is now.
  return wanted.kind === found.kind && found.taskPaths.every((taskPath) => wanted.taskPaths.includes(taskPath));
}

function addWait(waits: NeededEdge[], { reader }: NameUse, found: NameMeaning, before: NameMeaning): void {
  if (found.kind !== 'task' && found.kind !== 'returned') return;
  if (before.kind !== found.kind || found.isOrdered || !before.isOrdered) return;
  const [self = reader] = found.taskPaths;
  const needed = found.waits.length === 0 ? [{ task: self, on: self }] : found.waits;
  waits.push(...needed.map((wait) => ({ ...wait, reader, name: found.name })));
}
