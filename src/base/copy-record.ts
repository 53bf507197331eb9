/** A copy of a record. For thousands of members it is several times faster than spreading. */
export function copyRecord<K extends string, V>(
  record: Readonly<Record<K, V>>,
  keys: readonly K[] = Object.keys(record) as K[],
): Record<K, V> {
  const copy = {} as Record<K, V>;
  for (const key of keys) copy[key] = record[key];
  return copy;
}
