import { closeSentence } from '@/base/closed-sentence';
import { toFailure } from '@/base/errors';
import type { JsonObject } from '@/base/json';
import { decodeJson } from '@/base/json-text';
import { readArgumentsText } from '@/base/read-arguments';
import { err, ok, type Result } from '@/base/result';
import { fitArguments } from './fit-arguments';
import type { ToolAnswer } from './handler-tool';

/** Most characters of arguments that cannot be read that the model is shown, around the place. */
const maxQuoted = 2000;

/**
 * Reads the arguments of a call, where there is one way to read them. The error is for the model: its own words, the
 * place and the reason.
 */
export function readArguments(text: string): Result<JsonObject, string> {
  const read = readArgumentsText(text);
  if (read.ok) return ok(decodeJson(read.text) as JsonObject);
  const from = Math.max(0, read.offset - maxQuoted / 2);
  const words = text.slice(from, from + maxQuoted);
  const quoted = `${from > 0 ? '…' : ''}${words}${from + maxQuoted < text.length ? '…' : ''}`;
  return err(`The arguments are not a JSON object: ${read.message}. You wrote:\n${quoted}`);
}

/** Performs a call if its arguments fit the tool; otherwise answers what is wrong with them. */
export async function performChecked(
  schema: JsonObject,
  args: Result<JsonObject, string>,
  perform: (args: JsonObject) => Promise<ToolAnswer>,
): Promise<ToolAnswer> {
  if (!args.ok) return createErrorAnswer(args.error);
  const { args: fitted, problems } = fitArguments(schema, args.value);
  if (problems.length > 0)
    return createErrorAnswer(`The arguments are not what the tool takes:\n${problems.join('\n')}`);
  return perform(fitted);
}

/** An error as an answer. */
export function buildFailedAnswer(error: unknown): ToolAnswer {
  const { message, advice } = toFailure(error);
  return createErrorAnswer(advice === undefined ? message : `${closeSentence(message)} ${advice}`);
}

/** An answer that is an error. */
export function createErrorAnswer(text: string): ToolAnswer {
  return { text, isError: true };
}
