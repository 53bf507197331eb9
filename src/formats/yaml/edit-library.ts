import { isMap, type Pair } from 'yaml';
import { isSameInOrder, type JsonObject } from '@/base/json';
import { isInPlace } from '@/workflow/change';
import { computeTaskChanges } from '@/workflow/commands/change-between';
import type { DocumentSettings, WorkflowDocument } from '@/workflow/document';
import type { TaskId } from '@/workflow/names';
import type { TaskRecord } from '@/workflow/task-record';
import { writeDocumentForm } from '../written-form';
import { type BodyKey, buildTextAbove, getEntryPrefix, isBodyIn, isEntryOf } from './block-keys';
import { changeBlock } from './change-block';
import { type AroundBodies, editAround } from './edit-around';
import { changeTask, createTasksPlace, editBody } from './edit-tasks';
import { editEntry } from './edit-value';
import { getEntries, groupAt, setEntries } from './entries';
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
  if (!isSameInOrder(Object.keys(before), Object.keys(after))) return undefined;
  const both = { was: { tasks: {}, library: before }, is: { tasks: {}, library: after } };
  const changed = Object.keys(after).filter((name) => before[name] !== after[name]);
  return joinEdits(changed.map((name) => editDefinition(parts, both, name)));
}

function joinEdits(edits: readonly Edits[]): Edits {
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
  const edits = listBodies(parts, key, { was, is }).flatMap((body) => {
    const edited = editGroupTasks(parts, body, { was, is });
    return edited === undefined ? [] : [{ body, edited }];
  });
  const bodies = edits.map(({ body }) => body);
  const emptyBodies = (document: WorkflowDocument) =>
    bodies.reduce((around, body) => setEntries(around, body, {}), document);
  const both = { was: emptyBodies(was), is: emptyBodies(is) };
  const around = editAround(parts, key, bodies, (text) => change(text, both, emptyBodies));
  return joinEdits([...edits.map(({ edited }) => edited), around]);
}

/** The groups in an entry whose tasks each have a block, and that are groups after the change. */
function listBodies(parts: TextParts, key: string, { was, is }: Libraries): readonly BodyKey[] {
  const keys = [...parts.blocks.keys()];
  return keys.filter((body): body is BodyKey => {
    if (!isBodyIn(body, key) || groupAt(is, body) === undefined) return false;
    const count = keys.reduce((sum, block) => (isEntryOf(block, body) ? sum + 1 : sum), 0);
    return count > 0 && count === Object.keys(getEntries(body, was)).length;
  });
}

function editGroupTasks(parts: TextParts, body: BodyKey, both: Libraries): Edits {
  const [old, now] = [getEntries(body, both.was), getEntries(body, both.is)] as [TaskRecord, TaskRecord];
  const left = computeTaskChanges(old, now);
  const edits: Edits[] = [];
  for (const [id, change] of [...left]) {
    const key = getEntryPrefix(body) + id;
    const edited =
      isInPlace(change) && listBodies(parts, key, both).length > 0 ? editTaskAt(parts, body, id, both) : undefined;
    if (edited === undefined) continue;
    edits.push(edited);
    left.delete(id);
  }
  return joinEdits([...edits, left.size === 0 ? [] : editBody(parts, body, left)]);
}

function editTaskAt(parts: TextParts, body: BodyKey, id: TaskId, both: Libraries): Edits {
  return editWithin(parts, getEntryPrefix(body) + id, both, ({ text, block }, { was, is }, emptied) => {
    const { taskIn } = createTasksPlace(body);
    const [before, after] = [taskIn(was, id), taskIn(is, id)];
    if (before === undefined || after === undefined) return undefined;
    if (isSameInOrder(before, after)) return text.text;
    const place = { key: body, taskIn: (document: WorkflowDocument) => taskIn(emptied(document), id) };
    return changeTask(text, place, block, { id, task: before }, { id, task: after })?.text;
  });
}

function editDefinition(parts: TextParts, both: Libraries, name: string): Edits {
  return editWithin(parts, getEntryPrefix('library') + name, both, ({ text, block }, { was, is }, emptied) => {
    const [before, after] = [writeDefinitionForm(was, name), writeDefinitionForm(is, name)];
    if (isSameInOrder(before, after)) return text.text;
    return changeBlock(text, block, buildTextAbove('library'), writeEntry(name, after, parts.style.unit), {
      edit: (whole, root) => {
        const library = root.items[0]?.value;
        return isMap(library) ? editEntry(whole, library.items[0] as Pair, before, after, parts.style) : undefined;
      },
      says: (document) => isSameInOrder(writeDefinitionForm(emptied(document), name), after),
    });
  });
}

/** A definition as a file has it. */
function writeDefinitionForm({ library }: WorkflowDocument, name: string): JsonObject {
  const definition = library?.[name];
  const written = definition && writeDocumentForm({ library: { [name]: definition } })['library'];
  return (written as Readonly<Record<string, JsonObject>> | undefined)?.[name] ?? {};
}
