import type { Json } from '@/base/json';
import type { WorkflowDocument } from '../../document';
import { findMeaning, mapNameUses } from '../../graph/name-uses';
import type { PortName } from '../../graph/ports';
import { findTaskScope } from '../../graph/task-scope-at';
import { mapWithin } from '../../graph/task-scopes';
import { locateTask, type TaskPath } from '../../task-path';
import type { Task } from '../../tasks';
import { readFrom } from '../../tasks/input-kind';
import { patchFields } from '../set-fields';

type Fields = Readonly<Record<string, unknown>>;

/** The task whose port reads this reference. Attachments are added to; any other field holds only what it reads. */
export function setPortOfTask(task: Task, port: PortName, from: string): Task {
  const [field = '', name] = splitPortName(port);
  const before = (task as Fields)[field];
  if (name !== undefined)
    return patchFields(task, { [field]: { ...(before as Fields | undefined), [name]: { from } } });
  if (field !== 'attachments') return patchFields(task, { [field]: { from } });
  return patchFields(task, { [field]: [...((before as Json[] | undefined) ?? []), { from }] });
}

/**
 * The task at a path without these references in the field of a port. An input that a text names, or that is about to
 * read something else, keeps its name with an empty text, as do arguments; lists become empty.
 */
export function removeReads(
  document: WorkflowDocument,
  taskPath: TaskPath,
  task: Task,
  port: PortName,
  { references, isReplaced }: { readonly references: ReadonlySet<string>; readonly isReplaced: boolean },
): Task {
  const [field = '', name] = splitPortName(port);
  const before = (task as Fields)[field];
  if (name !== undefined) {
    const stays = isReplaced || field === 'args' || task.type === 'script' || isNamed(document, taskPath, name);
    const { [name]: _gone, ...others } = before as Fields;
    if (stays) return patchFields(task, { [field]: { ...(before as Fields), [name]: '' } });
    return patchFields(task, { [field]: Object.keys(others).length === 0 ? undefined : others });
  }
  if (field === 'attachments') {
    const left = (before as Json[]).filter((one) => !references.has(readFrom(one) ?? ''));
    return patchFields(task, { [field]: left.length === 0 ? undefined : left });
  }
  return patchFields(task, { [field]: field === 'state' ? undefined : [] });
}

/** Whether the field of a port is `{from: …}`, which is all that it reads. */
export function isPortReading(task: Task, port: PortName): boolean {
  const [field = '', name] = splitPortName(port);
  const value = (task as Fields)[field];
  return (
    readFrom((name === undefined ? value : (value as Fields | undefined)?.[name]) as Json | undefined) !== undefined
  );
}

/** The field of a port and, of an input or an argument, its name, which may hold dots. */
function splitPortName(port: PortName): readonly string[] {
  const dot = port.indexOf('.');
  return dot < 0 ? [port] : [port.slice(0, dot), port.slice(dot + 1)];
}

/** Whether a text of the task, or of one within it, names this input of the task. */
function isNamed(document: WorkflowDocument, taskPath: TaskPath, name: string): boolean {
  const located = locateTask(document, taskPath);
  const place = findTaskScope(document, taskPath);
  if (located === undefined || place === undefined) return false;
  let found = false;
  mapWithin(located.task, place, (task, at) =>
    mapNameUses(task, at, (use) => {
      const meaning = findMeaning(use);
      found ||= meaning?.kind === 'field' && meaning.name === name && meaning.owner === taskPath;
      return undefined;
    }),
  );
  return found;
}
