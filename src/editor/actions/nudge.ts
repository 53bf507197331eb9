import { ok } from '@/base/result';
import type { AppStores } from '@/state/context';
import { moveTasks } from '@/workflow/commands/move-tasks';
import { updateNotes } from '@/workflow/commands/notes';
import type { Point } from '@/workflow/document';
import { noteByKey, noteIndex } from '@/workflow/notes';
import { findContainerPath, selectOutermost } from '@/workflow/task-path';
import { computeBoxesAround } from '../geometry/boxes';
import { noteRect } from '../geometry/note-rect';
import { countParts, listSelectedNotes, listSelectedPaths, performEdit } from './edit';
import { growAround } from './note-edits';

/** Keeps a position within the content of its container. */
const keepInContent = ([x, y]: Point): Point => [Math.max(x, 0), Math.max(y, 0)];

/** Pixels of one nudge, and the pause in ms after which another undo step begins. */
const nudgeStep = 10;
const burstMs = 1000;
const lastNudge = new WeakMap<object, { readonly at: number; readonly burst: number }>();

/** The number of the burst that a press belongs to. */
function countBurst({ document }: AppStores): number {
  const now = Date.now();
  const last = lastNudge.get(document) ?? { at: 0, burst: 0 };
  const burst = now - last.at > burstMs ? last.burst + 1 : last.burst;
  lastNudge.set(document, { at: now, burst });
  return burst;
}

/** Moves the selected tasks and notes one step. Presses that follow one another are one step of the history. */
export async function nudgeSelected(stores: AppStores, [dx, dy]: Point): Promise<void> {
  const burst = countBurst(stores);
  const taskPaths = selectOutermost(listSelectedPaths(stores));
  const notes = listSelectedNotes(stores);
  await performEdit(
    stores,
    (document) => {
      const boxes = computeBoxesAround(document, taskPaths[0]);
      const moved = taskPaths.map((taskPath) => {
        const [x, y] = boxes.get(taskPath)?.at ?? [0, 0];
        const to: Point = [x + dx * nudgeStep, y + dy * nudgeStep];
        return [taskPath, findContainerPath(taskPath) === undefined ? to : keepInContent(to)] as const;
      });
      const placed = moveTasks(document, { positions: new Map(moved) });
      if (!placed.ok || notes.length === 0) return placed;
      const patches = notes.flatMap((key) => {
        const note = noteByKey(document, key);
        if (note === undefined) return [];
        const { x, y } = noteRect(note);
        const at: [number, number] = [x + dx * nudgeStep, y + dy * nudgeStep];
        return [[noteIndex(key) ?? 0, { at }] as const];
      });
      const noted = updateNotes(placed.value, { patches: new Map(patches) });
      return noted.ok ? ok(growAround(document, noted.value)) : noted;
    },
    `Move ${countParts(taskPaths.length, notes.length)}`,
    `nudge ${burst} ${[...taskPaths, ...notes].join(' ')}`,
  );
}

/** Makes the selected notes larger or smaller by one step: their right and lower edges move. */
export async function resizeNotes(stores: AppStores, [dx, dy]: Point): Promise<void> {
  const burst = countBurst(stores);
  const notes = listSelectedNotes(stores);
  await performEdit(
    stores,
    (document) => {
      const patches = notes.flatMap((key) => {
        const note = noteByKey(document, key);
        if (note === undefined) return [];
        const { width, height } = noteRect(note);
        const size: [number, number] = [width + dx * nudgeStep, height + dy * nudgeStep];
        return [[noteIndex(key) ?? 0, { size }] as const];
      });
      const resized = updateNotes(document, { patches: new Map(patches) });
      return resized.ok ? ok(growAround(document, resized.value)) : resized;
    },
    `Resize ${countParts(0, notes.length)}`,
    `resize ${burst} ${notes.join(' ')}`,
  );
}
