/** A free id: `atomic_1`, `atomic_2`, …, or for a copy `review_2`. Numbers start at `first`. */
export function createFreshId(stem: string, first: number, isTaken: (id: string) => boolean): string {
  let number = first;
  while (isTaken(`${stem}_${number}`)) number += 1;
  return `${stem}_${number}`;
}
