import { formatModelName } from '@/plan/format-model-name';
import type { ModelCatalogue, PricedTokens } from '@/plan/model-facts';
import { parsePrice } from '@/plan/parse-price';
import type { ModelRef } from '@/plan/plan';

/** A person's answer that allows a model without counting its cost. */
export const uncounted = 'uncounted';

/** What the calls of a run cost: by the catalogue, else by a person's answer in this run (`ask-price.ts`). */
export class RunPrices {
  /** The questions asked in this run, by `provider:name`. */
  readonly asked = new Map<string, Promise<string>>();
  readonly #catalogue: ModelCatalogue;
  readonly #given = new Map<string, string>();

  constructor(catalogue: ModelCatalogue) {
    this.#catalogue = catalogue;
  }

  /** USD; undefined: the price is unknown. */
  costOf(model: ModelRef, tokens: PricedTokens): number | undefined {
    const known = this.#catalogue.costOf(model, tokens);
    if (known !== undefined) return known;
    const price = parsePrice(this.#given.get(formatModelName(model)) ?? '');
    if (price === undefined) return undefined;
    return (tokens.inputTokens * price.inputPerMillion + tokens.outputTokens * price.outputPerMillion) / 1e6;
  }

  /** Whether a person must be asked for the price of a model before it is called under a budget in USD. */
  isMissing(model: ModelRef): boolean {
    const isKnown = this.#catalogue.costOf(model, { inputTokens: 0, outputTokens: 0 }) !== undefined;
    return !isKnown && !this.#given.has(formatModelName(model));
  }

  /** Stores a person's answer. False: it is neither a price nor `uncounted`. */
  take(model: ModelRef, answer: string): boolean {
    if (answer !== uncounted && parsePrice(answer) === undefined) return false;
    this.#given.set(formatModelName(model), answer);
    return true;
  }
}
