import { defined } from '@/base/defined';
import { ok } from '@/base/result';
import type { AppStores } from '@/state/context';
import { addNotes } from '@/workflow/commands/notes';
import { copyInto } from '@/workflow/commands/places/copy-into';
import type { MovedTasks } from '@/workflow/commands/places/move-into';
import { placeBeside, type TaskPlace } from '@/workflow/commands/places/task-place';
import { makeRoomInFunction } from '@/workflow/commands/structure/room-in-function';
import type { Point, StickyNote, WorkflowDocument } from '@/workflow/document';
import { isNoteKey, noteByKey, noteKey } from '@/workflow/notes';
import {
  buildPartPath,
  findContainerPath,
  listParts,
  locateTask,
  selectOutermost,
  type TaskPath,
} from '@/workflow/task-path';
import { computeBoxesAround } from '../geometry/boxes';
import { computeBounds, nodeHeight, nodeWidth, type Rect } from '../geometry/node-geometry';
import { noteRect } from '../geometry/note-rect';
import { computeContentOrigin, placeAt } from '../geometry/place-at';
import { settleTasks } from '../geometry/settle';
import { getCanvas } from './canvas-handle';
import { countParts, listSelectedNotes, listSelectedPaths, performEdit } from './edit';
import { growAround } from './note-edits';
import { tellLost } from './place-edits';
import {
  computeBoxesNow,
  findPositionBeside,
  getShownRoot,
  keepInside,
  placeForNew,
  showParts,
  subtractOrigin,
} from './places-now';

/** How many times something was copied, to tell the steps of the history apart. */
let times = 0;

/**
 * Puts copies of tasks and notes at a place, beside what is there. `boxes`: of what is copied, by the paths and keys in
 * the source.
 */
export async function putCopies(
  stores: AppStores,
  source: WorkflowDocument,
  boxes: ReadonlyMap<TaskPath, Rect>,
  where: { readonly into: TaskPlace; readonly corner: Point },
  verb: string,
): Promise<boolean> {
  const { into, corner } = where;
  const bounds = computeBounds(boxes.values());
  const [left, top] = bounds ? [bounds.x, bounds.y] : [0, 0];
  const [x, y] = keepInside(corner, into.container);
  const positions = new Map(
    [...boxes].map(([key, box]) => [key, [x + box.x - left, y + box.y - top] as [number, number]] as const),
  );
  const taskPaths = [...boxes.keys()].filter((key) => !isNoteKey(key));
  const notes = [...boxes.keys()].flatMap((key): StickyNote[] => {
    const note = noteByKey(source, key);
    if (note === undefined) return [];
    const { in: _before, ...alone } = note;
    const at = positions.get(key) ?? note.at;
    return [{ ...alone, at, ...defined({ in: into.container }) }];
  });
  const ofTasks = new Map([...positions].filter(([key]) => !isNoteKey(key)));
  times += 1;
  let made: MovedTasks | undefined;
  let keys: readonly string[] = [];
  const done = await performEdit(
    stores,
    (document) => {
      const room = makeRoomInFunction(document, into);
      // The only task of a function is in a sequence now.
      const isWithin = source === document && room.document !== document;
      const copied =
        taskPaths.length === 0
          ? ok<MovedTasks>({ document, taskPaths: new Map(), lost: [] })
          : copyInto(room.document, {
              source: isWithin ? room.document : source,
              taskPaths: isWithin ? listPartPaths(room.document, room.into.container) : taskPaths,
              into: room.into,
              positions: ofTasks,
            });
      if (!copied.ok) return copied;
      made = copied.value;
      const settled = settleTasks(document, made.document, [...made.taskPaths.values()]);
      const first = settled.layout?.notes?.length ?? 0;
      keys = notes.map((_, index) => noteKey(first + index));
      const [dx, dy] = computeSettledOffset(settled, made.taskPaths, positions);
      const beside = notes.map((note) => ({ ...note, at: [note.at[0] + dx, note.at[1] + dy] as [number, number] }));
      const noted = addNotes(settled, { notes: beside });
      return noted.ok ? ok(growAround(settled, noted.value)) : noted;
    },
    `${verb} ${countParts(taskPaths.length, notes.length)}`,
    `copy ${times}`,
  );
  if (!done || made === undefined) return false;
  showParts(stores, [...made.taskPaths.values(), ...keys]);
  tellLost(stores, made.lost, `copy ${times}`);
  return true;
}

