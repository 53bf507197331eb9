import type { ModelCatalogue } from '../model-facts';
import { outputCap } from '../output-cap';
import type { ModelRef, PlannedTask } from '../plan';
import { partsRun } from './parts-run';

/** The most tokens that a task can give. */
export type MostTokens = (task: PlannedTask) => number;

/**
 * The most tokens by task: what its model may say at once. A task that holds others gives what one of these gives; of a
 * script, and of a call of the library, which say nothing of themselves, it is what a model gives that is not known.
 */
export function mostTokensBy(catalogue: Pick<ModelCatalogue, 'factsOf'>): MostTokens {
  const most = (task: PlannedTask): number => {
    const model = modelOf(task);
    if (model !== undefined) return outputCap(task.limits.maxOutputTokens, catalogue.factsOf(model));
    const { parts } = partsRun(task);
    if (parts.length > 0) return Math.max(...parts.map((part) => most(part.task)));
    return outputCap(task.limits.maxOutputTokens, {});
  };
  return most;
}

/** The model that a task itself asks. */
export function modelOf(task: PlannedTask): ModelRef | undefined {
  if (task.type === 'associative_memory') return task.call?.model;
  return 'model' in task ? task.model : undefined;
}

/** The models that a task falls back to, in order. */
export function fallbacksOf(task: PlannedTask): readonly ModelRef[] {
  const call = task.type === 'associative_memory' ? task.call : 'model' in task ? task : undefined;
  return call?.fallbacks ?? [];
}
