import { isMap, type Pair } from 'yaml';
import { type JsonObject, sameInOrder } from '@/base/json';
import { isInPlace } from '@/workflow/change';
import { taskChanges } from '@/workflow/commands/change-between';
import type { DocumentSettings, WorkflowDocument } from '@/workflow/document';
import type { TaskId } from '@/workflow/names';
import type { TaskRecord } from '@/workflow/task-record';
import { writtenDocument } from '../written-form';
import { type BodyKey, entryPrefix, isBodyIn, isEntryOf, textAbove } from './block-keys';
import { changeBlock } from './change-block';
import { type AroundBodies, editAround } from './edit-around';
import { changeTask, editBody, tasksPlace } from './edit-tasks';
import { editEntry } from './edit-value';
import { entriesOf, groupAt, withEntries } from './entries';
import type { BlockReplacement } from './replace-blocks';
import type { TextParts } from './text-parts';
import { writeEntry } from './write-value';

type Library = NonNullable<DocumentSettings['library']>;

/** A library before and after a change, each in a document that has nothing else. */
interface Libraries {
  readonly was: WorkflowDocument;
  readonly is: WorkflowDocument;
}

type Edits = readonly BlockReplacement[] | undefined;

/**
 * The edits for a change of the library in which no definition comes, goes or moves. Undefined if one does, or if
 * something cannot be edited alone: then the library is edited as one entry.
 */
export function editLibrary(parts: TextParts, before: Library, after: Library): Edits {
  if (!sameInOrder(Object.keys(before), Object.keys(after))) return undefined;
  const both = { was: { tasks: {}, library: before }, is: { tasks: {}, library: after } };
  const changed = Object.keys(after).filter((name) => before[name] !== after[name]);
  return allOf(changed.map((name) => editDefinition(parts, both, name)));
}

function allOf(edits: readonly Edits[]): Edits {
  return edits.includes(undefined) ? undefined : edits.flatMap((some) => some ?? []);
}

/** Edits an entry of the library: the tasks of the groups in it one by one, and the text around them by itself. */
function editWithin(
  parts: TextParts,
  key: string,
  { was, is }: Libraries,
  change: (
    around: AroundBodies,
    both: Libraries,
    emptied: (document: WorkflowDocument) => WorkflowDocument,
  ) => string | undefined,
): Edits {
  const edits = bodiesIn(parts, key, { was, is }).flatMap((body) => {
    const edited = editTasksOf(parts, body, { was, is });
    return edited === undefined ? [] : [{ body, edited }];
  });
  const bodies = edits.map(({ body }) => body);
  const emptied = (document: WorkflowDocument) =>
    bodies.reduce((around, body) => withEntries(around, body, {}), document);
  const both = { was: emptied(was), is: emptied(is) };
  const around = editAround(parts, key, bodies, (text) => change(text, both, emptied));
  return allOf([...edits.map(({ edited }) => edited), around]);
}

/** The groups in an entry whose tasks each have a block, and that are groups after the change. */
function bodiesIn(parts: TextParts, key: string, { was, is }: Libraries): readonly BodyKey[] {
  const keys = [...parts.blocks.keys()];
  return keys.filter((body): body is BodyKey => {
    if (!isBodyIn(body, key) || groupAt(is, body) === undefined) return false;
    const count = keys.reduce((sum, block) => (isEntryOf(block, body) ? sum + 1 : sum), 0);
    return count > 0 && count === Object.keys(entriesOf(body, was)).length;
  });
}

function editTasksOf(parts: TextParts, body: BodyKey, both: Libraries): Edits {
  const [old, now] = [entriesOf(body, both.was), entriesOf(body, both.is)] as [TaskRecord, TaskRecord];
  const left = taskChanges(old, now);
  const edits: Edits[] = [];
  for (const [id, change] of [...left]) {
    const key = entryPrefix(body) + id;
    const edited =
      isInPlace(change) && bodiesIn(parts, key, both).length > 0 ? editTaskAt(parts, body, id, both) : undefined;
    if (edited === undefined) continue;
    edits.push(edited);
    left.delete(id);
  }
  return allOf([...edits, left.size === 0 ? [] : editBody(parts, body, left)]);
}

function editTaskAt(parts: TextParts, body: BodyKey, id: TaskId, both: Libraries): Edits {
  return editWithin(parts, entryPrefix(body) + id, both, ({ text, block }, { was, is }, emptied) => {
    const { taskIn } = tasksPlace(body);
    const [before, after] = [taskIn(was, id), taskIn(is, id)];
    if (before === undefined || after === undefined) return undefined;
    if (sameInOrder(before, after)) return text.text;
    const place = { key: body, taskIn: (document: WorkflowDocument) => taskIn(emptied(document), id) };
    return changeTask(text, place, block, { id, task: before }, { id, task: after })?.text;
  });
}

function editDefinition(parts: TextParts, both: Libraries, name: string): Edits {
  return editWithin(parts, entryPrefix('library') + name, both, ({ text, block }, { was, is }, emptied) => {
    const [before, after] = [writtenDefinition(was, name), writtenDefinition(is, name)];
    if (sameInOrder(before, after)) return text.text;
    return changeBlock(text, block, textAbove('library'), writeEntry(name, after, parts.style.unit), {
      edit: (whole, root) => {
        const library = root.items[0]?.value;
        return isMap(library) ? editEntry(whole, library.items[0] as Pair, before, after, parts.style) : undefined;
      },
      says: (document) => sameInOrder(writtenDefinition(emptied(document), name), after),
    });
  });
}

/** A definition as a file has it. */
function writtenDefinition({ library }: WorkflowDocument, name: string): JsonObject {
  const definition = library?.[name];
  const written = definition && writtenDocument({ library: { [name]: definition } })['library'];
  return (written as Readonly<Record<string, JsonObject>> | undefined)?.[name] ?? {};
}
