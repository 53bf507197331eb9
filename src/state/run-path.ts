import { buildFunctionPath, findBorderNode, findFunctionName } from '@/workflow/function-path';
import type { TaskPath } from '@/workflow/task-path';
import { useView } from './context';
import { getSelectedTask, type ShownRun, type ViewState } from './view-store';

interface Shown {
  readonly shownRun: Pick<ShownRun, 'callsShown'>;
}

/** The task path, in a run, of the task of a function that a call runs. `call`: that of the call. */
export function buildCalledPath(call: TaskPath, name: string): TaskPath {
  return `${call}/call:${name}/task`;
}

/**
 * The task path by which the shown run knows a task: that of the document, but for a task of a function, which is below
 * the call that the canvas shows. While none is chosen it is a path that no run has.
 */
export function getRunPath({ shownRun: { callsShown } }: Shown, taskPath: TaskPath): TaskPath {
  const name = findFunctionName(taskPath);
  const call = name === undefined ? undefined : callsShown.get(name);
  if (name === undefined || call === undefined) return taskPath;
  return buildCalledPath(call, name) + taskPath.slice(buildFunctionPath(name).length);
}

/** {@link getRunPath}, followed. */
export function useRunPath(taskPath: TaskPath): TaskPath {
  return useView((state) => getRunPath(state, taskPath));
}

/**
 * The path of the selected task in the shown run; of the result of a function that of the function’s task. Undefined:
 * no task is selected, or the inputs of a function.
 */
export function findSelectedInRun(state: ViewState): TaskPath | undefined {
  const selected = getSelectedTask(state);
  const node = findBorderNode(selected ?? '');
  if (selected === undefined || node === 'inputs') return undefined;
  return getRunPath(state, node === 'result' ? selected.slice(0, selected.lastIndexOf('/')) : selected);
}
