import { buildFunctionPath, findFunctionName } from '@/workflow/function-path';
import type { CanvasView, SelectedEdge, ViewStore } from '../view-store';
import { changeField, changeView } from './change-view';
import { changeToEditor } from './screens';

/** Selects exactly these tasks and notes. */
export function selectTasks(view: ViewStore, keys: Iterable<string>): void {
  changeField(view, 'canvas', { selection: new Set(keys), edge: undefined, fresh: undefined });
}

/** Notes that the selected task was just added; undefined: it was, and is now a task like others. */
export function setFresh(view: ViewStore, fresh: string | undefined): void {
  changeField(view, 'canvas', { fresh });
}

/** Selects an edge, and nothing else. */
export function selectEdge(view: ViewStore, edge: SelectedEdge): void {
  changeField(view, 'canvas', { selection: new Set(), edge });
}

/** Leaves the edge that is selected, if any. */
export function deselectEdge(view: ViewStore): void {
  changeField(view, 'canvas', { edge: undefined });
}

/** Most steps back that are remembered. */
const mostSteps = 50;

/** {@link CanvasView.openedFrom} for a canvas that next shows a path, if that leads into a function. */
function findOpenedFrom({ root: from, selection, openedFrom }: CanvasView, to: string): CanvasView['openedFrom'] {
  const name = findFunctionName(to);
  if (name === undefined || name === findFunctionName(from ?? '')) return openedFrom;
  return [...openedFrom.slice(1 - mostSteps), { root: buildFunctionPath(name), from, selection: [...selection] }];
}

/** Opens the canvas at a container, or at the whole workflow. What was left is selected there. */
export function openRoot(view: ViewStore, root: string | undefined): void {
  changeView(view, (state) => {
    const { canvas, ...others } = changeToEditor(state);
    const { root: left } = canvas;
    const isUp = left !== undefined && (root === undefined || left.startsWith(`${root}/`));
    const openedFrom = findOpenedFrom(canvas, root ?? '');
    return {
      ...others,
      canvas: { ...canvas, root, openedFrom, selection: new Set(isUp ? [left] : []), edge: undefined },
    };
  });
}

/** Shows another part of the workflow on the canvas, with the same selection. */
export function setRoot(view: ViewStore, root: string | undefined): void {
  changeField(view, 'canvas', { root });
}

/**
 * Leads back from an opened function to where it was opened from, with what was selected there; without that, or if it
 * cannot be opened any more, to the whole workflow.
 */
export function leaveRoot(view: ViewStore, canOpen: (root: string) => boolean): void {
  const { root, openedFrom } = view.getState().canvas;
  const last = openedFrom.at(-1);
  const isHere = root !== undefined && last?.root === root;
  const isThere = isHere && (last.from === undefined || canOpen(last.from));
  changeField(view, 'canvas', {
    root: isThere ? last.from : undefined,
    selection: new Set(isThere ? last.selection : []),
    edge: undefined,
    openedFrom: isHere ? openedFrom.slice(0, -1) : [],
  });
}

/** Selects a task or a note and brings it into view, e.g. from the list of problems. */
export function jumpToTask(view: ViewStore, key: string): void {
  changeView(view, (state) => {
    const { canvas, ...others } = changeToEditor(state);
    const openedFrom = findOpenedFrom(canvas, key);
    return { ...others, canvas: { ...canvas, selection: new Set([key]), edge: undefined, openedFrom } };
  });
  view.requests.reveal.send([key]);
}

/** Follows a change of names: `rename` says for a path what it is now. */
export function renamePaths(view: ViewStore, rename: (path: string) => string): void {
  changeView(view, ({ canvas, shownRun }) => ({
    canvas: {
      ...canvas,
      root: canvas.root && rename(canvas.root),
      selection: new Set([...canvas.selection].map(rename)),
      openedFrom: canvas.openedFrom.map(({ root, from, selection }) => ({
        root: rename(root),
        from: from && rename(from),
        selection: selection.map(rename),
      })),
    },
    shownRun: {
      ...shownRun,
      callsShown: new Map(
        [...shownRun.callsShown].map(([name, call]) => [
          findFunctionName(rename(buildFunctionPath(name))) ?? name,
          call,
        ]),
      ),
    },
  }));
}
