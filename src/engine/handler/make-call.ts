import type { ModelRef } from '@/plan/plan';
import type { PriceList } from '@/plan/ports';
import type { Usage } from '@/run/events';
import type { Attempt } from '../attempt';
import { withBudget } from '../effects/budget';
import type { ModelReply, ModelRequest } from '../ports';
import { roughTokens } from './rough-tokens';

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
}

/**
 * Makes a call of a model, which nothing records: `callModel` does that of a turn, a pipeline that of a whole step. Before it: the key of
 * its provider, waited for without holding a slot, then the budgets. What it took is counted.
 */
export async function makeCall(request: ModelRequest, attempt: Attempt, hooks: CallHooks = {}): Promise<MadeCall> {
  const { keys, deps } = attempt.run;
  const { provider } = request.model;
  const { onText = () => {}, beforeCall } = hooks;
  if (keys.closed(provider)) await attempt.aside(() => keys.open(provider, attempt.signal));
  return withBudget(attempt, mostOf(request, deps.prices), async () => {
    await beforeCall?.();
    const { value, durationMs } = await attempt.timed((signal) => deps.models.generate(request, { signal, onText }));
    const usage = usageOf(value, request, deps.prices);
    attempt.meter.add(usage);
    return { reply: value, usage, durationMs };
  });
}

/** The most that a call may take: what is sent, and all that may come back. */
function mostOf(request: ModelRequest, prices: PriceList) {
  const input = roughTokens(request.messages);
  const output = request.maxOutputTokens;
  return { tokens: input + output, costUsd: costOf(input, output, request.model, prices) ?? 0 };
}

function usageOf(reply: ModelReply, request: ModelRequest, prices: PriceList): Usage {
  const inputTokens = reply.inputTokens ?? roughTokens(request.messages);
  const outputTokens = reply.outputTokens ?? roughTokens([{ role: 'assistant', ...reply }]);
  return {
    inputTokens,
    outputTokens,
    cachedTokens: reply.cachedTokens,
    costUsd: costOf(inputTokens, outputTokens, request.model, prices),
    estimated: reply.inputTokens === null || reply.outputTokens === null,
  };
}

/** USD; null: the price of the model is not known. */
function costOf(input: number, output: number, model: ModelRef, prices: PriceList): number | null {
  const price = prices.priceOf(model);
  return price === undefined ? null : (input * price.inputPerMillion + output * price.outputPerMillion) / 1e6;
}
