import { isJsonObject, type Json, type JsonObject } from '@/base/json';
import type { ModelRequest } from '@/engine/ports/model-client';
import type { Dice } from './dice';
import { generateValue } from './generate-value';
import { givenFiles, withoutFiles } from './given-files';
import type { SimulatedTurn } from './scripted-turn';
import { workOfMaker } from './work-of-maker';
import { writeProse } from './write-prose';
import { writeTasks } from './write-tasks';

/**
 * What the simulated model says where nobody told it what: which files and tools of its maker it was given, and prose
 * about what it was asked, or JSON by the output schema. A director asks for one evaluation and takes its draft as done
 * once it was evaluated; an evaluator is content unless the script failed; who is to take a task apart writes two
 * steps.
 */
export function answerAsAsked(request: ModelRequest, dice: Dice): SimulatedTurn {
  const { outputSchema, messages, tools = [] } = request;
  const asked = messages.findLast((message) => message.role === 'user')?.content ?? '';
  const prompt = withoutFiles(asked);
  const say = (reply: string): SimulatedTurn => ({ reply, toolCalls: [] });
  if (outputSchema !== undefined) {
    const value = generateValue(outputSchema, dice, (name) => words(name, dice));
    return say(JSON.stringify(isVerdict(outputSchema) ? { ...asObject(value), ...verdictOn(prompt) } : value, null, 2));
  }
  const tasks = writeTasks(request);
  if (tasks !== undefined) return say(tasks);
  const given = [givenFiles(messages), workOfMaker(prompt, request).said].filter((text) => text !== '');
  const reply = [...given, writeProse(prompt, dice)].join('\n\n');
  const evaluation = tools.find(({ name }) => name === 'request_evaluation');
  if (evaluation === undefined || isJudged(prompt)) return say(reply);
  const args = { type: 'evaluation', criteria: 'clear, complete and correct' };
  return { reply, toolCalls: [{ id: 'call_1_1', name: evaluation.name, arguments: JSON.stringify(args) }] };
}

function words(name: string, dice: Dice): string {
  return `Simulated ${name.replaceAll('_', ' ')} ${dice.between(1, 99)}`;
}

/** Whether a schema asks for the verdict of an evaluator: `{success, feedback}`. */
function isVerdict({ properties }: JsonObject): boolean {
  return isJsonObject(properties) && 'success' in properties && 'feedback' in properties;
}

function verdictOn(prompt: string): JsonObject {
  const exitCode = /\bexit_code\W+(-?\d+)/.exec(prompt)?.[1] ?? '0';
  if (exitCode === '0') return { success: true, feedback: 'Nothing is left to mend.' };
  return { success: false, feedback: `The script ended with code ${exitCode}. Mend what it tells, and try again.` };
}

/** Whether a prompt holds the verdict of an evaluator on an earlier draft. */
function isJudged(prompt: string): boolean {
  return /"success"\s*:\s*(true|false)/.test(prompt) && /"feedback"\s*:/.test(prompt);
}

function asObject(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}
