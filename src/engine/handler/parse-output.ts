import { isNestedDeeper, type Json, type JsonObject, maxNesting } from '@/base/json';

const fencedBlock = /```[a-zA-Z]*[ \t]*\n([\s\S]*?)\n?```/;

/**
 * The `output` of a result: the parsed content if it is JSON, else the content. If there is a schema, JSON is also
 * taken from a fenced block, in which models often wrap it. JSON nested too deeply stays text, and so does a number
 * that would lose something.
 */
export function parseOutput(content: string, schema: JsonObject | undefined): Json {
  const whole = parseJson(content, schema);
  if (whole !== undefined) return whole;
  const inside = schema === undefined ? undefined : fencedBlock.exec(content)?.[1];
  return (inside === undefined ? undefined : parseJson(inside, schema)) ?? content;
}

/**
 * Whether a number alone is meant as one. Without a schema it stays text if it would be written in another way: a
 * version (`3.10`), a long id, a hash (`12e567`).
 */
function isNumber(value: number, text: string, schema: JsonObject | undefined): boolean {
  if (!Number.isFinite(value)) return false;
  const types = [schema?.['type'] ?? []].flat();
  if (types.includes('number') || types.includes('integer')) return true;
  return String(value) === text.trim() && !types.includes('string');
}

function parseJson(text: string, schema: JsonObject | undefined): Json | undefined {
  // Most contents are prose, so a text that cannot start JSON is not parsed.
  if (!/^\s*[[{"\-\dtfn]/.test(text)) return undefined;
  try {
    const value = JSON.parse(text) as Json;
    if (typeof value === 'number' && !isNumber(value, text, schema)) return undefined;
    return isNestedDeeper(value, maxNesting) ? undefined : value;
  } catch {
    return undefined;
  }
}
