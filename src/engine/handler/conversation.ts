import { AppError, type Failure, toFailure } from '@/base/errors';
import type { Prompt, ToolCall } from '@/plan/message';
import type { ModelRef, PlannedAtomic } from '@/plan/plan';
import { appendStep } from '@/run/journal-path';
import type { Attempt } from '../attempt';
import { compactConversation } from '../compaction/compact-conversation';
import { createPatientDeps, outlastTransport } from '../effects/outlast-transport';
import type { Outcome } from '../outcome';
import type { ModelRequest } from '../ports/model-client';
import { readRequest } from '../tools/builtin/request-evaluation';
import { callTool } from '../tools/call-tool';
import { readArguments } from '../tools/checked-call';
import { declareTools, listOfferedMakerTools } from '../tools/handler-tools';
import { Answering } from './answering';
import { type CallResult, callModel, type Measured } from './call-model';
import type { ConversationWindow } from './context-window';
import { ConversationState } from './conversation-state';
import { type AcceptReply, callWithFallbacks } from './fallback';
import { NoProgress } from './no-progress';
import { computeContextLength } from './prompt-caching';
import { listOfferedTools } from './request-counter';
import { listSentParts } from './sent-parts';
import { TurnLimiter } from './turn-limiter';
import {
  createContentFilteredError,
  createServerWindowError,
  describeEmptyReply,
  readTooLongError,
} from './unfinished-reply';
import { checkContent, createInvalidOutputError } from './violations';

/**
 * Holds a conversation with a model until a reply satisfies the task: turn by turn, with the tools that the model
 * calls. A reply that breaks `output_schema` or `validate` is sent back once. An error becomes an outcome with a
 * failure, which keeps the last text.
 */
export async function holdConversation(
  task: PlannedAtomic,
  assembled: Prompt,
  window: ConversationWindow,
  attempt: Attempt,
): Promise<Outcome> {
  const prompt = await applyWrittenPrompt(assembled, attempt);
  const state = new ConversationState(prompt.messages);
  const answering = new Answering(task, prompt, window, attempt);
  const limiter = new TurnLimiter(task, attempt, answering);
  const buildRecord = () => ({
    notes: { ...state.notes(), metrics: limiter.metrics() },
    ...(attempt.run.plan.keepsHistory ? { transcript: state.transcript } : {}),
  });
  try {
    return { ...(await takeTurns(task, attempt, state, limiter, { answering, prompt })), ...buildRecord() };
  } catch (error) {
    if (attempt.signal.aborted || !isOfTask(error)) throw error;
    return { content: state.lastText, ...buildRecord(), failure: toFailure(error) };
  }
}

/** The prompt with what a person wrote in place of its last message of the user, if that was done in this run. */
async function applyWrittenPrompt(prompt: Prompt, { run, path }: Attempt): Promise<Prompt> {
  const content = await run.recording?.written?.('prompt', appendStep(path, 'turn', 1));
  const last = prompt.messages.findLastIndex(({ role }) => role === 'user');
  const message = prompt.messages[last];
  if (content === undefined || message?.role !== 'user') return prompt;
  const instruction = {
    kind: 'description',
    from: [],
    message: last,
    start: 0,
    end: content.length,
    text: content,
  } as const;
  return {
    ...prompt,
    messages: prompt.messages.with(last, { ...message, content }),
    parts: [...prompt.parts.filter((part) => part.message !== last || part.file !== undefined), instruction],
  };
}

/** The reply so far that the provider continues in the next turn, and the model that gave it. */
interface PausedReply {
  readonly text: string;
  readonly by: string;
}

type Ending = Pick<Outcome, 'content' | 'failure' | 'continuation'>;

