import type { Plan, PlannedTask } from '@/plan/plan';
import type { RunState } from '@/run/run-state';
import type { RecordedOutput } from './whole-output';

/**
 * The result of a run: the content of its primary artifact, that of the last task that has one. Otherwise, the result
 * of the last task, in the author's order, that no other depends on; if that one did not complete, of the last that
 * did. Undefined if none did.
 */
export function findPrintedResult({ tasks }: Plan, state: RunState): RecordedOutput | undefined {
  const needed = new Set(tasks.flatMap(({ needs }) => needs));
  const artifact = tasks.findLast(({ output }) => output !== undefined);
  const last = tasks.findLast(({ index }) => !needed.has(index));
  const findContent = (task: PlannedTask | undefined): RecordedOutput | undefined => {
    const run = task && state.tasks.get(task.id);
    return run?.status === 'ok' ? { payload: run.result, capture: run.data.capture } : undefined;
  };
  return findContent(artifact) ?? findContent(last) ?? findContent(tasks.findLast((task) => findContent(task)));
}
