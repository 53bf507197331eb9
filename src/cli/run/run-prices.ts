import type { ModelCatalogue, Price } from '@/plan/model-facts';
import { listNamedModels, listUnpricedUnderBudget } from '@/plan/models-of-plan';
import { parsePrice } from '@/plan/parse-price';
import type { Plan } from '@/plan/plan';
import { isSimulated } from '@/plan/simulated-only';
import type { LearningCatalogue } from '@/providers/create-model-client';
import { type ExitCode, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { createLazyCatalogue } from '../load-catalogue';
import type { EnvProviders } from './env-providers';
import type { RunFlags } from './run-wishes';

/** What a run knows about models, and learns. */
export type RunCatalogue = ModelCatalogue & LearningCatalogue;

/**
 * The catalogue of a run, of the models of its plan if that is given. `--unknown-price-usd` replaces prices that it
 * does not know.
 */
export function createRunCatalogue(
  io: Io,
  { providers }: EnvProviders,
  { 'unknown-price-usd': wish }: RunFlags,
  plan?: Plan,
): () => Promise<RunCatalogue> {
  const load = createLazyCatalogue(
    io.machine,
    providers,
    plan !== undefined && listNamedModels(plan).every(isSimulated),
  );
  const price = wish === undefined ? undefined : parsePrice(wish);
  return async () => {
    const catalogue = await load();
    return price === undefined ? catalogue : addUnknownPrice(catalogue, price);
  };
}

/**
 * Refuses a run that has a budget in USD and a model without a known price, if no person can be asked; undefined: the
 * run may start.
 */
export async function refuseUnpriced(io: Io, plan: Plan, catalogue: ModelCatalogue): Promise<ExitCode | undefined> {
  if (io.machine.ask !== undefined) return undefined;
  const models = listUnpricedUnderBudget(plan, catalogue);
  if (models.length === 0) return undefined;
  const subject = models.length === 1 ? 'The price' : 'The prices';
  return printRefusal(
    io,
    `${subject} of ${models.join(', ')} ${models.length === 1 ? 'is' : 'are'} not known, and there is a budget in US dollars. ` +
      'Say it with --unknown-price-usd IN/OUT (USD for a million tokens, such as 5/25), or leave out max_total_cost_usd.',
  );
}

function addUnknownPrice(catalogue: RunCatalogue, price: Price): RunCatalogue {
  return {
    learn: (fact) => catalogue.learn(fact),
    factsOf: (model) => ({ price, ...catalogue.factsOf(model) }),
    costOf: (model, tokens) => {
      const { inputTokens, outputTokens } = tokens;
      const unknown = (inputTokens * price.inputPerMillion + outputTokens * price.outputPerMillion) / 1e6;
      return catalogue.costOf(model, tokens) ?? unknown;
    },
    get pricesAsOf() {
      return catalogue.pricesAsOf;
    },
  };
}
