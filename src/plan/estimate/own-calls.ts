import { defined } from '@/base/defined';
import { builtinLibrary } from '@/workflow/builtin-library';
import { scopeOf } from '@/workflow/expressions/environment';
import { mayAskModel } from '@/workflow/tasks/traits';
import { assemblePrompt, inputNameOf, type PromptSurroundings, schemaText } from '../assemble-prompt';
import type { Prompt, PromptPart } from '../message';
import type {
  PlannedAssociativeMemory,
  PlannedAtomic,
  PlannedPipeline,
  PlannedReparseTask,
  PlannedTask,
} from '../plan';
import { taskEnvironment } from '../task-environment';
import type { Range } from './estimate';
import { conversation, type Exchange, question } from './exchange';
import {
  type Foreseen,
  foreseenScope,
  foreseeWithin,
  inputSize,
  ownerOf,
  referenceTokens,
  withGiven,
} from './foreseen';
import type { ForeseenAttachments } from './foreseen-attachments';
import type { GivenNames } from './foreseen-given';
import { assumedCalls, takesTurns } from './foreseen-tools';
import { attemptsOf, samplesOf, stepCount, votesOf } from './parts-run';
import { textFor } from './placeholders';
import { exactly, times } from './range';
import { type Count, largestOf, sized } from './size';
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
export function ownCalls(task: PlannedTask, beside: SentBeside): OwnCalls | undefined {
  if (task.pinned !== undefined || !mayAskModel(task)) return undefined;
  switch (task.type) {
    case 'atomic':
      return ofAtomic(task, beside);
    case 'pipeline':
      return ofPipeline(task, beside);
    case 'associative_memory':
      return ofMatch(task, beside);
    case 'reparse':
      return ofDecomposition(task, beside);
  }
}

/** How often a task that is asked by itself is asked: its samples or tries, in each of its attempts. */
function asked(task: PlannedTask): Range {
  return times(samplesOf(task), { low: 1, high: attemptsOf(task) });
}

function ofAtomic(task: PlannedAtomic, beside: SentBeside): OwnCalls {
  const { foreseen, attached, others, count } = beside;
  const reply = foreseen.outputs.reply(task);
  const inner = foreseeWithin(task, foreseen);
  const found = promptsOf(task, beside);
  const prompts = found ?? unfilled(task);
  const unknown = found === undefined ? everythingIn(task, inner) : inner.unknown;
  const turns = task.tools.some(takesTurns) ? task.limits.maxTurns : 0;
  return {
    conversations: asked(task),
    exchange: conversation(task, prompts, { files: attached.tokens, others, reply, unknown, count }),
    ...defined({ prompt: found && withOwners(found.most, foreseen) }),
    ...(turns < 2 ? {} : { assumed: `up to ${turns} turns with its tools, each with ${assumedCalls} calls of them` }),
  };
}

