import type { DocumentPath } from '../diagnostic';
import type { WorkflowDocument } from '../document';
import { locateTask, type TaskPath } from '../task-path';
import { findMeaning, mapNameUses } from './name-uses';
import { formatPortLabel, type PortName } from './ports';
import { findTaskScope } from './task-scope-at';
import { mapWithin } from './task-scopes';

/** A place in which a task, or a task within it, names the result of another. */
export interface ResultUse {
  /** The task that has the field or the text. */
  readonly reader: TaskPath;
  /** The document path of the field or the text. */
  readonly path: DocumentPath;
  /** The same from the reader inward: `['inputs', 'articles', 'from']`. */
  readonly field: DocumentPath;
  /** What is written: `fetch.output.title`. */
  readonly text: string;
  /** Whether it is the whole of a field, as in `{from: fetch}`; else it is within a text. */
  readonly isField: boolean;
  /** The port of the reading task at which the value enters; undefined: the main port. */
  readonly port: PortName | undefined;
}

/** Where the task at `to`, and the tasks within it, read the result of the task at `from`. */
export function listReadingsBetween(document: WorkflowDocument, from: TaskPath, to: TaskPath): readonly ResultUse[] {
  const target = locateTask(document, to);
  const place = findTaskScope(document, to);
  if (target === undefined || place === undefined) return [];
  const found: ResultUse[] = [];
  mapWithin(target.task, place, (task, at) =>
    mapNameUses(task, at, (use) => {
      const meaning = use.form === 'id' ? undefined : findMeaning(use);
      if (meaning === undefined || (meaning.kind !== 'task' && meaning.kind !== 'returned')) return undefined;
      if (!meaning.taskPaths.includes(from)) return undefined;
      const { reader, path, text } = use;
      const field = path.slice(at.path.length);
      const port = reader === to ? findPortOfField(field) : undefined;
      found.push({ reader, path, field, text, isField: port !== undefined && use.form === 'from', port });
      return undefined;
    }),
  );
  return found;
}

/** The port whose field a document path, from the task inward, leads into. */
function findPortOfField([field, name]: DocumentPath): PortName | undefined {
  switch (field) {
    case 'inputs':
    case 'args':
      return `${field}.${name}`;
    case 'items':
    case 'plan':
    case 'state':
    case 'attachments':
      return field;
    default:
      return undefined;
  }
}

/** Where in its task a reading is, in words: `input articles`, `prompt`, `condition`. */
export function placeOfReading({ field, port }: ResultUse): string {
  const [first = ''] = field;
  return port === undefined
    ? first === 'description'
      ? 'prompt'
      : String(first).replaceAll('_', ' ')
    : formatPortLabel(port);
}
