import type { ModelRequest } from '@/engine/ports/model-client';
import { anthropicFamilies } from './families/anthropic';
import type { FamilyRule, KnownFacts } from './families/family-rule';
import { googleFamilies } from './families/google';
import { openaiFamilies } from './families/openai';
import { otherFamilies } from './families/others';
import { isMaker, namePartsOf, withoutVersion } from './name-parts';
import type { PriceData, PriceListModel } from './price-data';

type ModelRef = ModelRequest['model'];

const families: Readonly<Record<string, readonly FamilyRule[]>> = {
  ...otherFamilies,
  openai: openaiFamilies,
  anthropic: anthropicFamilies,
  google: googleFamilies,
};

/** The simulated models: free, with the window of a small one, so that a person sees without a key how windows fill. */
const simulated: KnownFacts = {
  prices: [{ price: { inputPerMillion: 0, outputPerMillion: 0 } }],
  window: 32_768,
  takes: ['image', 'pdf', 'audio'],
};

/** What the rules by family tell of a model. */
export function familyFactsOf(model: ModelRef): KnownFacts {
  if (model.provider === 'sim') return simulated;
  const { maker, name } = namePartsOf(model);
  const rules = maker !== undefined && Object.hasOwn(families, maker) ? (families[maker] ?? []) : [];
  const fitting = rules.filter(({ names }) => names.test(name));
  const { names: _names, ...facts }: KnownFacts & { names?: RegExp } = Object.assign({}, ...fitting);
  return isMaker(model.provider) ? facts : behindOthers(model.provider, facts);
}

/**
 * What holds of a model that another than its maker serves. It refuses what it refuses; how long its window is, what it
 * costs and when it ends is for who serves it, as are the names of parameters. OpenRouter serves models whole.
 */
function behindOthers(provider: string, facts: KnownFacts): KnownFacts {
  const { window, maxInput, maxOutput, prices: _prices, endsOn: _ends, replacement: _by, ...rest } = facts;
  const { toolsNeedResponses: _tools, renames, ...behaviour } = rest;
  if (provider !== 'openrouter') return { ...behaviour, ...(renames === undefined ? {} : { renames }) };
  return {
    ...behaviour,
    ...(window === undefined ? {} : { window }),
    ...(maxInput === undefined ? {} : { maxInput }),
    ...(maxOutput === undefined ? {} : { maxOutput }),
  };
}

/** What a price list tells of a model. */
export function listedFactsOf(model: ModelRef, data: PriceData): KnownFacts {
  const listed = findListed(model, data);
  const { window, prices } = listed ?? { prices: [] };
  return { ...(window === undefined ? {} : { window }), ...(prices.length === 0 ? {} : { prices }) };
}

function findListed({ provider, model }: ModelRef, data: PriceData): PriceListModel | undefined {
  const models = data.modelsOf(provider);
  const whole = model.toLowerCase().replace(/^models\//, '');
  // A date without hyphens is written with them in some lists, and left out in others.
  const dashed = whole.replace(/-(20\d\d)(\d\d)(\d\d)$/, '-$1-$2-$3');
  for (const name of new Set([whole, dashed, withoutVersion(whole)])) {
    const found = models.find(({ match }) => match(name));
    if (found !== undefined) return found;
  }
  return undefined;
}
