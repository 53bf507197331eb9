import type { ModelRequest } from '@/engine/ports/model-client';
import type { ModelCatalogue, ModelFacts } from '@/plan/model-facts';
import { findFamilyFacts } from './known-facts';

type ModelRef = ModelRequest['model'];

/** The end date of a model, its replacement, and how the prices compare, as far as these are known. */
interface ModelEnd {
  readonly endsOn: string;
  readonly replacement?: string | undefined;
  readonly price?: string | undefined;
}

/** When a model ends, by the shipped rules. Prices are not used, because their table is large. */
export function findKnownEnd(model: ModelRef): ModelEnd | undefined {
  return endIn(findFamilyFacts(model));
}

/** A function that returns when a model ends, from all known facts, with prices compared. */
export function createEndLookup(catalogue: ModelCatalogue): (model: ModelRef) => ModelEnd | undefined {
  return (model) => {
    const end = endIn(catalogue.factsOf(model));
    if (end?.replacement === undefined) return end;
    const successor = { ...model, model: end.replacement };
    return { ...end, price: comparePrices(catalogue, model, successor) };
  };
}

function endIn({ endsOn, replacement }: Pick<ModelFacts, 'endsOn' | 'replacement'>): ModelEnd | undefined {
  return endsOn === undefined ? undefined : { endsOn, replacement };
}

/** Three times as many input tokens as output tokens, as in most calls. */
const typicalCall = { inputTokens: 3000, outputTokens: 1000 };

/**
 * The price of a replacement relative to a model: `the same price`, `1/5 of the price`, `2.5 times the price`;
 * undefined: unknown.
 */
function comparePrices(catalogue: ModelCatalogue, model: ModelRef, other: ModelRef): string | undefined {
  const [before, after] = [catalogue.costOf(model, typicalCall), catalogue.costOf(other, typicalCall)];
  if (!before || !after) return undefined;
  const ratio = after / before;
  if (Math.abs(ratio - 1) < 0.01) return 'the same price';
  if (ratio > 1) return `${Number(ratio.toFixed(1))} times the price`;
  if (ratio > 0.6) return `${Math.round(ratio * 100)} % of the price`;
  return `1/${Math.round(1 / ratio)} of the price`;
}
