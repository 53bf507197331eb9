import { isJsonObject, type Json, type JsonObject } from '@/base/json';

export function listObjects(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

export function readTextOrNothing(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Usage with numbers alone: numbers that were written as texts are read, and what is no number is left out. */
export function readUsageNumbers(usage: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(usage).flatMap(([name, value]): [string, Json][] => {
      if (isJsonObject(value)) return [[name, readUsageNumbers(value)]];
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      return typeof number === 'number' && Number.isFinite(number) ? [[name, number]] : [];
    }),
  );
}

/** The numbers of a usage that may be none. */
export function readOptionalNumbers(usage: Json | undefined): JsonObject {
  return isJsonObject(usage) ? readUsageNumbers(usage) : {};
}
