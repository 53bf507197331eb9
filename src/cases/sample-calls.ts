import { AppError } from '@/base/errors';
import { RequestCounter } from '@/engine/handler/request-counter';
import type { ModelClient, ModelReply } from '@/engine/ports/model-client';
import type { PricedTokens } from '@/plan/model-facts';
import { isSimulated } from '@/plan/simulated-only';
import type { CaseWorld } from './case-world';
import type { TestBudget } from './test-budget';

/** What a run of a case calls: what of it was asked, and what nothing answers. */
export class SampleCalls {
  readonly missing: string[] = [];
  /** Calls of models that were made. */
  asked = 0;
  /** Whether something was missing that may be asked. */
  mayAsk = false;
  /** Whether it was ended because the tests are paused. */
  isCut = false;
  readonly #world: Pick<CaseWorld, 'models' | 'catalogue' | 'tokens'>;
  readonly #budget: TestBudget | undefined;
  readonly #onMiss: () => void;

  /** `budget`, left out: no model is asked. `onMiss` is told of each call that nothing answers. */
  constructor(
    world: Pick<CaseWorld, 'models' | 'catalogue' | 'tokens'>,
    budget: TestBudget | undefined,
    onMiss: () => void,
  ) {
    this.#world = world;
    this.#budget = budget;
    this.#onMiss = onMiss;
  }

  /** Notes a call that nothing answers, and gives its error. */
  miss(what: string): AppError {
    this.missing.push(what);
    this.#onMiss();
    return new AppError('TASK_FAILURE', what, { details: { reason: 'held' } });
  }

  /** The models, each call of which is within the budget. */
  readonly models: ModelClient = {
    generate: async (request, follower) => {
      const { model } = request;
      const { models, catalogue: loadCatalogue, tokens: loadTokens } = this.#world;
      const budget = this.#budget;
      // A simulated model asks nobody: what it says is made here each time.
      if (isSimulated(model)) return models.generate(request, follower);
      if (budget === undefined) {
        this.mayAsk = true;
        throw this.miss(`${model.provider}:${model.model} would be asked.`);
      }
      const catalogue = await loadCatalogue();
      const costOf = (tokens: PricedTokens) => catalogue.costOf(model, tokens);
      const counter = new RequestCounter(await loadTokens([model]), model, catalogue.factsOf(model));
      const call = () => {
        this.asked += 1;
        return models.generate(request, follower);
      };
      const most = computeHighestCost(counter.request(request), request.maxOutputTokens, costOf);
      const price = ({ inputTokens, outputTokens, ...more }: ModelReply) =>
        inputTokens === null || outputTokens === null ? undefined : costOf({ inputTokens, outputTokens, ...more });
      return budget.spend(most, follower, call, price).catch((error: unknown) => {
        // Not the limit of the case: the run must not try again.
        if (budget.isPaused && error instanceof AppError && error.code === 'RESOURCE_EXHAUSTION') {
          this.isCut = true;
          throw this.miss(error.message);
        }
        throw error;
      });
    },
    keyState: (provider) => {
      if (this.#budget === undefined || this.#world.models.keyState(provider) === 'ready') return 'ready';
      throw this.miss(`There is no key for ${provider}.`);
    },
    whenReady: async () => {},
  };
}

/** The most USD that a call may cost, also if all of it is written into a cache; 0 where no price is known. */
function computeHighestCost(
  inputTokens: number,
  outputTokens: number,
  costOf: (tokens: PricedTokens) => number | undefined,
): number {
  const costs = [0, inputTokens].map((cacheWriteTokens) => costOf({ inputTokens, outputTokens, cacheWriteTokens }));
  return Math.max(...costs.map((cost) => cost ?? 0));
}
