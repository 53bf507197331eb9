import { computeOnce } from '@/base/compute-once';
import { formatModelName } from './format-model-name';
import type { ModelCatalogue } from './model-facts';
import type { ModelRef, Plan, PlannedTask } from './plan';

/** The models without a known price, as `provider:name`, that tasks call under a budget in USD. */
export function listUnpricedUnderBudget(plan: Plan, catalogue: ModelCatalogue): readonly string[] {
  const models = listModelsUnderBudget(plan).filter(
    (model) => catalogue.costOf(model, { inputTokens: 0, outputTokens: 0 }) === undefined,
  );
  return [...new Set(models.map(formatModelName))];
}

/** The models that a run may call, also as fallbacks and through the library, each once. */
export const listPlanModels = computeOnce((plan: Callers): readonly ModelRef[] => {
  const models = listModelsWithin(plan, true);
  return [...new Map(models.map((model) => [formatModelName(model), model])).values()];
});

/** The models that anything in a plan names, also what no task calls, each once. */
export function listNamedModels(plan: Plan): readonly ModelRef[] {
  return listPlanModels({ ...plan, tasks: [...plan.tasks, ...Object.values(plan.library).map(({ task }) => task)] });
}

/** The models that a task may call, with all that is in it. */
export function listTaskModels(task: PlannedTask, { library }: Pick<Plan, 'library'>): readonly ModelRef[] {
  return listModelsWithin({ tasks: [task], library }, true);
}

/**
 * The models that tasks call, also through the library, under a budget in USD: of the run, of the task, or of a
 * container.
 */
function listModelsUnderBudget(plan: Plan): readonly ModelRef[] {
  return plan.budget.maxTotalCostUsd > 0 ? listPlanModels(plan) : listModelsWithin(plan, false);
}

type Callers = Pick<Plan, 'tasks' | 'library'> & Partial<Pick<Plan, 'compaction'>>;

/** `isLimited`: whether all of the run is under a budget; else only what has one of its own is looked at. */
function listModelsWithin({ tasks, library, compaction }: Callers, isLimited: boolean): readonly ModelRef[] {
  const found: ModelRef[] = [];
  const called = new Set<string>();
  const add = (named: NamedModels): void => {
    found.push(...named.models);
    for (const ref of named.refs) {
      if (called.has(ref)) continue;
      called.add(ref);
      const task = library[ref]?.task;
      if (task !== undefined) add(findLimitedModels(task));
    }
  };
  const find = isLimited ? findLimitedModels : findModelsUnderOwnBudget;
  for (const task of tasks) add(find(task));
  if (compaction !== undefined) add(find(compaction));
  return found;
}

/** The models that a part of a plan names, and the definitions that it calls. */
interface NamedModels {
  readonly models: readonly ModelRef[];
  readonly refs: readonly string[];
}

/** Once for each task: a plan asks for its models several times, and the next plan has most of its tasks. */
const findLimitedModels = computeOnce((part: object) => findModels(part, true));
const findModelsUnderOwnBudget = computeOnce((part: object) => findModels(part, false));

function findModels(part: object, isLimited: boolean): NamedModels {
  const models: ModelRef[] = [];
  const refs: string[] = [];
  const look = (value: unknown, isOuterLimited: boolean): void => {
    if (typeof value !== 'object' || value === null) return;
    const isLimitedHere = isOuterLimited || isLimitingCost(value);
    if (isLimitedHere && isModel(value)) models.push(value);
    if (isLimitedHere && isCall(value)) refs.push(value.ref);
    for (const inner of Object.values(value)) look(inner, isLimitedHere);
  };
  look(part, isLimited);
  return { models, refs };
}

function isLimitingCost(value: object): boolean {
  const budget = 'budget' in value ? value.budget : undefined;
  if (typeof budget !== 'object' || budget === null || !('maxTotalCostUsd' in budget)) return false;
  return typeof budget.maxTotalCostUsd === 'number' && budget.maxTotalCostUsd > 0;
}

function isModel(value: object): value is ModelRef {
  return (
    'provider' in value && 'model' in value && [value.provider, value.model].every((one) => typeof one === 'string')
  );
}

function isCall(value: object): value is { readonly ref: string } {
  return 'type' in value && value.type === 'call' && 'ref' in value && typeof value.ref === 'string';
}
