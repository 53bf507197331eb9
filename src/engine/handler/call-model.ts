import { hashValue } from '@/base/hash';
import type { JsonObject } from '@/base/json';
import type { Message, ToolCall } from '@/plan/message';
import type { ModelRef, PlannedTool } from '@/plan/plan';
import type { PriceList } from '@/plan/ports';
import { eventTextLimits, type Usage } from '@/run/events';
import { type JournalPath, placeOf } from '@/run/path';
import { startOf } from '@/run/start-of';
import type { Attempt } from '../attempt';
import { withBudget } from '../budget';
import type { StepResult } from '../journal';
import type { ModelReply, ModelRequest, ToolDeclaration } from '../ports';

/** What a model is asked, in which turn of a conversation, and where that is in the journal. */
export interface ModelCall {
  readonly model: ModelRef;
  readonly options: JsonObject;
  readonly messages: readonly Message[];
  /** Most tokens of the reply. */
  readonly maxOutputTokens: number;
  readonly outputSchema?: JsonObject;
  readonly tools?: readonly ToolDeclaration[];
  /** Journal path of the turn. */
  readonly key: JournalPath;
  /** From 1. */
  readonly turn: number;
}

/** What a model said. */
export interface ModelAnswer extends StepResult<'model.replied'> {
  readonly toolCalls: readonly ToolCall[];
}

/**
 * One call of a model, through the journal. Before it: the key of its provider, waited for without holding a slot, then the budgets.
 * The prompt is on record before the call is made, the reply before anyone hears of it.
 */
export async function callModel({ key, turn, ...asked }: ModelCall, attempt: Attempt): Promise<ModelAnswer> {
  const { journal, executionId, keys, deps } = attempt.run;
  const { provider, model } = asked.model;
  const request: ModelRequest = { ...asked, idempotencyKey: `${executionId}/${key}` };
  const step = { kind: 'model.replied', key, inputHash: hashValue(asked), model: `${provider}:${model}` } as const;

  let isFresh = false;
  const result = await journal.step(step, async () => {
    isFresh = true;
    if (keys.closed(provider)) await attempt.aside(() => keys.open(provider, attempt.signal));
    const declared = await declareTools();
    const request: ModelRequest = {
      ...asked,
      ...(declared.length === 0 ? {} : { tools: declared }),
      idempotencyKey: `${executionId}/${key}`,
    };
    return withBudget(attempt, mostOf(request, deps.prices), () => perform(request, key, turn, attempt));
  });
  // What is paid for now was counted when it was.
  if (!isFresh) attempt.meter.add(result.data.usage);
  const { toolCalls } = result.data;
  const asJson = toolCalls === undefined ? '[]' : await journal.read(toolCalls);
  return { ...result, toolCalls: JSON.parse(asJson) as readonly ToolCall[] };
}

async function perform(request: ModelRequest, key: JournalPath, turn: number, attempt: Attempt) {
  const { journal, log, deps, executionId, onDelta } = attempt.run;
  const { provider, model } = request.model;
  const prompt = JSON.stringify(request.messages);
  await log.append({
    kind: 'model.requested',
    path: key,
    model: `${provider}:${model}`,
    task: startOf(request.messages.at(-1)?.content ?? '', eventTextLimits.task),
    full_result_len: prompt.length,
    ref: await journal.store(prompt),
    data: { provider, turn, attempt: attempt.number },
  });
  const { value: reply, durationMs } = await attempt.timed((signal) =>
    deps.models.generate(request, {
      signal,
      onText: (text) => onDelta({ executionId, taskId: placeOf(key), path: key, text }),
    }),
  );
  const usage = usageOf(reply, request, deps.prices);
  attempt.meter.add(usage);
  const { finishReason, toolCalls = [] } = reply;
  return {
    text: reply.content,
    data: {
      provider,
      finishReason,
      usage,
      durationMs,
      ...(toolCalls.length === 0 ? {} : { toolCalls: await journal.payload(JSON.stringify(toolCalls)) }),
    },
  };
}

/** About as many characters make a token of prose; used where the provider does not report tokens. */
const charactersPerToken = 4;

function lengthOf({ messages }: ModelRequest): number {
  return messages.reduce((length, message) => length + message.content.length, 0);
}

/** The most that a call may take: what is sent, and all that may come back. */
function mostOf(request: ModelRequest, prices: PriceList) {
  const input = Math.ceil(lengthOf(request) / charactersPerToken);
  const output = request.maxOutputTokens;
  return { tokens: input + output, costUsd: costOf(input, output, request.model, prices) ?? 0 };
}

function usageOf(reply: ModelReply, request: ModelRequest, prices: PriceList): Usage {
  const inputTokens = reply.inputTokens ?? Math.ceil(lengthOf(request) / charactersPerToken);
  const outputTokens = reply.outputTokens ?? Math.ceil(reply.content.length / charactersPerToken);
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