/** The prompt with everything that may be in it, and with nothing that may be missing. */
function promptsOf(task: PlannedAtomic, { foreseen, given, context, attached }: SentBeside) {
  const known = taskEnvironment(task, foreseenScope(task, foreseen));
  if (!known.ok) return undefined;
  const ofTasks = task.inputTasks.map(({ id }) => [inputNameOf(id), textFor(inputNameOf(id))]);
  const environment = scopeOf('inputs', Object.fromEntries(ofTasks), known.value);
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

function withOwners(prompt: Prompt, foreseen: Foreseen): Prompt {
  const owners = (from: readonly string[]) => from.map((name) => ownerOf(name, foreseen) ?? name);
  return { ...prompt, parts: prompt.parts.map((part) => ({ ...part, from: [...new Set(owners(part.from))] })) };
}

/** A prompt that cannot be filled in, as a name has no value that could be made up: nothing of it is certain. */
function unfilled(task: PlannedAtomic): { readonly most: Prompt; readonly least: Prompt } {
  const prompt = (content: string): Prompt => ({ messages: [{ role: 'user', content }], parts: [] });
  return { most: prompt(`‹output of ${task.id}›`), least: prompt('') };
}

/** What a prompt that cannot be filled in has at most: all its texts, and all that they name. */
function everythingIn(task: PlannedAtomic, inner: Foreseen): UnknownNames {
  const parts = [...task.system, ...task.instructions].map(({ value }) => value);
  const texts = [task.prompt, task.expectedOutput ?? '', ...parts];
  const size = (count: Count) =>
    2 * referenceTokens(texts, inner, count) +
    Object.entries(task.inputs).reduce((sum, [name, input]) => sum + inputSize(input, name, inner)(count), 0);
  return new UnknownNames(new Map([[task.id, { shown: size, whole: size }]]), inner.unknown);
}

/** The names of a step's prompt: `{state}`, `{step}`, `{i}`, `{total}`. */
const stepNames = /\{(state|step|i|total)\}/g;

function ofPipeline(task: PlannedPipeline, beside: SentBeside): OwnCalls {
  const { foreseen, count } = beside;
  const { steps, voting, outputSchema, validate, stepRetries } = task;
  const { runs, assumed } = stepCount(task);
  const reply = foreseen.outputs.reply(task);
  const inner = foreseeWithin(task, foreseen);
  const state = largestOf([inputSize(task.state, '', inner), sized(reply)]);
  const list = 'list' in steps ? steps.list : 'repeat' in steps ? [steps.step] : [];
  const ofSteps = list.map((step) => inputSize(step, '', inner));
  const step = 'from' in steps ? inputSize({ from: steps.from }, '', inner) : largestOf(ofSteps);
  const figure = sized(8);
  const named = withGiven({ state, step, i: figure, total: figure }, inner);
  const asAtomic: PlannedAtomic = {
    ...task,
    type: 'atomic',
    prompt: task.stateTemplate.replace(stepNames, '{{$1}}'),
    inputs: {},
    inputTasks: [],
    tools: [],
    tier: 'worker',
    interactive: false,
    inputTimeoutMs: 0,
  };
  const prompts = promptsOf(asAtomic, { ...beside, foreseen: named, given: noNames, context: [] });
  const texts = prompts?.most.messages.map(({ content }) => content) ?? [`‹output of ${task.id}›`];
  const unknown = prompts === undefined ? everythingIn(asAtomic, named) : named.unknown;
  const isJudged = outputSchema !== undefined || validate !== undefined || voting !== undefined;
  const tries: Range = { low: 1, high: isJudged ? 1 + stepRetries : 1 };
  const votes = voting === undefined ? exactly(1) : votesOf(voting);
  return {
    conversations: times(times(asked(task), runs), times(votes, tries)),
    exchange: question(texts, outputSchema, { reply, unknown, count, calls: 1 }),
    ...defined({ assumed }),
  };
}

const noNames: GivenNames = { sizes: {}, always: [], sometimes: [] };

/** A failed match is tried once more. */
const matchTries = 2;
/** Most characters of a text about a file. */
const maxAbout = 500;

function ofMatch(task: PlannedAssociativeMemory, { foreseen, count, memoryIndex }: SentBeside): OwnCalls | undefined {
  const { call, query, maxResults } = task;
  const files = Object.entries(memoryIndex);
  // Without files there is nothing to match against.
  if (call === undefined || files.length === 0) return undefined;
  const inner = foreseeWithin(task, foreseen);
  const { matcher } = builtinLibrary;
  const candidates = files.map(([path, about]) => `${path}: ${about.slice(0, maxAbout)}`).join('\n');
  const own = typeof matcher.task?.system === 'string' ? matcher.task.system : '';
  const ofAuthor = [...call.system, ...call.instructions].map(({ value }) => value);
  const schema = matcher.returns;
  const form = schema === undefined ? '' : schemaText(schema);
  const template = (matcher.task?.description ?? '').replace('{{candidates}}', candidates);
  const names = withGiven({ request: (counter) => 8 + inputSize(query, '', inner)(counter) }, inner);
  const prompt = template.replace('{{request}}', '‹output of request›').replace('{{max_results}}', String(maxResults));
  const system: GivenNames['sizes'] = { author: (counter) => referenceTokens(ofAuthor, inner, counter) };
  const { unknown } = withGiven(system, names);
  const texts = [`‹output of author›\n\n${own}`, `${prompt}\n\n${form}`];
  const exchange = question(texts, schema, { reply: foreseen.outputs.reply(task), unknown, count, calls: 2 });
  return { conversations: times(asked(task), { low: 1, high: matchTries }), exchange };
}

/** Most tokens of a failed task's prompt, its error and the names that a decomposer is told. */
const mostOfFailure = 20_000;

function ofDecomposition(task: PlannedReparseTask, { foreseen, count }: SentBeside): OwnCalls {
  const inner = foreseeWithin(task, foreseen);
  const { decomposer } = builtinLibrary;
  const known = [decomposer.task?.system, decomposer.task?.description].flat().map((part) => {
    return typeof part === 'string' ? part : (part?.value ?? '');
  });
  const size = (counter: Count) => mostOfFailure + 2 * known.reduce((sum, text) => sum + counter(text), 0);
  const { unknown } = withGiven({ work: size }, inner);
  return {
    conversations: asked(task),
    exchange: question(['‹output of work›'], undefined, {
      reply: foreseen.outputs.reply(task),
      unknown,
      count,
      calls: 2,
    }),
    assumed: 'nothing for the tasks that it is replaced by',
  };
}
