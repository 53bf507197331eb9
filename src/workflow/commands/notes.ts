import { defined } from '@/base/defined';
import { ok, type Result } from '@/base/result';
import type { Point, StickyNote, WorkflowDocument } from '../document';
import { noteKey } from '../notes';
import { findContainerPath, locateTask, type TaskPath } from '../task-path';
import { type EditRefusal, refuseEdit } from './edit-refusal';
import { setLayout } from './edits';
import { leastNoteSize } from './note-size';

/** Fields of a note to set; undefined: left out. */
export type NotePatch = { readonly [K in keyof StickyNote]?: StickyNote[K] | undefined };

/** Adds notes behind those that are there. Refused if the container of one does not exist. */
export function addNotes(
  document: WorkflowDocument,
  { notes }: { readonly notes: readonly StickyNote[] },
): Result<WorkflowDocument, EditRefusal> {
  const lost = notes.find((note) => note.in !== undefined && locateTask(document, note.in) === undefined);
  if (lost !== undefined) return refuseEdit(`No task “${lost.in}”.`);
  return ok(setNotes(document, [...listNotes(document), ...notes.map(roundNote)]));
}

/** Sets fields of notes, by their places in the layout. Refused if one does not exist. */
export function updateNotes(
  document: WorkflowDocument,
  { patches }: { readonly patches: ReadonlyMap<number, NotePatch> },
): Result<WorkflowDocument, EditRefusal> {
  const notes = [...listNotes(document)];
  for (const [index, patch] of patches) {
    const before = notes[index];
    if (before === undefined) return refuseEdit(`There is no note ${noteKey(index)} any more.`);
    const fields = Object.entries({ ...before, ...patch }).filter(([, value]) => value !== undefined);
    notes[index] = roundNote(Object.fromEntries(fields) as StickyNote);
  }
  return ok(patches.size === 0 ? document : setNotes(document, notes));
}

/** Removes notes, by their places in the layout. Those that do not exist are no error. */
export function removeNotes(document: WorkflowDocument, indexes: readonly number[]): WorkflowDocument {
  const gone = new Set(indexes);
  const left = listNotes(document).filter((_, index) => !gone.has(index));
  return left.length === listNotes(document).length ? document : setNotes(document, left);
}

/**
 * The document with the notes that lie in a task put beside it. `deep`: also those in a task within it. `origin`: where
 * the content of the task begins beside it.
 */
export function liftNotes(
  document: WorkflowDocument,
  taskPath: TaskPath,
  { origin: [left, top] = [0, 0], deep = false }: { readonly origin?: Point | undefined; readonly deep?: boolean } = {},
): WorkflowDocument {
  const container = findContainerPath(taskPath);
  const notes = listNotes(document).map((note): StickyNote => {
    const isIn = note.in === taskPath || (deep && note.in?.startsWith(`${taskPath}/`) === true);
    if (!isIn) return note;
    const { in: _before, at, ...rest } = note;
    return { ...rest, at: [at[0] + left, at[1] + top], ...defined({ in: container }) };
  });
  const isSame = notes.every((note, index) => note === document.layout?.notes?.[index]);
  return isSame ? document : setNotes(document, notes);
}

function listNotes({ layout }: WorkflowDocument): readonly StickyNote[] {
  return layout?.notes ?? [];
}

function setNotes(document: WorkflowDocument, notes: readonly StickyNote[]): WorkflowDocument {
  return setLayout(document, { ...document.layout, notes: [...notes] });
}

function roundNote(note: StickyNote): StickyNote {
  const { at, size, ...rest } = note;
  const [x, y] = [Math.round(at[0]), Math.round(at[1])];
  const least = note.in === undefined ? Number.NEGATIVE_INFINITY : 0;
  return {
    ...rest,
    at: [Math.max(x, least), Math.max(y, least)],
    ...(size && {
      size: [
        Math.max(Math.round(size[0]), leastNoteSize.width),
        Math.max(Math.round(size[1]), leastNoteSize.height),
      ] as [number, number],
    }),
  };
}
