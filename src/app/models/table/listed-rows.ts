import type { ModelsData } from '../use-models-data';
import type { UsedModel } from './used-models';

/** Most rows that are shown of the models of a provider that the workflow does not use; a filter finds the others. */
export const mostOthers = 200;

/** The names of a table, by the groups of it. */
export interface ListedNames {
  readonly used: readonly UsedModel[];
  readonly others: readonly string[];
  /** How many more there are of the others, which are not shown. */
  readonly hidden: number;
  readonly own: readonly string[];
  /** Of the provider, without the filter. */
  readonly total: number;
}

/** Which models of a provider are shown: those that it lists, else those that are known. */
export function listedNames(
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
  const found = others.filter(matches);
  return {
    used: usedHere.filter(({ model }) => matches(model)),
    others: found.slice(0, mostOthers),
    hidden: Math.max(0, found.length - mostOthers),
    own: own.filter((name) => !usedNames.has(name) && matches(name)).toSorted(),
    total: apart.size + others.length,
  };
}
