import { defined } from '@/base/defined';
import { isSameJson } from '@/base/json';
import { readNumber } from '@/base/read-number';
import { err, ok, type Result } from '@/base/result';
import type { InputKind, ModelFacts } from '@/plan/model-facts';
import { type OwnFacts, ownFactsSchema } from '@/providers/catalogue/own-facts';

/** The fields of the form, as typed. */
export interface FactsDraft {
  readonly input: string;
  readonly output: string;
  readonly cached: string;
  readonly window: string;
  readonly maxOutput: string;
  readonly endsOn: string;
  readonly takes: readonly InputKind[];
}

/** The facts that the form has fields for. */
const formed = new Set(['price', 'window', 'maxOutput', 'endsOn', 'takes']);

/** Error messages by field. */
export type FactsErrors = Partial<Readonly<Record<keyof FactsDraft | 'name', string>>>;

/** The form's initial values: the person's earlier facts, and the known capabilities of the model. */
export function createFactsDraft(own: OwnFacts | undefined, known: Partial<ModelFacts>): FactsDraft {
  const formatNumber = (value: number | undefined) => (value === undefined ? '' : String(value));
  return {
    input: formatNumber(own?.price?.inputPerMillion),
    output: formatNumber(own?.price?.outputPerMillion),
    cached: formatNumber(own?.price?.cacheReadPerMillion),
    window: formatNumber(own?.window),
    maxOutput: formatNumber(own?.maxOutput),
    endsOn: own?.endsOn ?? '',
    takes: known.takes ?? [],
  };
}

/** Reads the fields. If only half a price is given, the other half is the known one. Facts without a field stay. */
export function readDraft(
  draft: FactsDraft,
  own: OwnFacts | undefined,
  known: Partial<ModelFacts>,
): Result<OwnFacts, FactsErrors> {
  const errors: Record<string, string> = {};
  const number = (field: 'input' | 'output' | 'cached' | 'window' | 'maxOutput', isWhole: boolean) => {
    const typed = draft[field].replace('$', '').trim();
    if (typed === '') return undefined;
    const value = readNumber(typed);
    const isRight = isWhole
      ? Number.isInteger(value) && value >= 1 && value <= 1e9
      : Number.isFinite(value) && value >= 0 && value <= 1e6;
    if (!isRight) errors[field] = isWhole ? 'A whole number, such as 128000.' : 'A number, such as 0.50.';
    return value;
  };
  const [input, output, cached] = [number('input', false), number('output', false), number('cached', false)];
  const [window, maxOutput] = [number('window', true), number('maxOutput', true)];
  const endsOn = draft.endsOn.trim() || undefined;
  if (!ownFactsSchema.shape.endsOn.safeParse(endsOn).success) errors['endsOn'] = 'A date, such as 2027-01-31.';

  const isPriced = input !== undefined || output !== undefined || cached !== undefined;
  const [inputPerMillion, outputPerMillion] = [
    input ?? known.price?.inputPerMillion,
    output ?? known.price?.outputPerMillion,
  ];
  if (isPriced && inputPerMillion === undefined) errors['input'] = 'Give both prices, 0 where nothing is charged.';
  if (isPriced && outputPerMillion === undefined) errors['output'] = 'Give both prices, 0 where nothing is charged.';
  if (Object.keys(errors).length > 0) return err(errors);

  const takesChanged = own?.takes !== undefined || !isSameJson(draft.takes, known.takes ?? []);
  const others = Object.fromEntries(Object.entries(own ?? {}).filter(([name]) => !formed.has(name)));
  return ok({
    ...others,
    ...defined({
      price:
        isPriced && inputPerMillion !== undefined && outputPerMillion !== undefined
          ? { inputPerMillion, outputPerMillion, ...(cached === undefined ? {} : { cacheReadPerMillion: cached }) }
          : undefined,
      window,
      maxOutput,
      endsOn,
      takes: takesChanged ? [...draft.takes] : undefined,
    }),
  });
}
