import { parseDocument } from 'yaml';
import { isNestedDeeper, type Json, type JsonObject, maxNesting } from '@/base/json';
import { jsonSchema } from '@/base/json-schema';
import { decodeJson } from '@/base/json-text';
import { nameSchema } from '@/base/name-schema';
import { err, ok, type Result } from '@/base/result';
import { decodeText } from '@/formats/decode-text';
import { maxWorkflowBytes } from '@/formats/limits';
import { explainFsError } from '../explain-fs-error';
import type { Io } from '../io';

/** What the options set, before it is known whether a name is a variable or an input. */
export interface GivenValues {
  /** From `--input FILE`, overridden by each `--var NAME=VALUE`. */
  readonly values: JsonObject;
  /** What `--var` gives each of its names, as it was written: the type of an input decides what it is. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Values from `--input FILE`, overridden by each `--var NAME=VALUE`. Refused with a message. */
export async function readVariables(
  io: Io,
  input: string | undefined,
  vars: readonly string[],
): Promise<Result<GivenValues, string>> {
  const fromFile = input === undefined ? ok({}) : await readInput(io, input);
  if (!fromFile.ok) return fromFile;
  const values: Record<string, Json> = { ...fromFile.value };
  const texts = new Map<string, string>();
  for (const pair of vars) {
    const equals = pair.indexOf('=');
    if (equals < 1) return err(`--var ${pair}: write it as NAME=VALUE.`);
    texts.set(pair.slice(0, equals), pair.slice(equals + 1));
    values[pair.slice(0, equals)] = parseValue(pair.slice(equals + 1));
  }
  for (const [name, value] of Object.entries(values)) {
    const named = nameSchema.safeParse(name);
    if (!named.success) return err(`The variable “${name}”: ${named.error.issues[0]?.message ?? 'is not a name.'}`);
    if (isNestedDeeper(value, maxNesting)) return err(`The variable “${name}” is nested too deep.`);
  }
  return ok({ values, texts });
}

/**
 * Parses JSON; any other text is returned as it is. A number alone that would be written in another way, such as a
 * version (`3.10`), stays a text too.
 */
function parseValue(text: string): Json {
  try {
    const value = decodeJson(text) as Json;
    return typeof value === 'number' && String(value) !== text.trim() ? text : value;
  } catch {
    return text;
  }
}

/** A number that keeps its digits as a double is one. */
const convertNumber = (_key: unknown, value: unknown): unknown =>
  typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;

/** The object in a YAML or JSON file. */
async function readInput(io: Io, file: string): Promise<Result<JsonObject, string>> {
  let bytes: Uint8Array;
  try {
    bytes = await io.read(file, maxWorkflowBytes + 1);
  } catch (error) {
    return err(`${file}: ${explainFsError(error)}`);
  }
  const text = decodeText(bytes);
  if (!text.ok) return err(`${file}: ${text.error.message}`);
  try {
    const document = parseDocument(text.value, { logLevel: 'error', intAsBigInt: true });
    const [problem] = document.errors;
    if (problem !== undefined) return err(`${file}: ${problem.message.split('\n')[0]}`);
    const value = jsonSchema.safeParse(document.toJS({ maxAliasCount: 100, reviver: convertNumber }));
    if (value.success && typeof value.data === 'object' && value.data !== null && !Array.isArray(value.data)) {
      return ok(value.data as JsonObject);
    }
  } catch (error) {
    return err(`${file}: ${(error as Error).message}`);
  }
  return err(`${file}: an object is expected, whose keys become variables.`);
}
