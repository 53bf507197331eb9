import { evaluateInput } from '@/plan/task-environment';
import { startOf } from '@/run/start-of';
import { asText } from '@/workflow/expressions/template';
import type { Evaluate } from '../attempt';
import { cancelled } from '../cancelled';
import { failedOutcome, missingInput } from '../outcome';
import { pipelineProgress } from '../pipeline/pipeline-progress';
import { stepsOf } from '../pipeline/pipeline-steps';
import { pipelineWorker } from '../pipeline/pipeline-worker';
import { stepTaker } from '../pipeline/take-step';

/** Most characters of a state in notes. */
const shownState = 500;

/**
 * Steps that each turn one state into the next. Nothing of a step is held once the next one is taken: the number of a step and the state
 * before it are all that is needed to go on from there. A step that fails fails the pipeline, which keeps its last state.
 */
export const evaluatePipeline: Evaluate<'pipeline'> = async (task, attempt) => {
  attempt.started();
  const first = evaluateInput(task.state, attempt.environment);
  if (!first.ok) throw missingInput(first.error);
  const steps = stepsOf(task.steps, attempt.environment);
  const take = stepTaker({ task, attempt, worker: pipelineWorker(task, attempt) });
  const { total } = steps;
  const tell = pipelineProgress(attempt, total);

  let state = asText(first.value);
  for (let i = 0; i < total; i++) {
    if (attempt.signal.aborted) throw cancelled();
    try {
      state = await take({ state, step: steps.at(i), i, total });
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
    tell(i + 1);
  }
  const name = task.pipelineId ?? task.id;
  const message = `Pipeline ${name} completed: ${total}/${total} steps. Final state: ${startOf(state, shownState)}`;
  return { content: state, notes: { message } };
};
