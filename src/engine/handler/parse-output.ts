import { Validator } from '@cfworker/json-schema';
import { isNestedDeeper, type Json, type JsonObject, maxNesting } from '@/base/json';
import { decodeJson } from '@/base/json-text';
import { type LenientJson, readLenientJson } from '@/base/lenient-json';
import { roundWholeNumbers } from '@/base/rounded-json';

/** A content as it is read under a schema. */
export interface ReadOutput {
  readonly output: Json;
  /** The output as JSON, if the content is more than that; undefined: the content is what it is. */
  readonly json?: string;
  /** What was mended to read it, in words for a person. */
  readonly repaired: readonly string[];
  /** Why the content is not JSON, with the place, if it is read as a text. */
  readonly fault?: string;
}

/** The `output` of a result: the parsed content if it is JSON, else the content; see {@link readOutput}. */
export function parseOutput(content: string, schema: JsonObject | undefined): Json {
  return readOutput(content, schema).output;
}

/**
 * Reads a content: JSON, or a text. Without a schema it is JSON only if all of it is. With one, JSON is also taken from
 * what models write around it, and mended where nothing is guessed; a text that the schema takes stays one. JSON nested
 * too deeply stays text, and so does a number that would lose something.
 */
export function readOutput(content: string, schema: JsonObject | undefined): ReadOutput {
  const whole = parseJson(content, schema);
  if (whole !== undefined || schema === undefined) return { output: whole ?? content, repaired: [] };
  const read = readLenientJson(content, findWantedKind(schema));
  if (!read.ok) return { output: content, repaired: [], fault: read.message };
  const output = parseJson(read.text, schema);
  if (output === undefined || isMeantAsText(content, output, read, schema)) return { output: content, repaired: [] };
  return { output, json: read.text.trim(), repaired: read.repaired };
}

function findWantedKind({ type }: JsonObject): 'object' | 'array' | undefined {
  return type === 'object' || type === 'array' ? type : undefined;
}

/** Whether a text with JSON in it is the text that a schema asks for. */
function isMeantAsText(content: string, output: Json, { repaired }: LenientJson, schema: JsonObject): boolean {
  if (!isAccepted(schema, content)) return false;
  return repaired.includes('words around the JSON') || !isAccepted(schema, output);
}

function isAccepted(schema: JsonObject, value: Json): boolean {
  try {
    return new Validator(roundWholeNumbers(schema), '2020-12', false).validate(roundWholeNumbers(value)).valid;
  } catch {
    return false;
  }
}

/**
 * Whether a number alone is meant as one. Without a schema it stays text if it would be written in another way: a
 * version (`3.10`), a long id, a hash (`12e567`).
 */
function isNumber(value: number | bigint, text: string, schema: JsonObject | undefined): boolean {
  if (typeof value === 'number' && !Number.isFinite(value)) return false;
  const types = [schema?.['type'] ?? []].flat();
  if (types.includes('number') || types.includes('integer')) return true;
  return typeof value === 'number' && String(value) === text.trim() && !types.includes('string');
}

function parseJson(text: string, schema: JsonObject | undefined): Json | undefined {
  // Most contents are prose, so a text that cannot start JSON is not parsed.
  if (!/^\s*[[{"\-\dtfn]/.test(text)) return undefined;
  try {
    const value = decodeJson(text) as Json;
    if ((typeof value === 'number' || typeof value === 'bigint') && !isNumber(value, text, schema)) return undefined;
    return isNestedDeeper(value, maxNesting) ? undefined : value;
  } catch {
    return undefined;
  }
}
