import type { PartRow } from '../parts/part-groups';

/** A part of one call together with the same part of another. */
export interface DifferingPart {
  readonly key: string;
  readonly before: PartRow | undefined;
  readonly after: PartRow | undefined;
  /** `same`: word for word. */
  readonly state: 'same' | 'changed' | 'added' | 'removed';
}

/**
 * The parts of two calls side by side, in the order of the later one; parts that only the earlier one had come last.
 * `textOf` returns the text of a part of either.
 */
export function pairParts(
  before: readonly PartRow[],
  after: readonly PartRow[],
  textOf: { readonly before: (row: PartRow) => string; readonly after: (row: PartRow) => string },
): readonly DifferingPart[] {
  const former = new Map(before.map((row) => [row.key, row]));
  const parts: DifferingPart[] = after.map((row) => {
    const other = former.get(row.key);
    former.delete(row.key);
    if (other === undefined) return { key: row.key, before: undefined, after: row, state: 'added' };
    const state = textOf.before(other) === textOf.after(row) ? 'same' : 'changed';
    return { key: row.key, before: other, after: row, state };
  });
  const gone = [...former.values()].map(
    (row): DifferingPart => ({ key: row.key, before: row, after: undefined, state: 'removed' }),
  );
  return [...parts, ...gone];
}
