/** A name that is not taken yet: `input_1`, `input_2`, … */
export function createFreshName(noun: string, taken: readonly string[]): string {
  const stem = noun.replaceAll(' ', '_');
  let number = 1;
  while (taken.includes(`${stem}_${number}`)) number += 1;
  return `${stem}_${number}`;
}

/** The record with one key renamed. The order stays. */
export function renameKey<T>(record: Readonly<Record<string, T>>, from: string, to: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key === from ? to : key, value]));
}
