import { defined } from '@/base/defined';
import { ok } from '@/base/result';
import type { AppStores } from '@/state/context';
import { selectTasks } from '@/state/view/canvas';
import { beginGesture } from '@/state/view/gestures';
import { setPositions } from '@/workflow/commands/edits';
import { addNotes, type NotePatch, updateNotes } from '@/workflow/commands/notes';
import type { Point, StickyNote, WorkflowDocument } from '@/workflow/document';
import { isNoteKey, type NoteKey, noteIndex, noteKey } from '@/workflow/notes';
import { findContainerPath, locateTask, type TaskPath } from '@/workflow/task-path';
import { makeRoomAround } from '../geometry/make-room';
import { computeBounds, nodeHeight, nodeWidth, taskGap } from '../geometry/node-geometry';
import { noteRect } from '../geometry/note-rect';
import { computeContentOrigin, placeAt } from '../geometry/place-at';
import { computeBoxesUnder } from '../geometry/root-boxes';
import { getCanvas } from './canvas-handle';
import { performEdit } from './edit';

/**
 * Adds an empty note and opens it to write in: centred at the pointer or, if that is elsewhere, in the middle of the
 * canvas; in the container there.
 */
export async function addNote(stores: AppStores): Promise<void> {
  const { view } = stores;
  const { document } = stores.document.getState();
  const { root } = view.getState().canvas;
  const boxes = computeBoxesUnder(document, root);
  const middle = getCanvas(view)?.place() ?? findPointBelowAll(document);
  const { container } = placeAt(document, boxes, middle, [], root);
  // What is only to be closed, such as a folded container, holds no notes that are seen.
  const open = openAround(container, (one) => one === root || boxes.get(one)?.open === true);
  const [left, top] = computeContentOrigin(boxes, open);
  const { width, height } = noteRect({ text: '', at: [0, 0] });
  const at: [number, number] = [middle[0] - left - width / 2, middle[1] - top - height / 2];
  const note: StickyNote = { text: '', at, size: [width, height], ...defined({ in: open }) };
  let key: NoteKey | undefined;
  const done = await performEdit(
    stores,
    (before) => {
      key = noteKey(before.layout?.notes?.length ?? 0);
      const added = addNotes(before, { notes: [note] });
      return added.ok ? ok(growAround(before, added.value)) : added;
    },
    'Add a note',
  );
  if (!done || key === undefined) return;
  selectTasks(view, [key]);
  beginGesture(view, { kind: 'write', note: key });
  view.requests.reveal.send([key]);
}

/** The innermost container at a path, or around it, that is drawn open. */
function openAround(container: TaskPath | undefined, isOpen: (one: TaskPath) => boolean): TaskPath | undefined {
  let at = container;
  while (at !== undefined && !isOpen(at)) at = findContainerPath(at);
  return at;
}

/** A point below everything, for a workflow whose canvas is not shown. */
function findPointBelowAll(document: WorkflowDocument): Point {
  const bounds = computeBounds(computeBoxesUnder(document, undefined).values());
  return bounds
    ? [bounds.x + nodeWidth / 2, bounds.y + bounds.height + taskGap.y + nodeHeight]
    : [nodeWidth / 2, nodeHeight];
}

/** Sets fields of notes as one edit. Consecutive edits with the same mark are one step of the history. */
export async function patchNotes(
  stores: Pick<AppStores, 'document'>,
  patches: ReadonlyMap<NoteKey, NotePatch>,
  label: string,
  mark?: string,
): Promise<boolean> {
  const done = await performEdit(
    stores,
    (document) => {
      const changed = updateNotes(document, { patches: indexPatches(patches) });
      return changed.ok ? ok(growAround(document, changed.value)) : changed;
    },
    label,
    mark,
  );
  return done !== undefined;
}

/** Gives the notes a colour; undefined: the first of all. */
export async function colorNotes(
  stores: Pick<AppStores, 'document'>,
  keys: readonly NoteKey[],
  color: StickyNote['color'],
): Promise<void> {
  await patchNotes(stores, new Map(keys.map((key) => [key, { color }])), 'Change the colour of a note');
}

/** Patches of notes by their places in the layout. */
function indexPatches(patches: ReadonlyMap<NoteKey, NotePatch>): ReadonlyMap<number, NotePatch> {
  return new Map([...patches].map(([key, patch]) => [noteIndex(key) ?? -1, patch]));
}

/**
 * The document with these notes put at positions of the whole canvas, into a container. `boxes`: of the tasks on the
 * canvas before.
 */
export function placeNotes(
  document: WorkflowDocument,
  corners: ReadonlyMap<string, Point>,
  container: TaskPath | undefined,
  origin: Point,
) {
  const patches = new Map<number, NotePatch>();
  for (const [key, [x, y]] of corners) {
    if (isNoteKey(key)) patches.set(noteIndex(key) ?? -1, { at: [x - origin[0], y - origin[1]], in: container });
  }
  return updateNotes(document, { patches });
}

/** Moves notes alone to positions of the whole canvas, into a container, as one step. */
export async function dropNotes(
  stores: AppStores,
  corners: ReadonlyMap<string, Point>,
  container: TaskPath | undefined,
): Promise<void> {
  const { document: now } = stores.document.getState();
  const boxes = computeBoxesUnder(now, stores.view.getState().canvas.root);
  const { root } = stores.view.getState().canvas;
  const open = openAround(container, (one) => one === root || boxes.get(one)?.open === true);
  const origin = computeContentOrigin(boxes, open);
  await performEdit(
    stores,
    (document) => {
      const placed = placeNotes(document, corners, open, origin);
      return placed.ok ? ok(growAround(document, placed.value)) : placed;
    },
    corners.size === 1 ? 'Move 1 note' : `Move ${corners.size} notes`,
  );
}

/** The document with room for the containers that grew around their notes. */
export function growAround(before: WorkflowDocument, after: WorkflowDocument): WorkflowDocument {
  const was = before.layout?.notes ?? [];
  let next = after;
  for (const [index, note] of (after.layout?.notes ?? []).entries()) {
    if (note.in === undefined || note === was[index] || locateTask(after, note.in) === undefined) continue;
    next = setPositions(next, makeRoomAround(before, next, note.in));
  }
  return next;
}
