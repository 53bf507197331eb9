import { sortNewestFirst } from '@/providers/sort-newest-first';
import type { ModelsData } from '../use-models-data';
import type { UsedModel } from './used-models';

/** The most rows for models that the workflow does not use; a filter finds the others. */
export const mostOthers = 200;

/** The names in a table, by group; `others` with the newest first. */
export interface ListedNames {
  readonly used: readonly UsedModel[];
  readonly others: readonly string[];
  /** The number of other models that are not shown. */
  readonly hidden: number;
  readonly own: readonly string[];
  /** The number of the provider's models, without the filter. */
  readonly total: number;
}

/** The models of a provider to show: those that it lists; if it lists none, the known ones. */
export function listModelNames(
  data: ModelsData,
  provider: string,
  used: readonly UsedModel[],
  filter: string,
): ListedNames {
  const wanted = filter.trim().toLowerCase();
  const matches = (name: string) => name.toLowerCase().includes(wanted);
  const usedHere = used.filter((each) => each.provider === provider);
  const own = data.own.filter((each) => each.provider === provider).map(({ model }) => model);
  const apart = new Set([...usedHere.map(({ model }) => model), ...own]);
  const usedNames = new Set(usedHere.map(({ model }) => model));
  const listed = data.connections[provider]?.list?.models.map(({ name }) => name) ?? data.known[provider] ?? [];
  const others = listed.filter((name) => !apart.has(name));
  const found = sortNewestFirst(others.filter(matches), data.connections[provider]?.list?.models);
  return {
    used: usedHere.filter(({ model }) => matches(model)),
    others: found.slice(0, mostOthers),
    hidden: Math.max(0, found.length - mostOthers),
    own: own.filter((name) => !usedNames.has(name) && matches(name)).toSorted(),
    total: apart.size + others.length,
  };
}
