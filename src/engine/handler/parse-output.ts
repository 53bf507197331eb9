import { isNestedDeeper, type Json, type JsonObject, maxNesting } from '@/base/json';

const fencedBlock = /```[a-zA-Z]*[ \t]*\n([\s\S]*?)\n?```/;

/**
 * The `output` of a result: the parsed content if it is JSON, else the content. If there is a schema, JSON is also
 * taken from a fenced block, in which models often wrap it. JSON nested too deeply stays text.
 */
export function parseOutput(content: string, schema: JsonObject | undefined): Json {
  const whole = parseJson(content);
  if (whole !== undefined) return whole;
  const inside = schema === undefined ? undefined : fencedBlock.exec(content)?.[1];
  return (inside === undefined ? undefined : parseJson(inside)) ?? content;
}

function parseJson(text: string): Json | undefined {
  // Most contents are prose, so a text that cannot start JSON is not parsed.
  if (!/^\s*[[{"\-\dtfn]/.test(text)) return undefined;
  try {
    const value = JSON.parse(text) as Json;
    return isNestedDeeper(value, maxNesting) ? undefined : value;
  } catch {
    return undefined;
  }
}
