import { isNestedDeeper, type Json, type JsonObject, maxNesting } from '@/base/json';

const fencedBlock = /```[a-zA-Z]*[ \t]*\n([\s\S]*?)\n?```/;

/**
 * The `output` of a result: the content parsed, if it is JSON; else the content. Where a schema asks for JSON it is
 * also taken out of a fenced block, in which models like to wrap it. JSON that is nested beyond all sense stays text.
 */
export function parseOutput(content: string, schema: JsonObject | undefined): Json {
  const whole = parseJson(content);
  if (whole !== undefined) return whole;
  const inside = schema === undefined ? undefined : fencedBlock.exec(content)?.[1];
  return (inside === undefined ? undefined : parseJson(inside)) ?? content;
}

function parseJson(text: string): Json | undefined {
  // Most contents are prose: what JSON cannot begin with is not tried.
  if (!/^\s*[[{"\-\dtfn]/.test(text)) return undefined;
  try {
    const value = JSON.parse(text) as Json;
    return isNestedDeeper(value, maxNesting) ? undefined : value;
  } catch {
    return undefined;
  }
}
