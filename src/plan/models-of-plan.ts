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
export function listPlanModels(plan: Callers): readonly ModelRef[] {
  const models = listModelsWithin(plan, true);
  return [...new Map(models.map((model) => [formatModelName(model), model])).values()];
}

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
  return listModelsWithin(plan, plan.budget.maxTotalCostUsd > 0);
}

type Callers = Pick<Plan, 'tasks' | 'library'> & Partial<Pick<Plan, 'compaction'>>;

/** `isLimited`: whether all of the run is under a budget; else only what has one of its own is looked at. */
function listModelsWithin({ tasks, library, compaction }: Callers, isLimited: boolean): readonly ModelRef[] {
  const found: ModelRef[] = [];
  const called = new Set<string>();
  const lookForModels = (value: unknown, isOuterLimited: boolean): void => {
    if (typeof value !== 'object' || value === null) return;
    const isLimited = isOuterLimited || isLimitingCost(value);
    if (isLimited && isModel(value)) found.push(value);
    if (isLimited && isCall(value) && !called.has(value.ref)) {
      called.add(value.ref);
      lookForModels(library[value.ref]?.task, true);
    }
    for (const part of Object.values(value)) lookForModels(part, isLimited);
  };
  lookForModels([tasks, compaction], isLimited);
  return found;
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
