import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';

/** A value with templates filled in, and the first that could not be; undefined: all were. */
export interface FilledValue {
  readonly value: Json;
  readonly missing: string | undefined;
}

/** Fills `{{name}}` and `{{name.field}}` in the texts of a value. Filters and tags of Nunjucks are not known here. */
export function fillTemplates(value: Json, values: JsonObject): FilledValue {
  let missing: string | undefined;
  const fill = (one: Json): Json => {
    if (typeof one === 'string') {
      if (!one.includes('{{') && !one.includes('{%')) return one;
      const filled = one.replace(/\{\{([^{}]*)\}\}/g, (written: string, path: string) => {
        const found = findValue(values, path.trim());
        if (found === undefined) missing ??= written;
        return found === undefined ? written : typeof found === 'string' ? found : encodeJson(found);
      });
      if (one.includes('{%')) missing ??= '{% … %}';
      return filled;
    }
    if (Array.isArray(one)) return (one as readonly Json[]).map(fill);
    if (isJsonObject(one)) return Object.fromEntries(Object.entries(one).map(([key, member]) => [key, fill(member)]));
    return one;
  };
  return { value: fill(value), missing };
}

function findValue(values: JsonObject, path: string): Json | undefined {
  let at: Json | undefined = values;
  for (const key of path.split('.')) {
    if (!isJsonObject(at) || !Object.hasOwn(at, key)) return undefined;
    at = at[key];
  }
  return at;
}
