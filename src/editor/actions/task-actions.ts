import { listModelCalls } from '@/run/projections/model-calls';
import type { AppStores } from '@/state/context';
import { findSelectedInRun } from '@/state/run-path';
import { openRoot } from '@/state/view/canvas';
import { beginGesture, endGesture, findMoved, findWireStart } from '@/state/view/gestures';
import { openDialog, openScreen } from '@/state/view/screens';
import { countSelectedTasks, getSelectedTask } from '@/state/view-store';
import { listTaskIds } from '@/workflow/document';
import { findContainerPath, listParts, locateTask, selectOutermost } from '@/workflow/task-path';
import { type Task, taskTraits } from '@/workflow/tasks';
import { isPinned } from '@/workflow/tasks/pin';
import { getOwnSlots } from '@/workflow/tasks/traits';
import type { Action } from './action';
import { addTaskAt } from './add';
import { getCanvas } from './canvas-handle';
import { listSelectedPaths } from './edit';
import { focusInspector, writeTitle } from './focus-inspector';
import { isNoteSelected, writeSelectedNote } from './note-actions';
import { withEdits } from './with-edits';

const hasSelection = ({ view }: AppStores) => countSelectedTasks(view.getState()) > 0;
const hasOneSelected = ({ view }: AppStores) => getSelectedTask(view.getState()) !== undefined;
const isConnecting = ({ view }: AppStores) => findWireStart(view.getState()) !== undefined;

/** Whether all selected tasks are like that, so that a key that turns it on would turn it off. */
const isOfAll = (stores: AppStores, isSo: (task: Task) => boolean) => {
  const { document } = stores.document.getState();
  const paths = listSelectedPaths(stores);
  return paths.length > 0 && paths.every((path) => isSo(locateTask(document, path)?.task ?? noTask));
};
const noTask: Task = { type: 'atomic' };

/** The selected tasks that are containers. */
const listFoldable = (stores: AppStores) =>
  listSelectedPaths(stores).filter((path) => {
    const task = locateTask(stores.document.getState().document, path)?.task;
    return task !== undefined && listParts(task).length > 0;
  });

/** Whether a selected task is within another. */
const isNested = (stores: AppStores) => listSelectedPaths(stores).some((path) => findContainerPath(path) !== undefined);

/** Ends moving by keyboard at the selected task. */
async function finishMoving(stores: AppStores): Promise<void> {
  const moving = findMoved(stores.view.getState());
  const target = getSelectedTask(stores.view.getState());
  if (moving === undefined || target === undefined || moving.includes(target)) return;
  endGesture(stores.view, 'move');
  await withEdits(({ moveTo }) => moveTo(stores, moving, target));
}

/** Opens the function that the selected task calls. */
const openCalled = (stores: AppStores) => withEdits((edits) => edits.openCalled(stores));

/**
 * Opens the selected container in full, and the function of a call; of another task the form in the inspector; a note
 * to write in it.
 */
export async function openTask(stores: AppStores): Promise<void> {
  if (writeSelectedNote(stores)) return;
  const { document, view } = stores;
  const selected = getSelectedTask(view.getState());
  const task = selected === undefined ? undefined : locateTask(document.getState().document, selected)?.task;
  if (task?.type === 'call') return openCalled(stores);
  const isContainer = task !== undefined && (getOwnSlots(task.type).length > 0 || listParts(task).length > 0);
  if (isContainer && selected !== view.getState().canvas.root) openRoot(view, selected);
  else focusInspector(view);
}

/** Searches for existing templates and tasks that do the same as the selected task, with its own words as the query. */
function findFitting({ document, view }: AppStores): void {
  const taskPath = getSelectedTask(view.getState());
  const task = taskPath === undefined ? undefined : locateTask(document.getState().document, taskPath)?.task;
  if (task === undefined) return;
  const words = [task.name, task.description, task.criteria].flat().filter((text) => text !== undefined);
  openDialog(view, { name: 'draft', sentence: words.join(' ') || taskTraits[task.type].label });
}

/** The newest model call of the selected task, or of one inside it. */
function findLastCall({ run, view }: AppStores): string | undefined {
  const selected = findSelectedInRun(view.getState());
  if (selected === undefined) return undefined;
  const calls = listModelCalls(run.getState().run);
  return calls.findLast(({ taskPath }) => taskPath === selected || taskPath.startsWith(`${selected}/`))?.call.path;
}

