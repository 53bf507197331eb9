import { defined } from '@/base/defined';
import { cutToStart } from '@/base/start-of';
import { builtinLibrary } from '@/workflow/builtin-library';
import { createScope } from '@/workflow/expressions/environment';
import { mayAskModel } from '@/workflow/tasks/traits';
import { assemblePrompt, formatSchemaInstruction, type PromptSurroundings, readInputName } from '../assemble-prompt';
import type { Prompt, PromptPart } from '../message';
import { convertStepToAtomic } from '../pipeline-step';
import type {
  PlannedAssociativeMemory,
  PlannedAtomic,
  PlannedPipeline,
  PlannedReparseTask,
  PlannedTask,
} from '../plan';
import { createTaskEnvironment } from '../task-environment';
import type { Range } from './estimate';
import { type Exchange, estimateConversation, estimateQuestion } from './exchange';
import {
  addGiven,
  createForeseenScope,
  estimateInputSize,
  estimateReferenceTokens,
  type Foreseen,
  findOwner,
  foreseeWithin,
} from './foreseen';
import type { ForeseenAttachments } from './foreseen-attachments';
import type { GivenNames } from './foreseen-given';
import { assumedCalls, isTakingTurns } from './foreseen-tools';
import { countAttempts, countSteps, estimateSamples, estimateVotes } from './parts-run';
import { createPlaceholderText } from './placeholders';
import { createExactRange, multiplyRanges } from './range';
import { type Count, createSize, findLargestSize } from './size';
import { UnknownNames } from './unknown-names';

/** The calls of a model that a task makes itself: how many conversations, and what each may be. */
export interface OwnCalls {
  /** Conversations per run of the task. */
  readonly conversations: Range;
  readonly exchange: Exchange;
  /** The prompt of an atomic task. */
  readonly prompt?: Prompt;
  /** What had to be assumed, for a person. */
  readonly assumed?: string;
}

/** What a task is sent besides its own texts. */
export interface SentBeside {
  readonly foreseen: Foreseen;
  readonly given: GivenNames;
  readonly attached: ForeseenAttachments;
  /** The context block and the history, with placeholders. */
  readonly context: readonly PromptPart[];
  /** The most tokens of the two, of what steps and rounds before it add, and of matches. */
  readonly others: number;
  readonly count: Count;
  /** The texts about the files of the memory. */
  readonly memoryIndex: Readonly<Record<string, string>>;
}

/** The calls that a task makes itself; undefined: none. */
export function estimateOwnCalls(task: PlannedTask, beside: SentBeside): OwnCalls | undefined {
  if (task.pinned !== undefined || !mayAskModel(task)) return undefined;
  switch (task.type) {
    case 'atomic':
      return estimateAtomicCalls(task, beside);
    case 'pipeline':
      return estimatePipelineCalls(task, beside);
    case 'associative_memory':
      return estimateMatchCalls(task, beside);
    case 'reparse':
      return estimateDecompositionCalls(task, beside);
  }
}

/** How often a task that is asked by itself is asked: its samples or tries, in each of its attempts. */
function estimateAsked(task: PlannedTask): Range {
  return multiplyRanges(estimateSamples(task), { low: 1, high: countAttempts(task) });
}

function estimateAtomicCalls(task: PlannedAtomic, beside: SentBeside): OwnCalls {
  const { foreseen, attached, others, count } = beside;
  const reply = foreseen.outputs.reply(task);
  const inner = foreseeWithin(task, foreseen);
  const found = buildBoundPrompts(task, beside);
  const prompts = found ?? buildUnfilledPrompts(task);
  const unknown = found === undefined ? collectUnknownNames(task, inner) : inner.unknown;
  const turns = task.tools.some(isTakingTurns) ? task.limits.maxTurns : 0;
  return {
    conversations: estimateAsked(task),
    exchange: estimateConversation(task, prompts, { files: attached.tokens, others, reply, unknown, count }),
    ...defined({ prompt: found && addOwners(found.most, foreseen) }),
    ...(turns < 2 ? {} : { assumed: `up to ${turns} turns with its tools, each with ${assumedCalls} calls of them` }),
  };
}

/** The prompt with everything that may be in it, and with nothing that may be missing. */
function buildBoundPrompts(task: PlannedAtomic, { foreseen, given, context, attached }: SentBeside) {
  const known = createTaskEnvironment(task, createForeseenScope(task, foreseen));
  if (!known.ok) return undefined;
  const ofTasks = task.inputTasks.map(({ id }) => [readInputName(id), createPlaceholderText(readInputName(id))]);
  const environment = createScope('inputs', Object.fromEntries(ofTasks), known.value);
  const assemble = (surroundings: PromptSurroundings) => {
    const prompt = assemblePrompt(task, environment, surroundings);
    return prompt.ok ? prompt.value : undefined;
  };
  const { always, sometimes } = given;
  const attachedParts = attached.parts;
  const most = assemble({ context, givenNames: [...always, ...sometimes], attached: attachedParts });
  if (most === undefined) return undefined;
  const least = sometimes.length === 0 ? most : assemble({ context, givenNames: always, attached: attachedParts });
  return { most, least: least ?? most };
}

function addOwners(prompt: Prompt, foreseen: Foreseen): Prompt {
  const owners = (from: readonly string[]) => from.map((name) => findOwner(name, foreseen) ?? name);
  return { ...prompt, parts: prompt.parts.map((part) => ({ ...part, from: [...new Set(owners(part.from))] })) };
}

/** A prompt that cannot be filled in, as a name has no value that could be made up: nothing of it is certain. */
function buildUnfilledPrompts(task: PlannedAtomic): { readonly most: Prompt; readonly least: Prompt } {
  const prompt = (content: string): Prompt => ({ messages: [{ role: 'user', content }], parts: [] });
  return { most: prompt(`‹output of ${task.id}›`), least: prompt('') };
}