async function takeTurns(
  task: PlannedAtomic,
  attempt: Attempt,
  state: ConversationState,
  limiter: TurnLimiter,
  { answering, prompt }: { readonly answering: Answering; readonly prompt: Prompt },
): Promise<Ending> {
  const progress = new NoProgress();
  const promptLength = prompt.messages.length;
  // A sample of a vote is not repaired. It just does not count.
  let repaired = task.voting !== undefined;
  let paused: PausedReply | undefined;
  for (let turn = 1; ; turn++) {
    limiter.takeTurn();
    const result = await takeTurn(turn);
    const { counted, usage } = result;
    const { window, model } = answering;
    if (counted !== undefined) {
      limiter.fillWindow(window.corrected(counted));
      // With provider tools, the reported usage includes text that was not sent.
      if (usage.makerCalls === undefined) window.learn(state.messages, counted, usage);
    }
    limiter.afterTurn(usage, result.at);
    const { toolCalls, origin, by } = result;
    state.say(result.text, toolCalls, origin);
    checkEnding(model, result, limiter);
    // The unfinished reply of another model is no part of this one.
    const text = paused?.by === by ? paused.text + result.text : result.text;
    if (result.finishReason === 'paused' && toolCalls.length === 0) {
      paused = { text, by };
      continue;
    }
    paused = undefined;
    const results = await callTools(toolCalls, turn, { task, attempt }, state, limiter);
    progress.check(text, toolCalls, results);

    if (toolCalls.length > 0) {
      if (state.request !== undefined) return { content: state.lastText, continuation: state.request };
      continue;
    }
    const asked = findFencedRequest(task, text);
    if (asked !== undefined) return asked;

    const checked = checkContent(task, text, await attempt.names([task.validate]));
    const violations = text.trim() === '' ? describeEmptyReply(result.usage) : checked.violations;
    if (violations.length === 0) {
      state.mend(checked.repaired);
      return { content: checked.content };
    }
    if (repaired) return { content: text, failure: toFailure(createInvalidOutputError(violations)) };
    repaired = true;
    state.sendBack(violations);
  }

  /**
   * Makes one call of the model or its fallback. If the server says that the request is too long, it compacts and
   * repeats once. In a sample of a vote, or a try of `best_of`, it outlasts errors of the connection to the provider.
   */
  async function takeTurn(turn: number): Promise<CallResult> {
    const key = appendStep(attempt.path, 'turn', turn);
    let nth = 0;
    const compact = () => {
      nth += 1;
      return shorten(turn, nth);
    };
    const call = async (model: ModelRef, accept: AcceptReply) => {
      if ((await answering.change(model)) || nth === 0) await compact();
      // A recorded compaction means that the server refused this call in an earlier process.
      while (attempt.run.history.steps.has(appendStep(key, 'compact', nth + 1))) await compact();
      try {
        return await askTurn(turn, accept);
      } catch (error) {
        const refused = readTooLongError(error);
        if (refused === undefined) throw error;
        const { window } = answering;
        const sent = window.tokensOf(state.messages);
        window.refused(sent, refused.limit);
        if (!(await compact())) throw createServerWindowError(model, sent, refused);
        return askTurn(turn, accept);
      }
    };
    const answerTurn = () => callWithFallbacks(task, attempt, key, call);
    // No attempt follows a sample or a try: it goes on at the turn, because the turns before it have been paid for.
    const isRepeated = attempt.path === attempt.root;
    const result = await (isRepeated
      ? answerTurn()
      : outlastTransport(attempt.patience, createPatientDeps(attempt), attempt.signal, answerTurn));
    await answering.follow(result.by);
    return result;
  }

  /** Compacts, for the nth time before a turn. Resolves to whether there was something to compact. */
  async function shorten(turn: number, nth: number): Promise<boolean> {
    const { messages } = state;
    const { window } = answering;
    const conversation = { messages, promptLength, tokens: window.tokensOf(messages), turn };
    state.shorten(await compactConversation(conversation, window, attempt, nth));
    return state.messages !== messages;
  }

  function askTurn(turn: number, accept: AcceptReply): Promise<CallResult> {
    const { messages, said } = state;
    const { model, insteadOf, window } = answering;
    const measure = (request: ModelRequest): Measured => {
      const measured = window.measure(request);
      const sizeOf = window.sizesIn(measured.counted);
      const tools = listOfferedTools(request);
      const filesIn: typeof window.filesIn = (message) => window.filesIn(message);
      const parts = listSentParts({ messages, prompt: prompt.parts, promptLength, said, filesIn, tools }, sizeOf);
      limiter.checkWindow(measured.window.sent, parts);
      return { ...measured, parts };
    };
    const isPrompt = prompt.messages.every((message, index) => message === messages[index]);
    const context = isPrompt ? computeContextLength(prompt) : undefined;
    const asked = { ...buildCallFields(task), model, insteadOf, messages, context };
    const offered = {
      declareTools: () => declareTools(task, attempt),
      makerTools: listOfferedMakerTools(task, model, attempt),
    };
    const call = { ...asked, ...offered, accept, measure, turn };
    return callModel(call, attempt, appendStep(attempt.path, 'turn', turn));
  }
}

function buildCallFields({ options, reasoningEffort, cache, reuse, limits, outputSchema, tools }: PlannedAtomic) {
  return { options, reasoningEffort, cache, reuse, maxOutputTokens: limits.maxOutputTokens, outputSchema, tools };
}

/** Calls tools one after the other, in the model's order. Resolves to the texts of their results. */
async function callTools(
  calls: readonly ToolCall[],
  turn: number,
  who: { readonly task: PlannedAtomic; readonly attempt: Attempt },
  state: ConversationState,
  limiter: TurnLimiter,
): Promise<readonly string[]> {
  const path = appendStep(who.attempt.path, 'turn', turn);
  const results: string[] = [];
  for (const [index, call] of calls.entries()) {
    const key = appendStep(path, 'tool', index + 1);
    const answer = await callTool(call, { ...who, key }, state.effectsOf(call));
    state.answer(call, answer);
    results.push(answer.text);
    if (isQuestion(who.task, call)) limiter.countQuestion();
  }
  return results;
}

function isQuestion({ tools }: PlannedAtomic, { name }: ToolCall): boolean {
  return tools.some(({ safeName, tool }) => safeName === name && tool.builtin === 'ask_user');
}

function checkEnding({ provider }: ModelRef, { finishReason, usage, text }: CallResult, limiter: TurnLimiter): void {
  if (finishReason === 'length') throw limiter.cutOff(usage.outputTokens);
  if (finishReason === 'content_filter') throw createContentFilteredError(provider, text);
}

const lastBlock = /```heddle[ \t]*\n([\s\S]*?)\n?```\s*$/;

/**
 * The request for an evaluation in the last block of a text. Directors use it if their model does not support tools.
 */
function findFencedRequest({ tools }: PlannedAtomic, text: string): Ending | undefined {
  const block = lastBlock.exec(text);
  if (block === null || !tools.some(({ tool }) => tool.builtin === 'request_evaluation')) return undefined;
  const request = readArguments(block[1] ?? '');
  if (!request.ok) return undefined;
  return { content: text.slice(0, block.index).trim(), continuation: readRequest(request.value) };
}

/** Whether an error belongs to the task. Errors of the storage do not. */
function isOfTask(error: unknown): boolean {
  const codes: readonly Failure['code'][] = ['STORAGE_FULL', 'STORAGE_FAILED', 'DAMAGED_RECORD', 'CANCELLED'];
  return !(error instanceof AppError && codes.includes(error.code));
}
