import { readWholeOutput } from '@/host/whole-output';
import type { Plan } from '@/plan/plan';
import type { RunState } from '@/run/run-state';
import type { RunJournal } from '@/storage/run-journal';

/** Stores the whole artifacts of a run as files of the journal, under the names that the author gave them. */
export async function keepOutputs(
  plan: Plan,
  state: RunState,
  executionId: string,
  journal: RunJournal,
): Promise<void> {
  for (const { id, output } of plan.tasks) {
    const task = state.tasks.get(id);
    if (output === undefined || task?.status !== 'ok') continue;
    const record = { payload: task.result, capture: task.data.capture };
    const pages = await readWholeOutput(journal.blobs, executionId, record);
    if (pages !== undefined) await journal.keepOutput(executionId, output, pages);
  }
}
