import { listPlanModels } from './models-of-plan';
import type { ModelRef, Plan, PlannedTask } from './plan';

/** Whether a model only pretends to answer: a model, or its name as `provider:name`. */
export function isSimulated(model: Pick<ModelRef, 'provider'> | string): boolean {
  return typeof model === 'string' ? model.startsWith('sim:') : model.provider === 'sim';
}

/**
 * What a run only pretends: nothing; the answers of its models, which are all simulated, while its scripts and tools
 * are real; or everything, in a dry run.
 */
const pretences = ['nothing', 'models', 'everything'] as const;
export type Pretence = (typeof pretences)[number];

export function findPretence(plan: Parameters<typeof listPlanModels>[0] & Pick<Plan, 'isDry'>): Pretence {
  if (plan.isDry) return 'everything';
  const models = listPlanModels(plan);
  return models.length > 0 && models.every(isSimulated) ? 'models' : 'nothing';
}

/**
 * Whether a task asks its model whatever any run was answered (`reuse: never`), also the one that is continued. A
 * simulated model may be asked or not: nobody pays for it, so its answers are taken.
 */
export function isAlwaysAsked(task: PlannedTask): boolean {
  const call = task.type === 'associative_memory' ? task.call : 'model' in task ? task : undefined;
  return call?.reuse === 'never' && !isSimulated(call.model);
}
