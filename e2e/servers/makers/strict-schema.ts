import { isRecord, type Json } from './json';

/**
 * Why OpenAI's strict mode refuses a schema; undefined if it accepts it. Objects must be closed and list every property
 * as required (developers.openai.com, structured outputs).
 */
export function strictFault(schema: Json, context: readonly string[] = []): string | undefined {
  const at = `In context=(${context.map((name) => `'${name}'`).join(', ')}${context.length === 1 ? ',' : ''}),`;
  if (isRecord(schema.properties) || isObjectType(schema.type)) {
    if (schema.additionalProperties !== false) {
      return `${at} 'additionalProperties' is required to be supplied and to be false.`;
    }
    const required = Array.isArray(schema.required) ? schema.required : [];
    const missing = Object.keys(isRecord(schema.properties) ? schema.properties : {}).find(
      (name) => !required.includes(name),
    );
    if (missing !== undefined) {
      return `${at} 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`;
    }
  }
  for (const [name, inner] of below(schema)) {
    const fault = isRecord(inner) ? strictFault(inner, [...context, ...name]) : undefined;
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Whether an object in the schema is open, which Anthropic's `output_config.format` refuses. */
export function hasOpenObject(schema: Json): boolean {
  const open = (isRecord(schema.properties) || isObjectType(schema.type)) && schema.additionalProperties !== false;
  return open || below(schema).some(([, inner]) => isRecord(inner) && hasOpenObject(inner));
}

function isObjectType(type: unknown): boolean {
  return type === 'object' || (Array.isArray(type) && type.includes('object'));
}

function below(schema: Json): [readonly string[], unknown][] {
  const named = (field: string) =>
    Object.entries(isRecord(schema[field]) ? schema[field] : {}).map(([name, inner]): [readonly string[], unknown] => [
      [field, name],
      inner,
    ]);
  const listed = (field: string) =>
    (Array.isArray(schema[field]) ? schema[field] : []).map((inner: unknown, index): [readonly string[], unknown] => [
      [field, String(index)],
      inner,
    ]);
  return [...named('properties'), ...named('$defs'), ...listed('anyOf'), [['items'], schema.items]];
}
