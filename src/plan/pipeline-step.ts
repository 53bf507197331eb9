import type { PlannedAtomic, PlannedPipeline } from './plan';

/** A step of a pipeline as the task that asks its model the same, with this prompt. */
export function convertStepToAtomic(pipeline: PlannedPipeline, prompt: string): PlannedAtomic {
  return {
    ...pipeline,
    type: 'atomic',
    prompt,
    inputs: {},
    inputTasks: [],
    tools: [],
    tier: 'worker',
    interactive: false,
    inputTimeoutMs: 0,
  };
}
