import type { Definition, Point, WorkflowDocument } from '@/workflow/document';
import type { Task, TaskOf } from '@/workflow/tasks';
import { mapPartAt } from '@/workflow/tasks/parts';
import { type BodyKey, buildBlockPath } from './block-keys';

/** The blocks of a text that have entries which can be read alone. */
export type HolderKey = 'tasks' | 'layout.tasks' | 'library' | BodyKey;

/** What an entry of such a block says. */
export type EntryValue = Task | Point | Definition;
export type EntryRecord = Readonly<Record<string, EntryValue>>;

/** The entries of a block in a document, by key; none if the document has no such place. */
export function getEntries(key: HolderKey, document: WorkflowDocument | undefined): EntryRecord {
  if (key === 'tasks') return document?.tasks ?? {};
  if (key === 'layout.tasks') return document?.layout?.tasks ?? {};
  return (key === 'library' ? document?.library : groupAt(document, key)?.subtasks) ?? {};
}

/** The group whose tasks a block has; undefined: the document has none there. */
export function groupAt(document: WorkflowDocument | undefined, key: BodyKey): TaskOf<'group'> | undefined {
  let found: Task | undefined;
  if (document !== undefined)
    mapGroup(document, key, (task) => {
      found = task;
      return task;
    });
  return found?.type === 'group' ? found : undefined;
}

/**
 * The document with other entries in a block; undefined: with none. `place`: how many fields of a group come before its
 * tasks.
 */
export function setEntries(
  document: WorkflowDocument,
  key: HolderKey,
  entries: EntryRecord | undefined,
  place?: number,
): WorkflowDocument {
  if (key === 'tasks') return { ...document, tasks: (entries ?? {}) as WorkflowDocument['tasks'] };
  if (key === 'library' || key === 'layout.tasks') {
    const field = key === 'library' ? key : 'layout';
    const { [field]: held, ...rest } = document;
    const value = key === 'library' ? entries : { ...held, tasks: entries };
    return (value === undefined ? rest : { ...rest, [field]: value }) as WorkflowDocument;
  }
  return mapGroup(document, key, (task) => {
    const fields = Object.entries(task).filter(([field]) => field !== 'subtasks');
    if (entries !== undefined) fields.splice(place ?? fields.length, 0, ['subtasks', entries]);
    return Object.fromEntries(fields) as unknown as Task;
  });
}

function mapGroup(document: WorkflowDocument, key: BodyKey, map: (task: Task) => Task): WorkflowDocument {
  const [, name = '', , ...path] = buildBlockPath(key);
  const { library } = document;
  const definition = library && Object.hasOwn(library, name) ? library[name] : undefined;
  if (definition?.task === undefined) return document;
  const task = mapPartAt(definition.task, path.slice(0, -1), map);
  return { ...document, library: { ...library, [name]: { ...definition, task } } };
}
