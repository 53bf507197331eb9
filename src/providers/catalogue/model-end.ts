import type { ModelRequest } from '@/engine/ports/model-client';
import type { ModelCatalogue, ModelFacts } from '@/plan/model-facts';
import { familyFactsOf } from './known-facts';

type ModelRef = ModelRequest['model'];

/** When a model ends, what takes its place, and how the price of that compares, as far as it is known. */
interface ModelEnd {
  readonly endsOn: string;
  readonly replacement?: string | undefined;
  readonly price?: string | undefined;
}

/** When a model ends, by the rules that come with Heddle. Prices, which are large, are not looked at. */
export function knownEnd(model: ModelRef): ModelEnd | undefined {
  return endIn(familyFactsOf(model));
}

/** Tells when models end by all that is known of them, with prices compared. */
export function endsBy(catalogue: ModelCatalogue): (model: ModelRef) => ModelEnd | undefined {
  return (model) => {
    const end = endIn(catalogue.factsOf(model));
    if (end?.replacement === undefined) return end;
    const by = { ...model, model: end.replacement };
    return { ...end, price: compared(catalogue, model, by) };
  };
}

function endIn({ endsOn, replacement }: Pick<ModelFacts, 'endsOn' | 'replacement'>): ModelEnd | undefined {
  return endsOn === undefined ? undefined : { endsOn, replacement };
}

/** Three times as much is read as written, as in most calls. */
const usual = { inputTokens: 3000, outputTokens: 1000 };

/**
 * What a model costs beside another: `the same price`, `1/5 of the price`, `2.5 times the price`; undefined: it is not
 * known.
 */
function compared(catalogue: ModelCatalogue, model: ModelRef, other: ModelRef): string | undefined {
  const [before, after] = [catalogue.costOf(model, usual), catalogue.costOf(other, usual)];
  if (!before || !after) return undefined;
  const ratio = after / before;
  if (Math.abs(ratio - 1) < 0.01) return 'the same price';
  if (ratio > 1) return `${Number(ratio.toFixed(1))} times the price`;
  if (ratio > 0.6) return `${Math.round(ratio * 100)} % of the price`;
  return `1/${Math.round(1 / ratio)} of the price`;
}