/** Actions on tasks and on the wires between them. */
export const taskActions: readonly Action[] = [
  {
    id: 'add-task',
    label: 'Add a task',
    group: 'Tasks',
    keys: ['N', '/'],
    run(stores) {
      const canvas = getCanvas(stores.view);
      return canvas ? canvas.openAddMenu() : addTaskAt(stores, 'atomic');
    },
  },
  {
    id: 'connect',
    label: 'Connect: then arrows and Enter',
    group: 'Tasks',
    keys: ['C'],
    enabled: hasOneSelected,
    run: ({ view }) => {
      getCanvas(view)?.focus();
      const from = getSelectedTask(view.getState());
      if (from !== undefined) beginGesture(view, { kind: 'connect', from });
    },
  },
  {
    id: 'finish-connecting',
    label: 'Connect to the task in focus',
    group: 'Tasks',
    keys: ['Enter'],
    scope: 'canvas',
    enabled: isConnecting,
    run: (stores) => withEdits(({ finishConnecting }) => finishConnecting(stores)),
  },
  {
    id: 'connect-port',
    label: 'Connect to an input of the task in focus',
    group: 'Tasks',
    keys: ['Shift+Enter'],
    scope: 'canvas',
    enabled: isConnecting,
    run: (stores) => withEdits(({ finishConnecting }) => finishConnecting(stores, true)),
  },
  {
    id: 'move',
    label: 'Move: then arrows and Enter',
    group: 'Tasks',
    keys: ['Shift+M'],
    enabled: hasSelection,
    run: (stores) => {
      getCanvas(stores.view)?.focus();
      beginGesture(stores.view, { kind: 'move', tasks: selectOutermost(listSelectedPaths(stores)) });
    },
  },
  {
    id: 'finish-moving',
    label: 'Move to the container in focus, or beside the task',
    group: 'Tasks',
    keys: ['Enter'],
    scope: 'canvas',
    enabled: ({ view }) => findMoved(view.getState()) !== undefined,
    run: finishMoving,
  },
  {
    id: 'move-earlier',
    label: 'Move a step or case up',
    group: 'Tasks',
    keys: ['Alt+ArrowUp'],
    scope: 'canvas',
    enabled: isNested,
    run: (stores) => withEdits(({ moveInList }) => moveInList(stores, -1)),
  },
  {
    id: 'move-later',
    label: 'Move a step or case down',
    group: 'Tasks',
    keys: ['Alt+ArrowDown'],
    scope: 'canvas',
    enabled: isNested,
    run: (stores) => withEdits(({ moveInList }) => moveInList(stores, 1)),
  },
  {
    id: 'move-out',
    label: 'Move out of its container',
    group: 'Tasks',
    keys: ['Shift+Alt+ArrowUp'],
    scope: 'canvas',
    enabled: isNested,
    run: (stores) => withEdits(({ moveOut }) => moveOut(stores)),
  },
  {
    id: 'open',
    label: 'Open',
    group: 'Tasks',
    keys: ['Enter'],
    scope: 'canvas',
    enabled: (stores) => (hasOneSelected(stores) && !isConnecting(stores)) || isNoteSelected(stores),
    run: openTask,
  },
  {
    id: 'open-function',
    label: 'Open the function',
    group: 'Tasks',
    keys: [],
    enabled: ({ document, view }) =>
      locateTask(document.getState().document, getSelectedTask(view.getState()) ?? '')?.task.type === 'call',
    run: openCalled,
  },
  {
    id: 'rename',
    label: 'Rename',
    group: 'Tasks',
    keys: ['F2'],
    enabled: (stores) => hasOneSelected(stores) || isNoteSelected(stores),
    run: (stores) => void (writeSelectedNote(stores) || writeTitle(stores.view)),
  },
  {
    id: 'disable',
    label: 'Disable or enable',
    labelNow: (stores) => (isOfAll(stores, ({ disabled }) => disabled === true) ? 'Enable' : 'Disable'),
    group: 'Tasks',
    keys: ['D'],
    enabled: hasSelection,
    run: (stores) => withEdits(({ toggleDisabled }) => toggleDisabled(stores)),
  },
  {
    id: 'pin',
    label: 'Pin the output, or remove the pin',
    labelNow: (stores) => (isOfAll(stores, isPinned) ? 'Remove the pin' : 'Pin the output'),
    group: 'Tasks',
    keys: ['P'],
    enabled: hasSelection,
    run: (stores) => withEdits(({ togglePin }) => togglePin(stores)),
  },
  {
    id: 'what-if',
    label: 'What if',
    group: 'Tasks',
    keys: ['W'],
    enabled: hasSelection,
    run: (stores) => withEdits(({ askWhatIf }) => askWhatIf(stores)),
  },
  {
    id: 'breakpoint',
    label: 'Add or remove a breakpoint',
    labelNow: (stores) => (isOfAll(stores, ({ breakpoint }) => !!breakpoint) ? 'Remove the' : 'Add a') + ' breakpoint',
    group: 'Tasks',
    keys: ['B'],
    enabled: hasSelection,
    run: (stores) => withEdits(({ toggleBreakpoint }) => toggleBreakpoint(stores)),
  },
  {
    id: 'fold',
    label: 'Collapse or expand',
    group: 'Tasks',
    keys: ['E'],
    enabled: (stores) => listFoldable(stores).length > 0,
    run: (stores) => withEdits(({ toggleFold }) => toggleFold(stores, listFoldable(stores))),
  },
  {
    id: 'export-tasks',
    label: 'Export as a template',
    group: 'Tasks',
    keys: [],
    enabled: hasSelection,
    run: ({ view }) => openDialog(view, { name: 'export-tasks' }),
  },
  {
    id: 'tidy',
    label: 'Tidy up',
    group: 'Tasks',
    keys: ['Shift+Alt+T'],
    enabled: ({ document }) => listTaskIds(document.getState().document).length > 1,
    run: (stores) => withEdits(({ tidyUp }) => tidyUp(stores)),
  },
  {
    id: 'what-told',
    label: 'Show what its calls were sent',
    group: 'Tasks',
    keys: [],
    enabled: (stores) => findLastCall(stores) !== undefined,
    run: (stores) => openScreen(stores.view, { at: 'context', call: findLastCall(stores) }),
  },
  {
    id: 'find-fitting',
    label: 'Find what fits this task',
    group: 'Tasks',
    keys: [],
    enabled: hasOneSelected,
    run: findFitting,
  },
];
