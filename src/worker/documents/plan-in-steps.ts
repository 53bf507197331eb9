import type { EstimateStep } from '@/plan/estimate/estimate';
import type { PlanSteps } from '@/plan/make-plan';
import type { Planned } from '@/plan/planned';
import { letWorkerAnswer } from './let-worker-answer';

/**
 * Makes a plan in steps, between which the worker does other things. What the steps told of tasks is left out of the
 * result: of a plan of thousands it would take longer to send than to make.
 */
export async function planInSteps(
  make: (follower: PlanSteps) => Promise<Planned>,
  onStep: (step: EstimateStep) => void,
  signal: AbortSignal,
): Promise<Planned> {
  let told = 0;
  const planned = await make({
    onStep: (step) => {
      told += Object.keys(step.tasks).length;
      onStep(step);
    },
    pause: () => letWorkerAnswer(signal, 'The plan'),
  });
  if (!planned.ok || told === 0) return planned;
  const tasks = Object.fromEntries(Object.entries(planned.estimate.tasks).slice(told));
  return { ...planned, estimate: { ...planned.estimate, tasks } };
}
