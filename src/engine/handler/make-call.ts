import { defined } from '@/base/defined';
import { findNearestEffort } from '@/plan/nearest-effort';
import { listMakerCalls } from '@/plan/reply-origin';
import type { Usage } from '@/run/event-data';
import { openAttached } from '../attachments/open-attached';
import type { Attempt } from '../attempt';
import { askPrice } from '../effects/ask-price';
import { callWithinBudget } from '../effects/budget';
import type { Expense } from '../effects/meter';
import type { RunPrices } from '../effects/run-prices';
import { tellFollowers } from '../log/tell';
import type { LearnedFact, ModelReply, ModelRequest } from '../ports/model-client';
import { createCounterFor } from './run-tokens';

/** A call that was made. */
export interface MadeCall {
  readonly reply: ModelReply;
  readonly usage: Usage;
  readonly durationMs: number;
}

interface CallHooks {
  /** Receives the text as it streams. */
  readonly onText?: (delta: string) => void;
  /** Receives the model's thoughts as they stream. */
  readonly onReasoning?: (delta: string) => void;
  /** Called when the text so far begins anew. */
  readonly onRestart?: () => void;
  /** Awaited right before the call, once nothing else holds it back. */
  readonly beforeCall?: () => Promise<void>;
  /** Tokens of the request, if known; otherwise they are counted when needed. */
  readonly inputTokens?: number | undefined;
  /**
   * The length, in tokens, to which the reply may be shortened if the budget does not cover more. Left out: it is not.
   */
  readonly leastOutput?: number | undefined;
}

/**
 * Makes a call of a model without recording it: `callModel` records each turn, a pipeline each whole step. First it
 * waits for the key of the provider, without holding a slot; then it checks the price and the budgets. It counts the
 * usage.
 */
export async function makeCall(asked: ModelRequest, attempt: Attempt, hooks: CallHooks = {}): Promise<MadeCall> {
  const { keys, deps, prices } = attempt.run;
  const { model } = asked;
  const { provider } = model;
  const { onText, onReasoning, onRestart, beforeCall, inputTokens, leastOutput } = hooks;
  if (keys.closed(provider)) await attempt.aside(() => keys.open(provider, attempt.signal));
  if (attempt.meter.limitsCost && prices.isMissing(model)) await attempt.aside(() => askPrice(model, attempt));
  const countInputTokens = async () => inputTokens ?? (await createCounterFor(attempt.run, model)).request(asked);
  const { hasBudget } = attempt.meter;
  const input = hasBudget ? await countInputTokens() : 0;
  const expense = (of: ModelRequest) => (hasBudget ? computeHighestExpense(input, of, prices) : noExpense);
  const request = shortenReplyRoom(asked, leastOutput, (shorter) => attempt.meter.allows(expense(shorter)));
  return callWithinBudget(attempt, expense(request), async () => {
    await beforeCall?.();
    const onLearned = (fact: LearnedFact) => tellLearned(fact, attempt);
    const { executionId } = attempt.run;
    const openFile = (ref: string) => openAttached(deps.blobs, executionId, ref);
    const shown = defined({ onText, onReasoning, onRestart });
    const follow = { ...shown, onLearned, openFile };
    const sent = await applyTakenEffort(request, attempt);
    const { onWait, waitedMs, explain } = attempt.run.limitWaits.follow();
    const patienceMs = attempt.patience.mostMs;
    const { value, durationMs } = await attempt
      .timed((signal) => deps.models.generate(sent, { signal, ...follow, onWait, patienceMs }))
      .catch((error: unknown) => Promise.reject(explain(error)));
    const usage = await computeReplyUsage(value, request, countInputTokens, attempt);
    attempt.meter.add(usage);
    return { reply: value, usage, durationMs: Math.max(0, durationMs - waitedMs()) };
  });
}

/** The request with an effort that its model accepts. The task is warned if that is not the requested effort. */
async function applyTakenEffort(request: ModelRequest, attempt: Attempt): Promise<ModelRequest> {
  const { reasoningEffort: wanted, ...others } = request;
  if (wanted === undefined) return request;
  const taken = findNearestEffort(wanted, attempt.run.catalogue.factsOf(request.model).efforts);
  if (taken === wanted) return request;
  const sent =
    taken === undefined
      ? 'it does not think, so no effort is sent'
      : `“${taken}” is sent, the nearest that it supports`;
  await attempt.once('effort', async () => {
    if (taken !== undefined || wanted !== 'none')
      attempt.warn(`${request.model.model} does not support the effort “${wanted}”: ${sent}.`);
  });
  return taken === undefined ? others : { ...others, reasoningEffort: taken };
}

