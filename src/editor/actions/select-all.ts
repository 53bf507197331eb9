import type { AppStores } from '@/state/context';
import { selectTasks } from '@/state/view/canvas';
import { listTaskIds } from '@/workflow/document';
import { buildPartPath, listParts, locateTask } from '@/workflow/task-path';
import { noteBoxes } from '../geometry/note-boxes';
import { computeBoxesUnder } from '../geometry/root-boxes';

/** Selects all tasks and notes of the workflow, or all in the container that is opened. */
export function selectAll({ document, view }: AppStores): void {
  const { document: current } = document.getState();
  const { root } = view.getState().canvas;
  const task = root === undefined ? undefined : locateTask(current, root)?.task;
  const opened = task === undefined ? undefined : root;
  const notes = noteBoxes(current, computeBoxesUnder(current, opened), opened).filter(
    ({ container }) => container === opened,
  );
  const taskPaths =
    opened === undefined || task === undefined
      ? listTaskIds(current)
      : listParts(task).map(({ position }) => buildPartPath(opened, position.segment));
  selectTasks(view, [...taskPaths, ...notes.map(({ key }) => key)]);
}
