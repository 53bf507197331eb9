import type { EventOf } from '@/run/events';
import { resultOf } from '@/run/result-payload';
import type { Cursor } from '../attempt';
import type { StepValues } from './state-template';
import { type Pipeline, stepKey } from './take-step';

type StepRecord = EventOf<'model.replied' | 'vote.decided'>;

/**
 * Where the log leaves a pipeline: after the steps, in a row from the first, that this attempt or one before it took. Undefined: there are
 * none, or they are those of another question than `first`. Only the latest state is read; those before it may be gone.
 */
export async function stepsTaken(pipeline: Pipeline, first: StepValues): Promise<Cursor | undefined> {
  const { attempt, worker } = pipeline;
  const begun = recordOf(0, pipeline);
  if (begun === undefined || begun.hash !== worker.hashOf(worker.question(first))) return undefined;
  let latest = begun;
  let i = 0;
  for (let next: StepRecord | undefined = begun; next !== undefined; next = recordOf(i, pipeline)) {
    // What earlier attempts took has been counted with them.
    if (next.path === stepKey(pipeline.task, attempt.path, i)) attempt.meter.add(next.data.usage);
    latest = next;
    i += 1;
  }
  return { i, state: await attempt.run.journal.read(resultOf(latest)) };
}

function recordOf(i: number, { task, attempt }: Pipeline): StepRecord | undefined {
  const { steps } = attempt.run.history;
  if (steps.size === 0) return undefined;
  for (let number = attempt.number; number >= 1; number--) {
    const record = steps.get(stepKey(task, attempt.pathIn(number), i));
    if (record?.kind === 'model.replied' || record?.kind === 'vote.decided') return record;
  }
  return undefined;
}
