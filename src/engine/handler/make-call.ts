import type { Usage } from '@/run/event-data';
import type { Attempt } from '../attempt';
import { askPrice } from '../effects/ask-price';
import { withBudget } from '../effects/budget';
import type { Expense } from '../effects/meter';
import type { RunPrices } from '../effects/run-prices';
import type { ModelReply, ModelRequest } from '../ports';
import { counterFor } from './run-tokens';

/** A call that was made. */
export interface MadeCall {
  readonly reply: ModelReply;
  readonly usage: Usage;
  readonly durationMs: number;
}

interface CallHooks {
  /** Told the text as it streams. */
  readonly onText?: (delta: string) => void;
  /** Waited for when nothing else keeps the call from being made. */
  readonly beforeCall?: () => Promise<void>;
  /** Tokens of the request, where they are known; else they are counted if they are needed. */
  readonly inputTokens?: number | undefined;
}

/**
 * Makes a call of a model, which nothing records: `callModel` does that of a turn, a pipeline that of a whole step. Before it: the key of
 * its provider, waited for without holding a slot, then its price and the budgets. What it took is counted.
 */
export async function makeCall(request: ModelRequest, attempt: Attempt, hooks: CallHooks = {}): Promise<MadeCall> {
  const { keys, deps, prices } = attempt.run;
  const { provider } = request.model;
  const { onText = () => {}, beforeCall, inputTokens } = hooks;
  if (keys.closed(provider)) await attempt.aside(() => keys.open(provider, attempt.signal));
  const { model } = request;
  if (attempt.meter.limitsCost && prices.isMissing(model)) await attempt.aside(() => askPrice(model, attempt));
  const count = async () => inputTokens ?? (await counterFor(attempt.run, request.model)).request(request);
  const most = attempt.meter.hasBudget ? mostOf(await count(), request, prices) : nothing;
  return withBudget(attempt, most, async () => {
    await beforeCall?.();
    const { value, durationMs } = await attempt.timed((signal) => deps.models.generate(request, { signal, onText }));
    const usage = await usageOf(value, request, count, attempt);
    attempt.meter.add(usage);
    return { reply: value, usage, durationMs };
  });
}

/** Where no budget asks for it. */
const nothing: Expense = { tokens: 0, costUsd: 0 };

/** The most that a call may take: what is sent, and all that may come back. */
function mostOf(inputTokens: number, { model, maxOutputTokens }: ModelRequest, prices: RunPrices): Expense {
  const costUsd = prices.costOf(model, { inputTokens, outputTokens: maxOutputTokens });
  return { tokens: inputTokens + maxOutputTokens, costUsd: costUsd ?? 0 };
}

async function usageOf(
  reply: ModelReply,
  request: ModelRequest,
  count: () => Promise<number>,
  { run }: Attempt,
): Promise<Usage> {
  const inputTokens = reply.inputTokens ?? (await count());
  const counted = async () => (await counterFor(run, request.model)).message({ role: 'assistant', ...reply }).tokens;
  const outputTokens = reply.outputTokens ?? (await counted());
  const { cachedTokens, cacheWriteTokens = 0 } = reply;
  const tokens = { inputTokens, outputTokens, cachedTokens, cacheWriteTokens };
  return {
    inputTokens,
    outputTokens,
    cachedTokens,
    costUsd: run.prices.costOf(request.model, tokens) ?? null,
    estimated: reply.inputTokens === null || reply.outputTokens === null,
  };
}
