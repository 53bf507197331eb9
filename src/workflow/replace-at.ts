import { convertToSnakeCase } from '@/base/snake-case';
import type { DocumentPath } from './diagnostic';

/**
 * The patch that sets a text at a path with the keys of a file. It holds the whole field that the path begins with.
 * Undefined if the path leads nowhere.
 */
export function replaceAt(
  subject: object | undefined,
  path: DocumentPath,
  text: string,
): Record<string, unknown> | undefined {
  const [key, ...rest] = path;
  const name = subject && key !== undefined ? findModelKey(subject, key) : undefined;
  if (subject === undefined || name === undefined) return undefined;
  const value = replaceWithin((subject as Record<string, unknown>)[name], rest, text);
  return value === undefined ? undefined : { [name]: value };
}

function replaceWithin(value: unknown, path: DocumentPath, text: string): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return text;
  if (typeof value !== 'object' || value === null) return undefined;
  const name = findModelKey(value, key);
  const inner = name === undefined ? undefined : replaceWithin((value as Record<string, unknown>)[name], rest, text);
  if (name === undefined || inner === undefined) return undefined;
  return Array.isArray(value) ? value.with(Number(name), inner) : { ...value, [name]: inner };
}

/** The model's name for a key of a file. */
function findModelKey(value: object, key: string | number): string | undefined {
  return Object.keys(value).find((name) => name === String(key) || convertToSnakeCase(name) === key);
}
