import type { ModelCatalogue } from '../model-facts';
import { outputCap } from '../output-cap';
import type { ModelRef, PlannedTask } from '../plan';
import { partsRun } from './parts-run';

/** The most tokens of a task's output. */
export type MostTokens = (task: PlannedTask) => number;

/**
 * The most tokens of a task's output: the longest reply of its model. For a container it is the most of any of its
 * parts. For a script or a library call, where nothing is known, it is the cap of an unknown model.
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

/** The model that a task itself calls. */
export function modelOf(task: PlannedTask): ModelRef | undefined {
  if (task.type === 'associative_memory') return task.call?.model;
  return 'model' in task ? task.model : undefined;
}

/** The models that a task falls back to, in order. */
export function fallbacksOf(task: PlannedTask): readonly ModelRef[] {
  const call = task.type === 'associative_memory' ? task.call : 'model' in task ? task : undefined;
  return call?.fallbacks ?? [];
}
