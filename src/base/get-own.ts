/** What a record has under a name; undefined: nothing of its own, as for `constructor`. */
export function getOwn<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}
