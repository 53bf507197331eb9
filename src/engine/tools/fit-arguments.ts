import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { decodeJson } from '@/base/json-text';
import { readLenientJson } from '@/base/lenient-json';
import { listArgumentProblems } from './declared-arguments';

/** Most texts of arguments that are tried as JSON: each try checks the whole arguments. */
const mostTries = 100;

/** Arguments that fit a tool, as far as possible, and what is wrong with them, one line each, for the model. */
export interface FittedArguments {
  readonly args: JsonObject;
  readonly problems: readonly string[];
}

/**
 * Reads lists, objects, numbers and the like that a model wrote as texts (`"tags": "[\"a\"]"`), where the schema
 * refuses the text and takes what it says (earendil-works/pi #5697, openclaw/openclaw #96922).
 */
export function fitArguments(schema: JsonObject, args: JsonObject): FittedArguments {
  let tries = 0;
  return listTextPaths(args).reduce(withReadText, { args, problems: listArgumentProblems(schema, args) });

  function withReadText(fitted: FittedArguments, path: Path): FittedArguments {
    if (fitted.problems.length === 0 || tries >= mostTries) return fitted;
    const text = path.reduce<Json | undefined>(getMember, fitted.args);
    const value = typeof text === 'string' ? readText(text) : undefined;
    if (value === undefined) return fitted;
    tries += 1;
    const changed = setMember(fitted.args, path, value) as JsonObject;
    const read = { args: changed, problems: listArgumentProblems(schema, changed) };
    // What was read may have such texts in it.
    const within = listTextPaths(value, path).reduce(withReadText, read);
    return within.problems.length < fitted.problems.length ? within : fitted;
  }
}

type Path = readonly (string | number)[];

/** What a text says as JSON, if it is no text again. Words around it would make it a text. */
function readText(text: string): Json | undefined {
  const read = readLenientJson(text);
  if (!read.ok || read.repaired.includes('words around the JSON')) return undefined;
  const value = decodeJson(read.text) as Json;
  return typeof value === 'string' ? undefined : value;
}

function listTextPaths(value: Json, path: Path = []): readonly Path[] {
  if (typeof value === 'string') return [path];
  if (Array.isArray(value)) return value.flatMap((member, index) => listTextPaths(member, [...path, index]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => listTextPaths(member, [...path, name]));
}

function getMember(value: Json | undefined, step: string | number): Json | undefined {
  if (typeof step === 'number') return Array.isArray(value) ? value[step] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

function setMember(value: Json, [step, ...rest]: Path, member: Json): Json {
  if (step === undefined) return member;
  if (Array.isArray(value) && typeof step === 'number') {
    return value.with(step, setMember(value[step] ?? null, rest, member));
  }
  return isJsonObject(value) ? { ...value, [step]: setMember(value[step] ?? null, rest, member) } : value;
}
