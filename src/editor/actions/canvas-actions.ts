import type { AppStores } from '@/state/context';
import { openRoot, selectTasks } from '@/state/view/canvas';
import { endGesture } from '@/state/view/gestures';
import { setPanels } from '@/state/view/panels';
import type { ViewState } from '@/state/view-store';
import { findFunctionName } from '@/workflow/function-path';
import { buildGraph, collectDownstream, collectUpstream } from '@/workflow/graph/graph';
import { isNoteKey } from '@/workflow/notes';
import { findContainerPath } from '@/workflow/task-path';
import type { Action } from './action';
import { getCanvas } from './canvas-handle';
import { type ArrowDirection, directions } from './directions';
import { listSelectedIds } from './edit';
import { hasInstances } from './instances';
import { findRegion } from './regions';
import { withEdits } from './with-edits';

/** Whether a part is selected. */
export const hasSelection = ({ view }: AppStores) => view.getState().canvas.selection.size > 0;
const hasCanvas = ({ view }: AppStores) => view.getState().screen.at === 'editor' && getCanvas(view) !== undefined;
const arrows: { readonly [D in ArrowDirection]: string } = {
  left: 'ArrowLeft',
  right: 'ArrowRight',
  up: 'ArrowUp',
  down: 'ArrowDown',
};

function selectAlong({ document, view }: AppStores, reach: typeof collectUpstream): void {
  const graph = buildGraph(document.getState().document);
  const ids = listSelectedIds({ document, view });
  selectTasks(view, new Set([...ids, ...ids.flatMap((id) => [...reach(graph, id)])]));
}

const walkActions = (Object.keys(arrows) as ArrowDirection[]).flatMap((direction): Action[] => [
  {
    id: `walk-${direction}`,
    label: `Go to the task or note ${direction === 'up' ? 'above' : direction === 'down' ? 'below' : `on the ${direction}`}`,
    group: 'Canvas',
    keys: [arrows[direction]],
    scope: 'canvas',
    repeats: true,
    run: (stores) => withEdits(({ walkByArrow: walk }) => walk(stores, direction)),
  },
  {
    id: `nudge-${direction}`,
    label: `Nudge ${direction}`,
    group: 'Canvas',
    keys: [`Mod+${arrows[direction]}`],
    scope: 'canvas',
    repeats: true,
    enabled: hasSelection,
    run: (stores) => withEdits(({ nudgeSelected: nudge }) => nudge(stores, directions[direction])),
  },
]);

const orderActions = ([1, -1] as const).map(
  (by): Action => ({
    id: by === 1 ? 'next-task' : 'previous-task',
    label: by === 1 ? 'Go to the next task in order' : 'Go to the task before in order',
    group: 'Canvas',
    keys: [by === 1 ? 'PageDown' : 'PageUp'],
    scope: 'canvas',
    repeats: true,
    run: (stores) => withEdits(({ walkInOrder }) => walkInOrder(stores, by)),
  }),
);

/** The container that all selected tasks are in, if the canvas shows one; else nothing. */
function listSelectedAround({ canvas: { selection, root } }: ViewState): readonly string[] {
  const around = new Set([...selection].map((key) => (isNoteKey(key) ? undefined : findContainerPath(key))));
  const [container] = around;
  return around.size === 1 && container !== undefined && container !== root ? [container] : [];
}

/** From a panel to the canvas; from a large drawer first to the drawer as it was, which leaves the canvas in sight. */
function leavePanel({ view }: AppStores): void {
  if (view.getState().preferences.panels.isDrawerLarge && findRegion(document.activeElement) === 'drawer')
    setPanels(view, { isDrawerLarge: false });
  else getCanvas(view)?.focus();
}

/** Moving about on the canvas, and moving what is on it. */
export const canvasActions: readonly Action[] = [
  ...walkActions,
  ...orderActions,
  {
    id: 'select-upstream',
    label: 'Select all upstream',
    group: 'Canvas',
    keys: ['Shift+ArrowLeft'],
    scope: 'canvas',
    enabled: hasSelection,
    run: (stores) => selectAlong(stores, collectUpstream),
  },
  {
    id: 'select-downstream',
    label: 'Select all downstream',
    group: 'Canvas',
    keys: ['Shift+ArrowRight'],
    scope: 'canvas',
    enabled: hasSelection,
    run: (stores) => selectAlong(stores, collectDownstream),
  },
  {
    id: 'instance-before',
    label: 'Show the run or round before',
    group: 'Canvas',
    keys: [','],
    scope: 'canvas',
    repeats: true,
    enabled: hasInstances,
    run: (stores) => withEdits(({ stepSelectedInstance }) => stepSelectedInstance(stores, -1)),
  },
  {
    id: 'instance-after',
    label: 'Show the run or round after',
    group: 'Canvas',
    keys: ['.'],
    scope: 'canvas',
    repeats: true,
    enabled: hasInstances,
    run: (stores) => withEdits(({ stepSelectedInstance }) => stepSelectedInstance(stores, 1)),
  },
  {
    id: 'to-canvas',
    label: 'Go back to the canvas',
    group: 'Canvas',
    keys: ['Escape'],
    scope: 'panels',
    enabled: hasCanvas,
    run: leavePanel,
  },
  {
    id: 'clear-selection',
    label: 'Cancel the wire or the move, select the container around, then nothing',
    group: 'Canvas',
    keys: ['Escape'],
    scope: 'canvas',
    enabled: ({ view }) => {
      const { selection, edge, gesture } = view.getState().canvas;
      const isKeyed = gesture.kind === 'move' || gesture.kind === 'connect';
      return isKeyed || selection.size > 0 || edge !== undefined;
    },
    run: ({ view }) => {
      const { gesture } = view.getState().canvas;
      if (gesture.kind === 'connect') endGesture(view, 'connect');
      else if (gesture.kind === 'move') {
        endGesture(view, 'move');
        selectTasks(view, gesture.tasks);
      } else selectTasks(view, listSelectedAround(view.getState()));
    },
  },
  {
    id: 'leave-container',
    label: 'Leave the opened container',
    group: 'Canvas',
    keys: ['Escape'],
    scope: 'canvas',
    enabled: ({ view }) => view.getState().canvas.root !== undefined,
    run(stores) {
      const {
        canvas: { root = '' },
      } = stores.view.getState();
      const around = findContainerPath(root);
      if (around === undefined && findFunctionName(root) !== undefined) {
        return withEdits(({ leaveFunction }) => leaveFunction(stores));
      }
      return openRoot(stores.view, around);
    },
  },
  {
    id: 'fit',
    label: 'Show everything',
    group: 'Canvas',
    keys: ['1'],
    enabled: hasCanvas,
    run: ({ view }) => getCanvas(view)?.fit(),
  },
  {
    id: 'zoom-full',
    label: 'Zoom to 100 %',
    group: 'Canvas',
    keys: ['0'],
    enabled: hasCanvas,
    run: ({ view }) => getCanvas(view)?.zoomToFull(),
  },
  {
    id: 'zoom-in',
    label: 'Zoom in',
    group: 'Canvas',
    keys: ['+', '='],
    repeats: true,
    enabled: hasCanvas,
    run: ({ view }) => getCanvas(view)?.zoomBy(1.25),
  },
  {
    id: 'zoom-out',
    label: 'Zoom out',
    group: 'Canvas',
    keys: ['-', '−'],
    repeats: true,
    enabled: hasCanvas,
    run: ({ view }) => getCanvas(view)?.zoomBy(0.8),
  },
];