/** What a prompt that cannot be filled in has at most: all its texts, and all that they name. */
function collectUnknownNames(task: PlannedAtomic, inner: Foreseen): UnknownNames {
  const parts = [...task.system, ...task.instructions].map(({ value }) => value);
  const texts = [task.prompt, task.expectedOutput ?? '', ...parts];
  const size = (count: Count) =>
    2 * estimateReferenceTokens(texts, inner, count) +
    Object.entries(task.inputs).reduce((sum, [name, input]) => sum + estimateInputSize(input, name, inner)(count), 0);
  return new UnknownNames(new Map([[task.id, { shown: size, whole: size }]]), inner.unknown);
}

/** The names of a step's prompt: `{state}`, `{step}`, `{i}`, `{total}`. */
const stepNames = /\{(state|step|i|total)\}/g;

function estimatePipelineCalls(task: PlannedPipeline, beside: SentBeside): OwnCalls {
  const { foreseen, count } = beside;
  const { steps, voting, outputSchema, validate, stepRetries } = task;
  const { runs, assumed } = countSteps(task);
  const reply = foreseen.outputs.reply(task);
  const inner = foreseeWithin(task, foreseen);
  const state = findLargestSize([estimateInputSize(task.state, '', inner), createSize(reply)]);
  const list = 'list' in steps ? steps.list : 'repeat' in steps ? [steps.step] : [];
  const ofSteps = list.map((step) => estimateInputSize(step, '', inner));
  const step = 'from' in steps ? estimateInputSize({ from: steps.from }, '', inner) : findLargestSize(ofSteps);
  const figure = createSize(8);
  const named = addGiven({ state, step, i: figure, total: figure }, inner);
  const asAtomic = convertStepToAtomic(task, task.stateTemplate.replace(stepNames, '{{$1}}'));
  const prompts = buildBoundPrompts(asAtomic, { ...beside, foreseen: named, given: noNames, context: [] });
  const texts = prompts?.most.messages.map(({ content }) => content) ?? [`‹output of ${task.id}›`];
  const unknown = prompts === undefined ? collectUnknownNames(asAtomic, named) : named.unknown;
  const isJudged = outputSchema !== undefined || validate !== undefined || voting !== undefined;
  const tries: Range = { low: 1, high: isJudged ? 1 + stepRetries : 1 };
  const votes = voting === undefined ? createExactRange(1) : estimateVotes(voting);
  return {
    conversations: multiplyRanges(multiplyRanges(estimateAsked(task), runs), multiplyRanges(votes, tries)),
    exchange: estimateQuestion(texts, outputSchema, { reply, unknown, count, calls: 1 }),
    ...defined({ assumed }),
  };
}

const noNames: GivenNames = { sizes: {}, always: [], sometimes: [] };

/** A failed match is tried once more. */
const matchTries = 2;
/** Most characters of a text about a file. */
const maxAbout = 500;

function estimateMatchCalls(
  task: PlannedAssociativeMemory,
  { foreseen, count, memoryIndex }: SentBeside,
): OwnCalls | undefined {
  const { call, query, maxResults } = task;
  const files = Object.entries(memoryIndex);
  // Without files there is nothing to match against.
  if (call === undefined || files.length === 0) return undefined;
  const inner = foreseeWithin(task, foreseen);
  const { matcher } = builtinLibrary;
  const candidates = files.map(([path, about]) => `${path}: ${cutToStart(about, maxAbout)}`).join('\n');
  const own = typeof matcher.task?.system === 'string' ? matcher.task.system : '';
  const ofAuthor = [...call.system, ...call.instructions].map(({ value }) => value);
  const schema = matcher.returns;
  const form = schema === undefined ? '' : formatSchemaInstruction(schema);
  const template = (matcher.task?.description ?? '').replace('{{candidates}}', candidates);
  const names = addGiven({ request: (counter) => 8 + estimateInputSize(query, '', inner)(counter) }, inner);
  const prompt = template.replace('{{request}}', '‹output of request›').replace('{{max_results}}', String(maxResults));
  const system: GivenNames['sizes'] = { author: (counter) => estimateReferenceTokens(ofAuthor, inner, counter) };
  const { unknown } = addGiven(system, names);
  const texts = [`‹output of author›\n\n${own}`, `${prompt}\n\n${form}`];
  const exchange = estimateQuestion(texts, schema, { reply: foreseen.outputs.reply(task), unknown, count, calls: 2 });
  return { conversations: multiplyRanges(estimateAsked(task), { low: 1, high: matchTries }), exchange };
}

/** Most tokens of a failed task's prompt, its error and the names that a decomposer is told. */
const mostOfFailure = 20_000;

function estimateDecompositionCalls(task: PlannedReparseTask, { foreseen, count }: SentBeside): OwnCalls {
  const inner = foreseeWithin(task, foreseen);
  const { decomposer } = builtinLibrary;
  const known = [decomposer.task?.system, decomposer.task?.description].flat().map((part) => {
    return typeof part === 'string' ? part : (part?.value ?? '');
  });
  const size = (counter: Count) => mostOfFailure + 2 * known.reduce((sum, text) => sum + counter(text), 0);
  const { unknown } = addGiven({ work: size }, inner);
  return {
    conversations: estimateAsked(task),
    exchange: estimateQuestion(['‹output of work›'], undefined, {
      reply: foreseen.outputs.reply(task),
      unknown,
      count,
      calls: 2,
    }),
    assumed: 'nothing for the tasks that it is replaced by',
  };
}
