import { hashValue } from '@/base/hash';
import type { JsonObject } from '@/base/json';
import type { Message, ToolCall } from '@/plan/message';
import type { ModelRef, PlannedTool } from '@/plan/plan';
import { type EventOf, eventTextLimits, type Usage } from '@/run/events';
import type { JournalPath } from '@/run/path';
import { startOf } from '@/run/start-of';
import type { Attempt } from '../attempt';
import type { ModelRequest, ToolDeclaration } from '../ports';
import { makeCall } from './make-call';

/** What a model is asked in a turn of a conversation. */
export interface ModelCall {
  readonly model: ModelRef;
  readonly options: JsonObject;
  readonly messages: readonly Message[];
  /** Most tokens of the reply. */
  readonly maxOutputTokens: number;
  readonly outputSchema?: JsonObject | undefined;
  /** Tools that it may call, as they are planned. */
  readonly tools?: readonly PlannedTool[] | undefined;
  /**
   * The same as the model is told of them. Asked for only when the call is made: what servers say of theirs, and which files there
   * are, may change until a run is taken up, and what was recorded holds all the same.
   */
  readonly declareTools?: (() => Promise<readonly ToolDeclaration[]>) | undefined;
  /** From 1. */
  readonly turn: number;
}

/** What a model said. */
export interface CallResult {
  readonly text: string;
  /** In the order of the model. */
  readonly toolCalls: readonly ToolCall[];
  readonly finishReason: EventOf<'model.replied'>['data']['finishReason'];
  readonly usage: Usage;
}

/**
 * One call of a model, through the journal, at `key`. The prompt is on record before the call is made, the reply before anyone
 * hears of it.
 */
export async function callModel(call: ModelCall, attempt: Attempt, key: JournalPath): Promise<CallResult> {
  const { journal, executionId, onDelta } = attempt.run;
  const { turn, outputSchema, tools, declareTools, ...always } = call;
  const { provider, model } = call.model;
  const asked = outputSchema === undefined ? always : { ...always, outputSchema };
  const inputHash = hashValue({ ...asked, tools });
  const step = { kind: 'model.replied', key, inputHash, model: `${provider}:${model}` } as const;

  let isFresh = false;
  const { text, data } = await journal.step(step, async () => {
    isFresh = true;
    const declared = (await declareTools?.()) ?? [];
    const offered = declared.length === 0 ? {} : { tools: declared };
    const request: ModelRequest = { ...asked, ...offered, idempotencyKey: `${executionId}/${key}` };
    const { reply, usage, durationMs } = await makeCall(request, attempt, {
      onText: (delta) => onDelta({ executionId, path: key, text: delta }),
      beforeCall: () => requested(request, key, turn, attempt),
    });
    const { finishReason, toolCalls = [] } = reply;
    const called = toolCalls.length === 0 ? {} : { toolCalls: await journal.payload(JSON.stringify(toolCalls)) };
    return { text: reply.content, data: { provider, finishReason, usage, durationMs, ...called } };
  });
  // What is paid for now was counted when it was.
  if (!isFresh) attempt.meter.add(data.usage);
  const { toolCalls, finishReason, usage } = data;
  const asJson = toolCalls === undefined ? '[]' : await journal.read(toolCalls);
  return { text, toolCalls: JSON.parse(asJson) as readonly ToolCall[], finishReason, usage };
}

/** Puts the prompt on record. */
async function requested(request: ModelRequest, key: JournalPath, turn: number, attempt: Attempt): Promise<void> {
  const { journal, log } = attempt.run;
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
}
