import { isJsonObject, type Json } from '@/base/json';

/** Numbers of one or two digits are in many texts by chance. */
const shortest = 3;

/** Longer words are no ids, but contents. */
const longest = 80;

/** Words with a digit in them, such as `A-20418`, `2026-11-29` or `24.90`. */
const idPattern = /[\p{L}\p{N}_]+(?:[-./:#@][\p{L}\p{N}_]+)*/gu;

/** The ids and numbers of what a run was given that are in its result too, each once, in the order of the inputs. */
export function findCarried(given: Json, result: string): readonly string[] {
  const inResult = new Set(listIds(result));
  return [...new Set(listTexts(given).flatMap(listIds))].filter((id) => inResult.has(id));
}

function listIds(text: string): readonly string[] {
  const words = text.match(idPattern) ?? [];
  return words.filter(({ length }) => length >= shortest && length <= longest).filter((word) => /\p{N}/u.test(word));
}

/** The texts and numbers in a value, at any depth. */
function listTexts(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(listTexts);
  return isJsonObject(value) ? Object.values(value).flatMap((one) => listTexts(one ?? null)) : [];
}