/** How far copies of tasks were moved from where they were wanted, so that they cover no others. */
function computeSettledOffset(
  { layout }: WorkflowDocument,
  taskPaths: ReadonlyMap<TaskPath, TaskPath>,
  wanted: ReadonlyMap<TaskPath, Point>,
): Point {
  for (const [from, to] of taskPaths) {
    const [at, first] = [layout?.tasks?.[to], wanted.get(from)];
    if (at && first) return [at[0] - first[0], at[1] - first[1]];
  }
  return [0, 0];
}

function listPartPaths(document: WorkflowDocument, container: TaskPath = ''): readonly TaskPath[] {
  const task = locateTask(document, container)?.task;
  return (task ? listParts(task) : []).map(({ position }) => buildPartPath(container, position.segment));
}

/** Where a paste goes: into the selected container or beside the selected task; without one under the pointer. */
export function placeForPaste(stores: AppStores, size: Rect | undefined, isOwnCopy: boolean) {
  const { document } = stores.document.getState();
  const boxes = computeBoxesNow(stores);
  const selected = listSelectedPaths(stores).at(-1);
  const pointer = getCanvas(stores.view)?.pointer();
  const { width = nodeWidth, height = nodeHeight } = size ?? {};
  if (selected === undefined) {
    const middle = pointer ?? getCanvas(stores.view)?.place() ?? [width / 2, height / 2];
    const into = placeAt(document, boxes, middle, [], getShownRoot(stores));
    const corner = subtractOrigin(
      [middle[0] - width / 2, middle[1] - height / 2],
      computeContentOrigin(boxes, into.container),
    );
    return { into, corner };
  }
  // What was just copied and is still selected is meant as the neighbour, even if it is a container.
  const into = isOwnCopy ? placeBeside(document, selected) : placeForNew(stores);
  return { into, corner: findPositionBeside(stores, into.container) };
}

/** Copies the selected tasks and notes beside themselves: below those of a graph, after those of a list. */
export async function duplicateNow(stores: AppStores): Promise<void> {
  const { document } = stores.document.getState();
  const taskPaths = selectOutermost(listSelectedPaths(stores));
  const notes = listSelectedNotes(stores);
  const last = taskPaths.at(-1);
  const firstNote = noteByKey(document, notes[0] ?? '');
  if (last === undefined && firstNote === undefined) return;
  const container = last === undefined ? firstNote?.in : findContainerPath(last);
  const beside = taskPaths.filter((taskPath) => findContainerPath(taskPath) === container);
  const all = computeBoxesAround(document, last);
  const noted = notes.flatMap((key) => {
    const note = noteByKey(document, key);
    return note !== undefined && note.in === container ? [[key as string, noteRect(note)] as const] : [];
  });
  const boxes = new Map([...beside.flatMap((taskPath) => getRectAt(all.get(taskPath)) ?? []), ...noted]);
  const bounds = computeBounds(boxes.values());
  const corner: Point = bounds ? [bounds.x, bounds.y + bounds.height + 24] : [0, 0];
  const into: TaskPlace = last === undefined ? { kind: 'graph', container } : placeBeside(document, last);
  await putCopies(stores, document, boxes, { into, corner }, 'Duplicate');
}

function getRectAt(
  box: { readonly taskPath: TaskPath; readonly at: Point; readonly width: number; readonly height: number } | undefined,
) {
  if (!box) return undefined;
  const { taskPath, at, width, height } = box;
  return [[taskPath, { x: at[0], y: at[1], width, height }] as const];
}
