import type { JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import type { Prompt } from '../message';
import type { PlannedAtomic } from '../plan';
import { countAroundTokens, requestForm } from '../request-tokens';
import { estimateToolTurnTokens, foreseeTools, isTakingTurns } from './foreseen-tools';
import { estimatePlaceholderTokens, removePlaceholders } from './placeholders';
import type { Count } from './size';
import type { UnknownNames } from './unknown-names';

/** A conversation with a model: one call, or more where tools answer or a reply is sent back. */
export interface Exchange {
  /** Tokens of the first call, at least. */
  readonly low: number;
  /** Tokens of each call that there may be, at most. */
  readonly turns: readonly number[];
  /** Tokens of what it leaves in a history, at most. */
  readonly said: number;
  /** Whether more than texts is sent, whose tokens are an estimate. */
  readonly estimated: boolean;
}

/** Tokens of the words around what is wrong with a reply, and of each line of it. */
const repairWords = 120;

/** Kinds of parts whose length is foreseen apart from the prompt. */
const ofOthers: ReadonlySet<string> = new Set(['context', 'history']);

/** What a prompt may have besides its own texts. */
interface Beside {
  /** Tokens of files, and of texts of files. */
  readonly files: { readonly low: number; readonly high: number };
  /** The most tokens of what other tasks, steps, rounds and the memory add. */
  readonly others: number;
  /** The most tokens of a reply. */
  readonly reply: number;
  readonly unknown: UnknownNames;
  readonly count: Count;
}

/**
 * The conversation of an atomic task. `least`: its prompt with nothing that may be missing; `most`: with everything.
 * They are the same if nothing may be missing.
 */
export function estimateConversation(
  task: PlannedAtomic,
  { least, most }: { readonly least: Prompt; readonly most: Prompt },
  beside: Beside,
): Exchange {
  const { files, others, reply, unknown, count } = beside;
  const { outputSchema } = task;
  const tools = foreseeTools(task);
  const high = listMessageTexts(most);
  const low = least === most ? high : listMessageTexts(least);
  const counted = high.map((text) => requestForm.message + count(removePlaceholders(text)));
  const placeholders = high.reduce((sum, text) => sum + estimatePlaceholderTokens(text, unknown, count), 0);
  const own = sumNumbers(counted) + placeholders + files.high;
  const around = countAroundTokens({ tools: tools.atMost, outputSchema }, count);
  const lowMessages = low.map((text) => requestForm.message + estimateLeastTokens(text, count));
  const lowAround =
    tools.always === tools.atMost ? around : countAroundTokens({ tools: tools.always, outputSchema }, count);
  const first = own + around + others;
  const answered = estimateToolTurnTokens(task, reply, count);
  const growth = requestForm.message + reply + answered;
  // A reply is sent back once in a conversation, in place of what tools answer.
  const repair = mayBeSentBack(task) ? Math.max(0, repairTokens(task, reply, count) - answered) : 0;
  const turns = Array.from({ length: countTurns(task) }, (_, turn) => first + turn * growth + (turn > 0 ? repair : 0));
  const estimated = task.tools.length > 0 || outputSchema !== undefined || files.high > 0;
  const lowest = sumNumbers(lowMessages) + files.low + lowAround;
  return { low: lowest, turns, said: own + turns.length * growth + repair, estimated };
}

/** A question that is asked once, or again with what is wrong with the answer, of texts with placeholders. */
export function estimateQuestion(
  texts: readonly string[],
  outputSchema: JsonObject | undefined,
  { reply, unknown, count, calls }: Pick<Beside, 'reply' | 'unknown' | 'count'> & { readonly calls: number },
): Exchange {
  const around = countAroundTokens({ outputSchema }, count);
  const known = texts.map((text) => requestForm.message + count(removePlaceholders(text)));
  const low = sumNumbers(texts.map((text) => requestForm.message + estimateLeastTokens(text, count))) + around;
  const first =
    sumNumbers(known) + sumNumbers(texts.map((text) => estimatePlaceholderTokens(text, unknown, count))) + around;
  const growth = reply + repairTokens({ outputSchema }, reply, count);
  const turns = Array.from({ length: calls }, (_, turn) => first + turn * growth);
  return { low, turns, said: first + reply, estimated: outputSchema !== undefined };
}

/** How many turns a conversation may have. */
function countTurns(task: PlannedAtomic): number {
  const most = Math.max(1, task.limits.maxTurns);
  if (task.tools.some(isTakingTurns)) return most;
  return mayBeSentBack(task) ? Math.min(2, most) : 1;
}

/** Whether a reply is sent back to the model if it is not as asked. A sample of a vote is not. */
function mayBeSentBack({ outputSchema, validate, voting }: PlannedAtomic): boolean {
  return (outputSchema !== undefined || validate !== undefined) && voting === undefined;
}

/** Texts of the messages without what others add. */
function listMessageTexts({ messages, parts }: Prompt): readonly string[] {
  if (!parts.some(({ kind }) => ofOthers.has(kind))) return messages.map(({ content }) => content);
  return messages.map((_message, index) =>
    parts
      .filter((part) => part.message === index && part.file === undefined && !ofOthers.has(part.kind))
      .map(({ text }) => text)
      .join('\n\n'),
  );
}

/** The least tokens of a text: what comes in place of a placeholder may join the words around it. */
function estimateLeastTokens(text: string, count: Count): number {
  const known = removePlaceholders(text);
  if (known === text) return count(text);
  return Math.max(0, count(known) - text.split('‹').length + 1);
}

/** The most tokens of the message that sends a reply back: it repeats rules, and names of the schema and the reply. */
function repairTokens(
  { outputSchema, validate = '' }: { readonly outputSchema?: JsonObject | undefined; readonly validate?: string },
  reply: number,
  count: Count,
): number {
  const schema = outputSchema === undefined ? 0 : 8 * count(encodeJson(outputSchema));
  return requestForm.message + repairWords + 2 * count(validate) + schema + 2 * reply;
}

function sumNumbers(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