/** Records in the log of the run what a refused request revealed. */
function tellLearned({ model, parameter, instead, said }: LearnedFact, { run, path }: Attempt): void {
  const { provider } = model;
  const data = { provider, parameter, instead, said };
  tellFollowers(run, { kind: 'model.learned', path, model: `${provider}:${model.model}`, data });
}

/** The expense if there is no budget. */
const noExpense: Expense = { tokens: 0, costUsd: 0 };

/** Halves the room for the reply until the request is allowed or reaches the least length. */
function shortenReplyRoom(
  request: ModelRequest,
  least: number | undefined,
  isAllowed: (request: ModelRequest) => boolean,
): ModelRequest {
  const { maxOutputTokens } = request;
  if (least === undefined || maxOutputTokens <= least || isAllowed(request)) return request;
  return shortenReplyRoom(
    { ...request, maxOutputTokens: Math.max(least, Math.floor(maxOutputTokens / 2)) },
    least,
    isAllowed,
  );
}

/** The most that a call may use: the request, and the longest reply. */
function computeHighestExpense(
  inputTokens: number,
  { model, maxOutputTokens }: ModelRequest,
  prices: RunPrices,
): Expense {
  const outputTokens = maxOutputTokens;
  // With some providers, writing the whole prompt into a cache costs more than sending it.
  const costs = [0, inputTokens].map((cacheWriteTokens) =>
    prices.costOf(model, { inputTokens, outputTokens, cacheWriteTokens }),
  );
  return { tokens: inputTokens + maxOutputTokens, costUsd: Math.max(...costs.map((cost) => cost ?? 0)) };
}

async function computeReplyUsage(
  reply: ModelReply,
  request: ModelRequest,
  count: () => Promise<number>,
  attempt: Attempt,
): Promise<Usage> {
  const { run } = attempt;
  const claimed = [reply.inputTokens, reply.outputTokens];
  const [input, output] = claimed.map((tokens) => (isBelievable(tokens) ? tokens : null));
  const isClaimed = claimed.every((tokens) => tokens === null || isBelievable(tokens));
  if (!isClaimed) {
    attempt.warn(
      `${request.model.provider} reports ${claimed.join(' and ')} tokens, which is impossible. Heddle counted them instead.`,
    );
  }
  const countReplyTokens = async () =>
    (await createCounterFor(run, request.model)).message({ role: 'assistant', ...reply }).tokens;
  const inputTokens = input ?? (await count());
  const outputTokens = output ?? (await countReplyTokens());
  const limitPart = (tokens: number | undefined, of: number) =>
    isClaimed && tokens !== undefined && tokens <= of ? tokens : 0;
  const reasoningTokens = limitPart(reply.reasoningTokens, outputTokens);
  const cacheWriteTokens = limitPart(reply.cacheWriteTokens, inputTokens);
  const cachedTokens = limitPart(reply.cachedTokens, inputTokens);
  const makerCalls = reply.origin === undefined ? 0 : listMakerCalls(reply.origin).length;
  const { prices } = run;
  const costUsd = prices.costOf(request.model, { inputTokens, outputTokens, cachedTokens, cacheWriteTokens }) ?? null;
  const uncached = prices.costOf(request.model, { inputTokens, outputTokens });
  const isCached = cachedTokens + cacheWriteTokens > 0 && costUsd !== null && uncached !== undefined;
  return {
    inputTokens,
    outputTokens,
    ...(reasoningTokens === 0 ? {} : { reasoningTokens }),
    cachedTokens,
    ...(cacheWriteTokens === 0 ? {} : { cacheWriteTokens }),
    costUsd,
    ...(makerCalls === 0 ? {} : { makerCalls }),
    ...(isCached ? { cacheSavedUsd: uncached - costUsd } : {}),
    estimated: input === null || output === null,
  };
}

/** No model on the market takes or produces more in one call. A server that reports more would empty every budget. */
const mostTokens = 50_000_000;

function isBelievable(tokens: number | null): tokens is number {
  return tokens !== null && Number.isFinite(tokens) && tokens >= 0 && tokens <= mostTokens;
}
