import type { Json } from '@/base/json';
import { getList, getMember, getText, readPlain } from '../read-plain';

/**
 * The values that a node gives where it failed, by field. `default_value` of
 * https://docs.dify.ai/en/guides/workflow/error-handling: a list of `{key, type, value}`.
 */
export function readDefaults(raw: Json): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    getList(raw, 'default_value').map((one) => [
      getText(one, 'key'),
      readDefault(getText(one, 'type'), getMember(one, 'value') ?? null),
    ]),
  );
}

/** A value as its type says; objects and lists are written as texts of JSON. */
function readDefault(type: string, value: Json): Json {
  if (typeof value !== 'string' || type === 'string') return value;
  if (type === 'number') return Number.isFinite(Number(value)) ? Number(value) : 0;
  const read = readPlain(value);
  return read.ok ? read.value : value;
}
