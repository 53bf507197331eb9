import { isRecord, type Json, record } from './json';

/**
 * A value that fits a JSON schema, the same each time. `n` is included in its texts and numbers, so that calls differ.
 * References into `$defs` are followed; patterns and formats are ignored.
 */
export function sample(schema: Json, n: number, root: Json = schema, depth = 0): unknown {
  if (typeof schema.$ref === 'string') return sample(referred(schema.$ref, root), n, root, depth + 1);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const either = [schema.anyOf, schema.oneOf, schema.allOf].find(Array.isArray);
  if (either !== undefined) {
    const choice = either.map(record).find(({ type }) => type !== 'null') ?? record(either[0]);
    return sample({ ...choice }, n, root, depth + 1);
  }
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  switch (String(type ?? (isRecord(schema.properties) ? 'object' : 'string')).toLowerCase()) {
    case 'object':
      return sampleObject(schema, n, root, depth);
    case 'array': {
      const least = typeof schema.minItems === 'number' ? schema.minItems : 1;
      if (depth > 8) return [];
      return Array.from({ length: least }, () => sample(record(schema.items), n, root, depth + 1));
    }
    case 'number':
    case 'integer':
      return Math.min(
        Math.max(n, typeof schema.minimum === 'number' ? schema.minimum : n),
        typeof schema.maximum === 'number' ? schema.maximum : Number.POSITIVE_INFINITY,
      );
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return `text ${n}`;
  }
}

function sampleObject(schema: Json, n: number, root: Json, depth: number): Json {
  const properties = record(schema.properties);
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const names = Object.keys(properties).filter((name) => depth < 4 || required.includes(name));
  return Object.fromEntries(names.map((name) => [name, sample(record(properties[name]), n, root, depth + 1)]));
}

function referred(reference: string, root: Json): Json {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce((at: Json, name) => record(at[name]), root);
}
