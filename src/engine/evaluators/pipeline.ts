import { cancelled } from '@/base/cancelled';
import { startOf } from '@/base/start-of';
import { asText } from '@/workflow/expressions/template';
import type { Cursor, Evaluate } from '../attempt';
import { readInput } from '../capture/with-wholes';
import { failedOutcome } from '../outcome';
import { pipelineProgress } from '../pipeline/pipeline-progress';
import { pipelineStepsOf } from '../pipeline/pipeline-steps';
import { pipelineWorker } from '../pipeline/pipeline-worker';
import { stepsTaken } from '../pipeline/steps-taken';
import { stepTaker } from '../pipeline/take-step';

/** Most characters of a state in notes. */
const shownState = 500;
/** Of the states that are too long for an event, the latest is kept whole, and one in this many. */
const keptEvery = 1000;

/**
 * Runs steps that each turn one state into the next. It holds nothing of a step once the next one starts: the number of
 * a step and the state before it are enough to continue from there. A failed step fails the pipeline, which keeps its
 * last state.
 */
export const evaluatePipeline: Evaluate<'pipeline'> = async (task, attempt) => {
  attempt.started();
  const first = await readInput(task.state, false, attempt);
  const steps = await pipelineStepsOf(task.steps, attempt);
  const worker = pipelineWorker(task, attempt, await attempt.names([task.validate]));
  const pipeline = { task, attempt, worker };
  const { total } = steps;
  const valuesOf = ({ i, state }: Cursor) => ({ state, step: steps.at(i), i, total });

  const start = { i: 0, state: asText(first) };
  let cursor = attempt.cursor ?? (await stepsTaken(pipeline, valuesOf(start))) ?? start;
  const take = stepTaker(pipeline);
  const tell = pipelineProgress(attempt, cursor.i, total);
  let dropped: Promise<void> = Promise.resolve();
  while (cursor.i < total) {
    const { i, state } = cursor;
    if (attempt.signal.aborted) throw cancelled('The run');
    try {
      cursor = { i: i + 1, state: await take(valuesOf(cursor)) };
    } catch (error) {
      const { failure } = failedOutcome(error, attempt.signal);
      const notes = { partial_results: startOf(state, shownState) };
      const message = `failed at step ${i}/${total}: ${failure.message}`;
      return {
        content: state,
        notes,
        failure: { ...failure, message, details: { ...failure.details, step: i, total } },
      };
    }
    attempt.cursor = cursor;
    // The step before produced this state. The first state belongs to another task.
    if (i > 0 && (i - 1) % keptEvery !== 0) {
      dropped = attempt.run.journal.drop(state);
      // The await at the end reports the error.
      dropped.catch(() => {});
    }
    tell(cursor.i);
  }
  await dropped;
  const { state } = cursor;
  const name = task.pipelineId ?? task.id;
  const message = `Pipeline ${name} completed: ${total}/${total} steps. Final state: ${startOf(state, shownState)}`;
  return { content: state, notes: { message } };
};
