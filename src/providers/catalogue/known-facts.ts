import { defined, omitEmpty } from '@/base/defined';
import type { ModelRequest } from '@/engine/ports/model-client';
import { anthropicFamilies } from './families/anthropic';
import { modelEnds } from './families/ends';
import type { FamilyRule, KnownFacts } from './families/family-rule';
import { googleFamilies } from './families/google';
import { openaiFamilies } from './families/openai';
import { otherFamilies } from './families/others';
import { isMaker, type NameParts, removeVersion, splitModelName } from './name-parts';
import type { PriceData, PriceListModel } from './price-data';

type ModelRef = ModelRequest['model'];

const families: Readonly<Record<string, readonly FamilyRule[]>> = {
  ...otherFamilies,
  openai: openaiFamilies,
  anthropic: anthropicFamilies,
  google: googleFamilies,
};

/** The simulated models: free, with a small window, so that a person without a key can see how windows fill. */
const simulated: KnownFacts = {
  prices: [{ price: { inputPerMillion: 0, outputPerMillion: 0 } }],
  window: 32_768,
  takes: ['image', 'pdf', 'audio'],
};

/** The facts of a model from the family rules. */
export function findFamilyFacts(model: ModelRef): KnownFacts {
  if (model.provider === 'sim') return simulated;
  const parts = splitModelName(model);
  const { maker, name } = parts;
  const rules = maker !== undefined && Object.hasOwn(families, maker) ? (families[maker] ?? []) : [];
  const fitting = rules.filter(({ names }) => names.test(name));
  const { names: _names, ...facts }: KnownFacts & { names?: RegExp } = Object.assign({}, ...fitting);
  if (!isMaker(model.provider)) return selectFactsBehindOthers(model.provider, facts);
  return { ...facts, ...findEnd(model.provider, parts) };
}

/** When the maker no longer serves the model, and where that was read. */
function findEnd(maker: string, { name, versioned }: NameParts): KnownFacts {
  const rule = modelEnds[maker]?.findLast(({ names }) => names.test(name) || names.test(versioned));
  if (rule === undefined) return {};
  return defined({ endsOn: rule.endsOn, replacement: rule.replacement, endSource: rule.source });
}

/**
 * The facts that still apply when another provider than the maker serves a model. The model refuses the same
 * parameters; window, price and parameter names are up to its provider. OpenRouter serves models with their
 * full windows.
 */
function selectFactsBehindOthers(provider: string, facts: KnownFacts): KnownFacts {
  const { window, maxInput, maxOutput, prices: _prices, pricesOn: _on, ...rest } = facts;
  const { toolsNeedResponses: _tools, renames, ...behaviour } = rest;
  if (provider !== 'openrouter') return { ...behaviour, ...defined({ renames }) };
  return {
    ...behaviour,
    ...defined({ window, maxInput, maxOutput }),
  };
}

/** The facts of a model from a price list. */
export function findListedFacts(model: ModelRef, data: PriceData): KnownFacts {
  const listed = findListed(model, data);
  const { window, prices } = listed ?? { prices: [] };
  return defined({ window, prices: omitEmpty(prices) });
}

function findListed({ provider, model }: ModelRef, data: PriceData): PriceListModel | undefined {
  const models = data.modelsOf(provider);
  const whole = model.toLowerCase().replace(/^models\//, '');
  // Some lists write a date with hyphens, others leave it out.
  const dashed = whole.replace(/-(20\d\d)(\d\d)(\d\d)$/, '-$1-$2-$3');
  for (const name of new Set([whole, dashed, removeVersion(whole)])) {
    const found = models.find(({ match }) => match(name));
    if (found !== undefined) return found;
  }
  return undefined;
}
