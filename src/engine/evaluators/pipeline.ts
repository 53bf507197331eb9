import { createCancelledError } from '@/base/cancelled';
import { cutToStart } from '@/base/start-of';
import { formatPromptValue } from '@/workflow/expressions/template';
import type { Cursor, Evaluate } from '../attempt';
import { readInput } from '../capture/with-wholes';
import { buildFailedOutcome } from '../outcome';
import { createPipelineProgress } from '../pipeline/pipeline-progress';
import { readPipelineSteps } from '../pipeline/pipeline-steps';
import { createPipelineWorker } from '../pipeline/pipeline-worker';
import { findTakenSteps } from '../pipeline/steps-taken';
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
  const steps = await readPipelineSteps(task.steps, attempt);
  const worker = createPipelineWorker(task, attempt, await attempt.names([task.validate]));
  const pipeline = { task, attempt, worker };
  const { total } = steps;
  const buildStepValues = ({ i, state }: Cursor) => ({ state, step: steps.at(i), i, total });

  const start = { i: 0, state: formatPromptValue(first) };
  let cursor = attempt.cursor ?? (await findTakenSteps(pipeline, buildStepValues(start))) ?? start;
  const take = stepTaker(pipeline);
  const tell = createPipelineProgress(attempt, cursor.i, total);
  let dropped: Promise<void> = Promise.resolve();
  while (cursor.i < total) {
    const { i, state } = cursor;
    if (attempt.signal.aborted) throw createCancelledError('The run');
    try {
      cursor = { i: i + 1, state: await take(buildStepValues(cursor)) };
    } catch (error) {
      const { failure } = buildFailedOutcome(error, attempt.signal);
      const notes = { partial_results: cutToStart(state, shownState) };
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
  const message = `Pipeline ${name} completed: ${total}/${total} steps. Final state: ${cutToStart(state, shownState)}`;
  return { content: state, notes: { message } };
};
