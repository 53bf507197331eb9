import type { JsonObject } from '@/base/json';

/** A type of Dify as JSON Schema. */
export function readJsonType(type: string): JsonObject {
  const item = /^array\[(.+)\]$/.exec(type)?.[1];
  if (item !== undefined) return item === 'any' ? { type: 'array' } : { type: 'array', items: readJsonType(item) };
  switch (type) {
    case 'string':
    case 'secret':
    case 'select':
      return { type: 'string' };
    case 'number':
      return { type: 'number' };
    case 'integer':
      return { type: 'integer' };
    case 'bool':
    case 'boolean':
      return { type: 'boolean' };
    case 'array':
      return { type: 'array' };
    case 'object':
      return { type: 'object' };
    default:
      return {};
  }
}
