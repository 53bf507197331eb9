import type { Plan } from '@/plan/plan';
import type { RunState, TaskRun } from '@/run/run-state';
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
    const ref = wholeRef(task);
    const pages = ref === undefined ? bytesOf(task.result.text) : await journal.blobs.stream(executionId, ref);
    if (pages !== undefined) await journal.keepOutput(executionId, output, pages);
  }
}

/** The reference to the whole stored result; undefined: the text in the event is whole. */
function wholeRef({ result, data }: Extract<TaskRun, { status: 'ok' }>): string | undefined {
  const stored = data.capture?.stored?.ref;
  if (stored !== undefined) return stored;
  return result.length > result.text.length ? result.ref : undefined;
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
