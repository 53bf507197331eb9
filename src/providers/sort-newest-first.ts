import type { ServedModel } from './model-listings';

/**
 * Sorts models, the newest first: by the date that their provider lists, else by the version in their names. Names
 * with a maker, as gateways have them, stay in their order, because versions of several makers do not compare.
 */
export function sortNewestFirst(
  names: readonly string[],
  listed: readonly ServedModel[] | undefined,
): readonly string[] {
  if (names.some((name) => name.includes('/'))) return names;
  const dates = new Map(listed?.map(({ name, releasedOn }) => [name, releasedOn]));
  const known = names.map((name) => ({ name, date: dates.get(name), version: readVersion(name) }));
  // Either all are compared by date, or all by version: a mixture would have no order.
  const isDated = known.every(({ date }) => date !== undefined);
  return known
    .toSorted((a, b) => (isDated ? compareText(b.date ?? '', a.date ?? '') : b.version - a.version))
    .map(({ name }) => name);
}

/** The version in a name: `gpt-6.1-sol` 6.1, `claude-opus-4-5` 4.5; 0: there is none. Sizes (`26b`) do not count. */
function readVersion(name: string): number {
  const [, major = '0', minor = '0'] = /(?<![\d.])(\d{1,2})(?:[.-](\d{1,2})(?![\db]))?(?![\db])/.exec(name) ?? [];
  return Number(major) + Number(minor) / 100;
}

function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
