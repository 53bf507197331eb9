import { useMemo } from 'react';
import { useDocument, useRun } from '@/state/context';
import type { RunViewState } from '@/state/run-store';
import { taskLabel, taskOf, type WorkflowDocument } from '@/workflow/document';
import type { Task } from '@/workflow/tasks';
import { type RunPhase, type TaskBadge, taskBadge } from './task-badge';

/** The badge of a task; drawn again only when this task's state changes. */
export function useTaskBadge(id: string, task: Task): TaskBadge {
  const run = useRun((state) => state.run.tasks.get(id));
  const phase = useRun(runPhase);
  const document = useDocument((state) => (phase === 'none' ? undefined : state.document));
  const waitsFor = useRun((state) => (run || !document ? undefined : waitingFor(document, task, state)));
  return useMemo(() => taskBadge(task, run, phase, waitsFor), [task, run, phase, waitsFor]);
}

/** How it stands with the run that is shown. */
export function runPhase({ executionId, run }: Pick<RunViewState, 'executionId' | 'run'>): RunPhase {
  if (executionId === undefined) return 'none';
  return run.status === 'running' || run.status === 'waiting' ? run.status : 'none';
}

/** Label of the first dependency that has not ended. */
function waitingFor(document: WorkflowDocument, task: Task, { run }: RunViewState): string | undefined {
  const id = task.dependsOn?.find((dependency) => {
    const status = run.tasks.get(dependency)?.status;
    return status === undefined || status === 'running';
  });
  const dependency = id === undefined ? undefined : taskOf(document, id);
  return id !== undefined && dependency ? taskLabel(id, dependency) : undefined;
}
