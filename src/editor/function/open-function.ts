import type { AppStores } from '@/state/context';
import { selectedTask } from '@/state/view-store';
import { definitionAt } from '@/workflow/document';
import { functionPath } from '@/workflow/function-path';
import { locateTask } from '@/workflow/task-path';
import { canvasOf } from '../actions/canvas-handle';
import { focusInspector } from '../actions/focus-inspector';
import { canOpen } from '../geometry/root-boxes';

/** Most steps back that are remembered. */
const mostSteps = 50;

/** Opens a function as a canvas of its own. Leaving it leads back to what was open, with its selection. */
export function openFunction({ view }: Pick<AppStores, 'view'>, name: string): void {
  const root = functionPath(name);
  view.setState(({ root: from, selection, openedFrom, mode }) => ({
    screen: 'editor',
    mode: mode === 'code' ? 'both' : mode,
    root,
    selection: new Set(),
    selectedEdge: undefined,
    openedFrom:
      from === root ? openedFrom : [...openedFrom.slice(1 - mostSteps), { root, from, selection: [...selection] }],
  }));
  canvasOf(view)?.focus();
}

/** Opens the function that the selected task calls; if that is not in the workflow, the form of the task. */
export function openCalled(stores: Pick<AppStores, 'document' | 'view'>): void {
  const { document } = stores.document.getState();
  const task = locateTask(document, selectedTask(stores.view.getState()) ?? '')?.task;
  const ref = task?.type === 'call' ? task.ref : undefined;
  if (ref !== undefined && definitionAt(document, functionPath(ref))) openFunction(stores, ref);
  else focusInspector(stores.view);
}

/** Goes back from a function to where it was opened from; without that, or if it is gone, to the workflow. */
export function leaveFunction({ document, view }: Pick<AppStores, 'document' | 'view'>): void {
  const { root, openedFrom } = view.getState();
  const last = openedFrom.at(-1);
  const isHere = root !== undefined && last?.root === root;
  const { document: current } = document.getState();
  const isThere = isHere && (last.from === undefined || canOpen(current, last.from));
  view.setState({
    root: isThere ? last.from : undefined,
    selection: new Set(isThere ? last.selection : []),
    selectedEdge: undefined,
    openedFrom: isHere ? openedFrom.slice(0, -1) : [],
  });
}

/** The nodes at the border of a function. They are selected by a path that no task has. */
export type BorderNode = 'inputs' | 'result';

/** The path by which a node at the border of a function is selected. */
export function borderPath(root: string, node: BorderNode): string {
  return `${root}/:${node}`;
}
