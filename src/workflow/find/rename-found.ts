import type { Result } from '@/base/result';
import type { EditRefusal } from '../commands/edit-refusal';
import { type RenameEntry, renameEntry } from '../commands/rename/rename-entry';
import { renameParts } from '../commands/rename/rename-part';
import { renameTasks } from '../commands/rename/rename-task';
import { type DocumentPath, formatPath } from '../diagnostic';
import type { WorkflowDocument } from '../document';
import type { TaskId } from '../names';
import { findContainerPath, getLastSegment, type TaskPath } from '../task-path';
import type { FindableText } from './map-findable';

/** A text that was left as it was, and why. `key`: that of its first occurrence that was to be replaced. */
export interface RefusedText {
  readonly key: string;
  readonly problem: string;
}

/** A text that was replaced, with the path that it had before. */
export interface ReplacedText {
  readonly key: string;
  readonly path: DocumentPath;
}

/** An id or the name of an entry that is to be another. `count`: how many occurrences that replaces. */
export interface FoundName {
  readonly text: FindableText;
  readonly after: string;
  readonly key: string;
  readonly count: number;
}

/** A document after its names were replaced. */
interface Renamed {
  readonly document: WorkflowDocument;
  readonly count: number;
  readonly texts: readonly ReplacedText[];
  readonly refused: readonly RefusedText[];
  /** New ids and names, by the paths of the tasks and entries that had the old ones. */
  readonly newIds: ReadonlyMap<string, string>;
}

type Rename = (document: WorkflowDocument, names: readonly FoundName[]) => Result<WorkflowDocument, EditRefusal>;

/**
 * Renames tasks and entries with all references to them, the innermost tasks first, so that the paths of the others
 * still hold. All tasks of a container are renamed at once, as each renaming looks at every name in it.
 */
export function renameFound(document: WorkflowDocument, names: readonly FoundName[]): Renamed {
  const done: FoundName[] = [];
  const refused: RefusedText[] = [];
  let next = document;
  const renameBy = (some: readonly FoundName[], by: Rename): void => {
    const renamed = by(next, some);
    const [only, ...others] = some;
    if (renamed.ok) {
      next = renamed.value;
      done.push(...some);
    } else if (others.length === 0 && only !== undefined) {
      refused.push({ key: only.key, problem: renamed.error.message });
    } else {
      // One of them cannot be renamed: the others are.
      const half = Math.ceil(some.length / 2);
      renameBy(some.slice(0, half), by);
      renameBy(some.slice(half), by);
    }
  };
  for (const [container, some] of groupByContainer(names)) {
    const taken = new Set<string>();
    for (const { key, after } of some) {
      if (taken.has(after)) refused.push({ key, problem: `Another task would be “${after}” too.` });
      else taken.add(after);
    }
    const isRefused = new Set(refused.map(({ key }) => key));
    const unlike = some.filter(({ key }) => !isRefused.has(key));
    if (unlike.length > 0) renameBy(unlike, createContainerRename(container));
  }
  for (const name of names) {
    if (name.text.form === 'entry') renameBy([name], (current) => renameFoundEntry(current, name));
  }
  return {
    document: next,
    count: done.reduce((sum, { count }) => sum + count, 0),
    texts: done.map(({ key, text }) => ({ key, path: text.path })),
    refused,
    newIds: new Map(
      done.map(({ text, after }) => [formatPath(text.form === 'id' ? text.path.slice(0, -1) : text.path), after]),
    ),
  };
}

/** The ids to rename by their containers, the innermost first. */
function groupByContainer(
  names: readonly FoundName[],
): readonly (readonly [TaskPath | undefined, readonly FoundName[]])[] {
  const groups = new Map<TaskPath | undefined, FoundName[]>();
  for (const name of names) {
    const { form, taskPath } = name.text;
    if (form !== 'id' || taskPath === undefined) continue;
    const container = findContainerPath(taskPath);
    const group = groups.get(container);
    if (group === undefined) groups.set(container, [name]);
    else group.push(name);
  }
  const depth = (container: TaskPath | undefined) => (container === undefined ? 0 : container.split('/').length);
  return [...groups].sort(([a], [b]) => depth(b) - depth(a));
}

function createContainerRename(container: TaskPath | undefined): Rename {
  return (document, names) => {
    const to = new Map(names.map(({ text, after }) => [getLastSegment(text.taskPath ?? '') as TaskId, after]));
    return container === undefined ? renameTasks(document, to) : renameParts(document, container, to);
  };
}

function renameFoundEntry(document: WorkflowDocument, { text, after }: FoundName): ReturnType<Rename> {
  const field = text.path[0] as RenameEntry['field'];
  return renameEntry(document, { field, name: text.text, newName: after });
}
