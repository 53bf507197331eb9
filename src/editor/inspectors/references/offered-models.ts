import { formatDay } from '@/base/format-day';
import { computeDaysTo, formatPrice } from '@/plan/model-figures';
import type { ModelOffer } from '@/plan/model-offer';
import type { WorkflowDocument } from '@/workflow/document';
import { forEachModel } from '@/workflow/map-models';

/** Most models suggested at once; typing finds the others. */
const mostOffered = 50;
/** Most models of one provider while nothing is typed, so that the others are seen too. */
const mostOfProvider = 8;
/** A model that ends within so many days is offered with the day. */
const noticeDays = 90;

/** Where an offered model stands in the list. */
export type OfferGroup = 'used' | 'ready' | 'keyless' | 'ended';

/** A model to offer: of the name alone nothing else need be known. */
export interface OfferedModel extends Pick<ModelOffer, 'name'>, Partial<Omit<ModelOffer, 'name'>> {
  readonly group: OfferGroup;
}

/** The models that a workflow names, in alphabetical order. */
export function listModelsOfDocument(document: WorkflowDocument): readonly string[] {
  const named = new Set<string>();
  forEachModel(document, (model) => named.add(model));
  return [...named].toSorted();
}

/**
 * The suggestions for a model field: models whose name or provider contains the typed text. First the workflow's `own`,
 * then the `known` ones in their order, at the end those that are no longer served.
 */
export function listOfferedModels(
  own: readonly string[],
  known: readonly ModelOffer[],
  typed: string,
  now: number = Date.now(),
): readonly OfferedModel[] {
  const wanted = typed.trim().toLowerCase();
  const isWanted = ({ name, label = '' }: Partial<ModelOffer> & Pick<ModelOffer, 'name'>) =>
    name.toLowerCase().includes(wanted) || label.toLowerCase().startsWith(wanted);
  const named = new Set(own);
  const facts = new Map<string, ModelOffer>();
  const groups: { readonly [K in OfferGroup]: OfferedModel[] } = { used: [], ready: [], keyless: [], ended: [] };
  const shown = new Map<string, number>();
  for (const offer of known) {
    if (named.has(offer.name)) facts.set(offer.name, offer);
    else if (isWanted(offer)) {
      const group = findGroup(offer, now);
      const count = shown.get(`${group} ${offer.label}`) ?? 0;
      shown.set(`${group} ${offer.label}`, count + 1);
      if ((wanted === '' && count >= mostOfProvider) || groups[group].length >= mostOffered) continue;
      groups[group].push({ ...offer, group });
    }
  }
  groups.used.push(...own.map((name) => ({ ...facts.get(name), name, group: 'used' as const })).filter(isWanted));
  return [...groups.used, ...groups.ready, ...groups.keyless, ...groups.ended].slice(0, mostOffered);
}

function findGroup({ key, endsOn }: ModelOffer, now: number): OfferGroup {
  if (hasEnded(endsOn, now)) return 'ended';
  return key === 'missing' || key === 'locked' ? 'keyless' : 'ready';
}

/** Whether a model is no longer served. */
export function hasEnded(endsOn: string | undefined, now: number = Date.now()): boolean {
  return endsOn !== undefined && computeDaysTo(endsOn, now) < 0;
}

/** What a choice of the model depends on, in short: its end if that is near, else its price. Undefined: not known. */
export function formatModelOffer(
  { price, endsOn }: Pick<ModelOffer, 'price' | 'endsOn'>,
  now: number = Date.now(),
): string | undefined {
  if (endsOn !== undefined && hasEnded(endsOn, now)) return `Ended ${formatDay(endsOn)}`;
  if (endsOn !== undefined && computeDaysTo(endsOn, now) <= noticeDays) return `Ends ${formatDay(endsOn)}`;
  if (price === undefined) return undefined;
  const { inputPerMillion, outputPerMillion } = price;
  if (inputPerMillion === 0 && outputPerMillion === 0) return 'Free';
  return `$${formatPrice(inputPerMillion)} in, $${formatPrice(outputPerMillion)} out`;
}
