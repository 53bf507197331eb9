import { formatTokens } from '@/base/figures';
import type { JsonObject } from '@/base/json';
import type { ModelFacts } from '@/plan/model-facts';
import type { LearnedEntry } from '@/providers/catalogue/learned-facts';
import { formatTable } from '../table';

/** A model with its facts. */
export interface ListedModel {
  readonly provider: string;
  readonly model: string;
  readonly facts: ModelFacts;
  /** Whether the provider lists it; undefined: the provider was not asked. */
  readonly isServed?: boolean;
}

const headings = ['MODEL', 'IN', 'OUT', 'WINDOW', 'REPLY', 'TAKES', 'EFFORTS', 'ENDS'];

/** Models in rows, prices in USD for a million tokens. Unknown values are empty. */
export function formatModelTable(models: readonly ListedModel[]): string {
  const wasAsked = models.some(({ isServed }) => isServed !== undefined);
  const rows = models.map(({ provider, model, facts, isServed }) => {
    const { price, window, maxOutput, takes = [], efforts, endsOn, replacement } = facts;
    return [
      `${provider}:${model}`,
      price === undefined ? '' : String(price.inputPerMillion),
      price === undefined ? '' : String(price.outputPerMillion),
      formatModelTokens(window),
      formatModelTokens(maxOutput),
      takes.join(' '),
      efforts === undefined ? '' : formatEfforts(efforts),
      endsOn === undefined ? '' : `${endsOn}${replacement === undefined ? '' : `, then ${replacement}`}`,
      ...(wasAsked ? [isServed === true ? 'yes' : 'no'] : []),
    ];
  });
  return formatTable([wasAsked ? [...headings, 'SERVED'] : headings, ...rows]);
}

/** What refusals taught, in rows. */
export function formatLearnedTable(entries: readonly LearnedEntry[]): string {
  const rows = entries.map(({ provider, address, model, parameter, instead, date, said }) => {
    return [`${provider}:${model}`, parameter, instead, date, address, said];
  });
  return formatTable([['MODEL', 'PARAMETER', 'INSTEAD', 'SINCE', 'BY', 'SAID'], ...rows]);
}

/** A model for other programs: unknown values are null. Keys are added, never renamed. */
export function formatModelJson({ provider, model, facts, isServed }: ListedModel): JsonObject {
  const { price, window = null, maxInput = null, maxOutput = null, takes, efforts, endsOn = null } = facts;
  return {
    provider,
    model,
    price: price === undefined ? null : (JSON.parse(JSON.stringify(price)) as JsonObject),
    price_as_of: facts.priceAsOf ?? null,
    window,
    max_input: maxInput,
    max_output: maxOutput,
    takes: takes === undefined ? null : [...takes],
    efforts: efforts === undefined ? null : [...efforts],
    default_effort: facts.defaultEffort ?? null,
    refuses: [...facts.refuses],
    ends_on: endsOn,
    replacement: facts.replacement ?? null,
    end_source: facts.endSource ?? null,
    served: isServed ?? null,
  };
}

/** `low–max`. A model supports every effort between two that it supports. */
function formatEfforts(efforts: NonNullable<ModelFacts['efforts']>): string {
  const [first, last] = [efforts[0], efforts.at(-1)];
  if (first === undefined || last === undefined) return 'none';
  return first === last ? first : `${first} – ${last}`;
}

function formatModelTokens(tokens: number | undefined): string {
  return tokens === undefined ? '' : formatTokens(tokens).replace(/(\.0)?([kM]?) tok$/, '$2');
}
