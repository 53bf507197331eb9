/** A label of machines: what a run may ask for, such as `gpu`. */
export const labelPattern = /^[a-z0-9][a-z0-9_-]{0,31}$/;

/** Most labels of a machine, and of a run. */
export const mostLabels = 8;

/** The smallest set that has all of the labels; undefined: none has. */
export function findSmallestFit(
  labels: readonly string[],
  sets: readonly (readonly string[])[],
): readonly string[] | undefined {
  return sets
    .filter((set) => labels.every((label) => set.includes(label)))
    .reduce<readonly string[] | undefined>(
      (best, set) => (best === undefined || set.length < best.length ? set : best),
      undefined,
    );
}
