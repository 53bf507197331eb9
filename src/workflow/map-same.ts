import { copyRecord } from '@/base/copy-record';

/** The list with every item passed through a function: the same list if no item changed. */
export function mapItems<T>(items: readonly T[], map: (item: T, index: number) => T): T[] {
  const mapped = items.map(map);
  return mapped.every((item, index) => item === items[index]) ? (items as T[]) : mapped;
}

/** The record with every member passed through a function: the same record if no member changed. */
export function mapMembers<T>(
  record: Readonly<Record<string, T>>,
  map: (value: T, name: string) => T,
): Record<string, T> {
  let mapped: Record<string, T> | undefined;
  for (const [name, value] of Object.entries(record)) {
    const next = map(value, name);
    if (next === value) continue;
    mapped ??= copyRecord(record);
    mapped[name] = next;
  }
  return mapped ?? record;
}

/**
 * The object with one field passed through a function: the same object if it has no such field or it did not change.
 */
export function mapField<T extends object, K extends keyof T>(
  object: T,
  key: K,
  map: (value: NonNullable<T[K]>) => T[K],
): T {
  const value = object[key];
  if (value === undefined || value === null) return object;
  const mapped = map(value);
  return mapped === value ? object : { ...object, [key]: mapped };
}
