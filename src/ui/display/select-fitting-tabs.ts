/** Room in px between two tabs, beside the first and the last one, and of the button that has the others. */
const gap = 16;
const sides = 24;
const moreWidth = 56;

/**
 * The tabs of a row that fit into its width, in their order: the first ones, and always the chosen one. A tab whose
 * width is not known yet is taken for fitting, so that it is measured.
 */
export function selectFittingTabs<T extends { readonly id: string }>(
  tabs: readonly T[],
  chosen: string,
  widths: ReadonlyMap<string, number>,
  room: number,
): readonly T[] {
  const widthOf = (tab: T) => (widths.get(tab.id) ?? 0) + gap;
  const sum = (some: readonly T[]) => some.reduce((total, tab) => total + widthOf(tab), sides - gap);
  if (sum(tabs) <= room) return tabs;
  let left = room - moreWidth - sum(tabs.filter(({ id }) => id === chosen));
  let isFull = false;
  return tabs.filter((tab) => {
    if (tab.id === chosen) return true;
    left -= widthOf(tab);
    isFull ||= left < 0;
    return !isFull;
  });
}
