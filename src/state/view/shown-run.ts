import type { JournalPath } from '@/run/journal-path';
import type { TaskPath } from '@/workflow/task-path';
import { isRunning } from '../run-actions';
import type { RunStore } from '../run-store';
import type { ViewState, ViewStore } from '../view-store';
import { changeField } from './change-view';

/** Shows this instance of a task that ran several times; undefined: the last. */
export function chooseInstance(view: ViewStore, instance: JournalPath | undefined): void {
  changeField(view, 'shownRun', { instance });
}

/** Shows the run of a call on the canvas of the function that it calls. */
export function showCall(view: ViewStore, name: string, call: TaskPath): void {
  const { callsShown } = view.getState().shownRun;
  if (callsShown.get(name) !== call) changeField(view, 'shownRun', { callsShown: new Map(callsShown).set(name, call) });
}

/** Lets the lists of a run stay at the newest entry, and the canvas show what runs, or not. */
export function followRun(view: ViewStore, executionId: string, on: boolean): void {
  changeField(view, 'shownRun', { follow: { executionId, on } });
}

/** Whether the shown run is followed: while it runs, until a person says or does otherwise. */
export function isFollowing(
  { shownRun: { follow } }: Pick<ViewState, 'shownRun'>,
  run: Parameters<typeof isRunning>[0],
): boolean {
  return follow !== undefined && follow.executionId === run.executionId ? follow.on : isRunning(run);
}

/** Lets the view and the lists stay where they are: a person looks at something else. */
export function stopFollowing({ run, view }: { readonly run: RunStore; readonly view: ViewStore }): void {
  const state = run.getState();
  if (state.executionId === undefined || !isRunning(state) || !isFollowing(view.getState(), state)) return;
  followRun(view, state.executionId, false);
}
