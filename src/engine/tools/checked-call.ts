import { toFailure } from '@/base/errors';
import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { argumentProblems } from './declared-arguments';
import type { ToolAnswer } from './handler-tool';

/**
 * Parses the arguments of a call. An empty text counts as no arguments, because some models write that. Undefined: not
 * JSON.
 */
export function readArguments(text: string): Json | undefined {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Performs a call if its arguments fit the tool; otherwise answers what is wrong with them. */
export async function performChecked(
  schema: JsonObject,
  args: Json | undefined,
  perform: (args: JsonObject) => Promise<ToolAnswer>,
): Promise<ToolAnswer> {
  if (!isJsonObject(args)) return wrong('The arguments are not a JSON object.');
  const problems = argumentProblems(schema, args);
  if (problems.length > 0) return wrong(`The arguments are not what the tool takes:\n${problems.join('\n')}`);
  return perform(args);
}

/** An error as an answer. */
export function failedAnswer(error: unknown): ToolAnswer {
  const { message, advice } = toFailure(error);
  return wrong(advice === undefined ? message : `${message} ${advice}`);
}

/** An answer that is an error. */
export function wrong(text: string): ToolAnswer {
  return { text, isError: true };
}
