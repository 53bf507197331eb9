import { useMemo } from 'react';
import type { TaskForecast } from '@/plan/forecast/forecast';
import { isAskingAt } from '@/run/projections/asks-at';
import { findFallbackModel } from '@/run/projections/fallback-words';
import { findInstanceAt } from '@/run/projections/instance-at';
import type { TaskInstance } from '@/run/run-state';
import { useDocument, useForecast, useRun, useView } from '@/state/context';
import { findRunShownToEnd, selectForecasts } from '@/state/forecast-store';
import { useRunPath } from '@/state/run-path';
import { isThinkingAt, type RunViewState } from '@/state/run-store';
import { formatTaskLabel, type WorkflowDocument } from '@/workflow/document';
import { buildPartPath, findContainerPath, locateTask, type TaskPath } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';
import { useNotTaken } from './branches';
import { buildTaskBadge, type RunPhase, type TaskBadge } from './task-badge';

/** The selected instance of a task; undefined if the task has not run. */
export function useInstance(taskPath: TaskPath): TaskInstance | undefined {
  const chosen = useView((state) => state.shownRun.instance);
  const path = useRunPath(taskPath);
  return useRun((state) => findInstanceAt(state.run, path, chosen));
}

/** The badge of a task for its selected instance. It is drawn again only when that changes. */
export function useTaskBadge(taskPath: TaskPath, task: Task): TaskBadge {
  const run = useInstance(taskPath);
  const path = useRunPath(taskPath);
  const phase = useRun((state) => findPhaseAt(state, path));
  const document = useDocument((state) => (phase === 'none' ? undefined : state.document));
  const waitsFor = useRun((state) =>
    run || !document ? undefined : findWaitingFor(document, taskPath, path, task, state),
  );
  const thinks = useRun(
    ({ live, travel }) => run?.status === 'running' && travel === undefined && isThinkingAt(live, run.path),
  );
  const answers = useRun((state) => run && findFallbackModel(state.run.calls.get(path) ?? [], run.path));
  const progress = useRun((state) => state.run.progress.get(path));
  const forecast = useShownForecast(path);
  const isNotTaken = useNotTaken(taskPath);
  const isDry = useRun((state) => state.present.isDry === true);
  return useMemo(
    () => buildTaskBadge(task, run, phase, waitsFor, { thinks, answers, forecast, progress, isNotTaken, isDry }),
    [task, run, phase, waitsFor, thinks, answers, forecast, progress, isNotTaken, isDry],
  );
}

/** What a new run would do with a task, while the newest run is shown as it ended; undefined: keep its result. */
function useShownForecast(taskPath: TaskPath): TaskForecast | undefined {
  const shown = useRun(findRunShownToEnd);
  return useForecast((state) => selectForecasts(state, shown).get(taskPath));
}

/** The phase of the shown run. */
function runPhase({ executionId, run }: Pick<RunViewState, 'executionId' | 'run'>): RunPhase {
  if (executionId === undefined) return 'none';
  if (run.status === 'waiting') return run.waits.at(-1)?.reason === 'person' ? 'paused' : 'waiting';
  return run.status === 'running' ? 'running' : 'none';
}

/** The phase of the run for one task: while others continue, this one may wait for an answer. */
export function findPhaseAt(state: Pick<RunViewState, 'executionId' | 'run'>, taskPath: TaskPath): RunPhase {
  const phase = runPhase(state);
  return phase === 'running' && isAskingAt(state.run, taskPath) ? 'waiting' : phase;
}

/** The label of the first dependency that has not ended. `path`: that of the task in the run. */
function findWaitingFor(
  document: WorkflowDocument,
  taskPath: TaskPath,
  path: TaskPath,
  task: Task,
  { run }: RunViewState,
): string | undefined {
  const beside = (id: string, of = taskPath) => {
    const container = findContainerPath(of);
    return container === undefined ? id : buildPartPath(container, id);
  };
  const id = task.dependsOn?.find((dependency) => {
    const status = run.tasks.get(beside(dependency, path))?.status;
    return status === undefined || status === 'running';
  });
  const dependency = id === undefined ? undefined : locateTask(document, beside(id))?.task;
  return id !== undefined && dependency ? formatTaskLabel(id, dependency) : undefined;
}
