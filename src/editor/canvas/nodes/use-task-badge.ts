import { useMemo } from 'react';
import { asksAt } from '@/run/projections/asks-at';
import { fallbackWords } from '@/run/projections/fallback-words';
import { instanceAt } from '@/run/projections/instance-at';
import type { TaskInstance } from '@/run/run-state';
import { useDocument, useRun, useView } from '@/state/context';
import { type RunViewState, thinksAt } from '@/state/run-store';
import { taskLabel, type WorkflowDocument } from '@/workflow/document';
import { holderOf, locateTask, placeIn, type TaskPath } from '@/workflow/place';
import type { Task } from '@/workflow/tasks';
import { type RunPhase, type TaskBadge, taskBadge } from './task-badge';

/** The instance of a task that is looked at; undefined if it has not run. */
export function useInstance(place: TaskPath): TaskInstance | undefined {
  const chosen = useView((state) => state.instance);
  return useRun((state) => instanceAt(state.run, place, chosen));
}

/** The badge of a task, of the instance that is looked at; drawn again only when that changes. */
export function useTaskBadge(place: TaskPath, task: Task): TaskBadge {
  const run = useInstance(place);
  const phase = useRun((state) => phaseAt(state, place));
  const document = useDocument((state) => (phase === 'none' ? undefined : state.document));
  const waitsFor = useRun((state) => (run || !document ? undefined : waitingFor(document, place, task, state)));
  const thinks = useRun(
    ({ live, travel }) => run?.status === 'running' && travel === undefined && thinksAt(live, run.path),
  );
  const answers = useRun((state) => run && fallbackWords(state.run.calls.get(place) ?? [], run.path));
  return useMemo(
    () => taskBadge(task, run, phase, waitsFor, { thinks, answers }),
    [task, run, phase, waitsFor, thinks, answers],
  );
}

/** How it stands with the run that is shown. */
export function runPhase({ executionId, run }: Pick<RunViewState, 'executionId' | 'run'>): RunPhase {
  if (executionId === undefined) return 'none';
  if (run.status === 'waiting') return run.waits.at(-1)?.reason === 'person' ? 'paused' : 'waiting';
  return run.status === 'running' ? 'running' : 'none';
}

/** How it stands with the run for the task at a place: while the others go on, one may wait for an answer. */
export function phaseAt(state: Pick<RunViewState, 'executionId' | 'run'>, place: TaskPath): RunPhase {
  const phase = runPhase(state);
  return phase === 'running' && asksAt(state.run, place) ? 'waiting' : phase;
}

/** Label of the first dependency that has not ended. */
function waitingFor(
  document: WorkflowDocument,
  place: TaskPath,
  task: Task,
  { run }: RunViewState,
): string | undefined {
  const holder = holderOf(place);
  const beside = (id: string) => (holder === undefined ? id : placeIn(holder, id));
  const id = task.dependsOn?.find((dependency) => {
    const status = run.tasks.get(beside(dependency))?.status;
    return status === undefined || status === 'running';
  });
  const dependency = id === undefined ? undefined : locateTask(document, beside(id))?.task;
  return id !== undefined && dependency ? taskLabel(id, dependency) : undefined;
}
