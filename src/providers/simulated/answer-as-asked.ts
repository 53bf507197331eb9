import type { Dice } from '@/base/dice';
import { generateValue } from '@/base/generate-value';
import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import type { ModelRequest } from '@/engine/ports/model-client';
import { describeGivenFiles, removeFiles } from './given-files';
import type { SimulatedTurn } from './scripted-turn';
import { simulateMakerWork } from './work-of-maker';
import { writeProse } from './write-prose';
import { writeTasks } from './write-tasks';

/**
 * The reply of the simulated model without a script: it names the files and maker's tools it was given and writes prose
 * about the prompt, or JSON that matches the output schema. A director requests one evaluation, and accepts its draft
 * after it. An evaluator accepts unless the script failed. A request for decomposition gets two steps.
 */
export function answerAsAsked(request: ModelRequest, dice: Dice): SimulatedTurn {
  const { outputSchema, messages, tools = [] } = request;
  const lastUserText = messages.findLast((message) => message.role === 'user')?.content ?? '';
  const prompt = removeFiles(lastUserText);
  const createTurn = (reply: string): SimulatedTurn => ({ reply, toolCalls: [] });
  if (outputSchema !== undefined) {
    const value = generateValue(outputSchema, dice, (name) => writeWords(name, dice));
    return createTurn(
      encodeJson(isVerdict(outputSchema) ? { ...readObjectValue(value), ...writeVerdict(prompt) } : value, 2),
    );
  }
  const tasks = writeTasks(request);
  if (tasks !== undefined) return createTurn(tasks);
  const given = [describeGivenFiles(messages), simulateMakerWork(prompt, request).said].filter((text) => text !== '');
  const reply = [...given, writeProse(prompt, dice)].join('\n\n');
  const evaluation = tools.find(({ name }) => name === 'request_evaluation');
  if (evaluation === undefined || isJudged(prompt)) return createTurn(reply);
  const args = { type: 'evaluation', criteria: 'clear, complete and correct' };
  return { reply, toolCalls: [{ id: 'call_1_1', name: evaluation.name, arguments: encodeJson(args) }] };
}

function writeWords(name: string, dice: Dice): string {
  return `Simulated ${name.replaceAll('_', ' ')} ${dice.between(1, 99)}`;
}

/** Whether a schema is that of an evaluator's verdict: `{success, feedback}`. */
function isVerdict({ properties }: JsonObject): boolean {
  return isJsonObject(properties) && 'success' in properties && 'feedback' in properties;
}

function writeVerdict(prompt: string): JsonObject {
  const exitCode = /\bexit_code\W+(-?\d+)/.exec(prompt)?.[1] ?? '0';
  if (exitCode === '0') return { success: true, feedback: 'Nothing is left to mend.' };
  return { success: false, feedback: `The script ended with code ${exitCode}. Mend what it tells, and try again.` };
}

/** Whether a prompt contains an evaluator's verdict on an earlier draft. */
function isJudged(prompt: string): boolean {
  return /"success"\s*:\s*(true|false)/.test(prompt) && /"feedback"\s*:/.test(prompt);
}

function readObjectValue(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}
