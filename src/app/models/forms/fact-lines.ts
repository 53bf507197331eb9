import { formatDay } from '@/base/format-day';
import type { InputKind, ModelFacts, Price } from '@/plan/model-facts';
import { formatPrice } from '@/plan/model-figures';
import type { DescribedFact } from '@/providers/catalogue/catalogue';
import type { LearnedEntry } from '@/providers/catalogue/learned-facts';
import { formatEfforts, formatShortTokens } from '../table/model-figures';

/** A line with a fact. `from` is undefined if nothing is known. */
export interface FactLine {
  readonly name: string;
  readonly value: string;
  readonly from: DescribedFact['from'] | undefined;
  readonly date: string;
}

const kindWords: { readonly [K in InputKind]: string } = { image: 'Images', pdf: 'PDF', audio: 'Audio' };

/** The facts of a model as lines. Each `learned` fact has a line of its own, which can be undone. */
export function buildFactLines(facts: readonly DescribedFact[], learned: readonly LearnedEntry[]): readonly FactLine[] {
  const known = Object.fromEntries(facts.map(({ name, value }) => [name, value])) as Partial<ModelFacts>;
  const buildLine = (fact: keyof ModelFacts, name: string, value: string | undefined): FactLine => {
    const found = facts.find((each) => each.name === fact);
    const isKnown = value !== undefined && found !== undefined;
    return { name, value: value ?? 'Not known', from: isKnown ? found.from : undefined, date: found?.date ?? '' };
  };
  const taught = new Set(learned.map(({ parameter }) => parameter));
  const refused = (known.refuses ?? []).filter((name) => !taught.has(name));
  const { window, maxInput, maxOutput, takes, endsOn, replacement, toolsNeedResponses } = known;
  return [
    ...buildPriceLines(known.price, (name, value) => buildLine('price', name, value)),
    buildLine('window', 'Window', window?.toLocaleString('en')),
    ...(maxInput === undefined || maxInput === window
      ? []
      : [buildLine('maxInput', 'Maximum input', maxInput.toLocaleString('en'))]),
    buildLine('maxOutput', 'Largest reply', maxOutput?.toLocaleString('en')),
    buildLine('takes', 'Takes', takes && (takes.map((kind) => kindWords[kind]).join(', ') || 'Text only')),
    buildLine('efforts', 'Thinking', known.efforts && formatThinking(known)),
    ...(refused.length === 0 ? [] : [buildLine('refuses', 'Refuses', refused.join(', '))]),
    ...(known.refusesThinking?.length
      ? [buildLine('refusesThinking', 'While it thinks', `refuses ${known.refusesThinking.join(', ')}`)]
      : []),
    ...(toolsNeedResponses === true && !taught.has('tools')
      ? [buildLine('toolsNeedResponses', 'Tools', 'Responses only')]
      : []),
    endsOn === undefined
      ? { name: 'Ends', value: 'Not announced', from: undefined, date: '' }
      : buildLine('endsOn', 'Ends', formatDay(endsOn)),
    ...(replacement === undefined ? [] : [buildLine('replacement', 'Then', replacement)]),
  ];
}

function buildPriceLines(
  price: Price | undefined,
  line: (name: string, value: string | undefined) => FactLine,
): readonly FactLine[] {
  if (price === undefined) return [line('Price', undefined)];
  const { inputPerMillion, outputPerMillion, cacheReadPerMillion, cacheWritePerMillion, tiers = [] } = price;
  const usd = (value: number) => `$${formatPrice(value)}`;
  return [
    line('Input', `${usd(inputPerMillion)} per 1M`),
    line('Output', usd(outputPerMillion)),
    ...(cacheReadPerMillion === undefined ? [] : [line('Cached input', usd(cacheReadPerMillion))]),
    ...(cacheWritePerMillion === undefined ? [] : [line('Cache write', usd(cacheWritePerMillion))]),
    ...tiers.map(({ above, inputPerMillion: input, outputPerMillion: output }) =>
      line(`Over ${formatShortTokens(above)}`, `${usd(input)} / ${usd(output)}`),
    ),
  ];
}

function formatThinking({ efforts, defaultEffort }: Partial<ModelFacts>): string {
  if (efforts?.length === 0) return 'It does not think';
  return `${formatEfforts(efforts)}${defaultEffort === undefined ? '' : `; ${defaultEffort} by itself`}`;
}
