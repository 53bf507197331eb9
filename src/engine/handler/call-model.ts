import { hashValue } from '@/base/hash';
import type { JsonObject } from '@/base/json';
import type { Message } from '@/plan/message';
import type { PlannedCall } from '@/plan/plan';
import type { PriceList } from '@/plan/ports';
import { eventTextLimits, type Usage } from '@/run/events';
import { type JournalPath, placeOf } from '@/run/path';
import { startOf } from '@/run/start-of';
import type { Attempt } from '../attempt';
import type { StepResult } from '../journal';
import type { ModelReply, ModelRequest } from '../ports';

/** What a model is asked, in which turn of a conversation, and where that is in the journal. */
export interface ModelCall extends Pick<PlannedCall, 'model' | 'options'> {
  readonly messages: readonly Message[];
  readonly maxOutputTokens: number;
  readonly outputSchema?: JsonObject;
  /** Journal path of the turn. */
  readonly key: JournalPath;
  /** From 1. */
  readonly turn: number;
}

/**
 * One call of a model, through the journal. Before it: the key of its provider, waited for without holding a slot. The prompt
 * is on record before the call is made, the reply before anyone hears of it.
 */
export async function callModel(
  { key, turn, ...asked }: ModelCall,
  attempt: Attempt,
): Promise<StepResult<'model.replied'>> {
  const { journal, log, keys, deps, executionId, onDelta } = attempt.run;
  const { messages, model } = asked;
  const { provider } = model;
  const request: ModelRequest = { ...asked, idempotencyKey: `${executionId}/${key}` };
  const name = `${provider}:${model.model}`;

  const result = await journal.step(
    { kind: 'model.replied', key, inputHash: hashValue(asked), model: name },
    async () => {
      if (keys.closed(provider)) await attempt.aside(() => keys.open(provider, attempt.signal));
      const prompt = JSON.stringify(messages);
      await log.append({
        kind: 'model.requested',
        path: key,
        model: name,
        task: startOf(messages.at(-1)?.content ?? '', eventTextLimits.task),
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
      return { text: reply.content, data: { provider, finishReason: reply.finishReason, usage, durationMs } };
    },
  );
  attempt.meter.add(result.data.usage);
  return result;
}

/** About as many characters make a token of prose; used where the provider does not report tokens. */
const charactersPerToken = 4;

function usageOf(reply: ModelReply, { model, messages }: ModelRequest, prices: PriceList): Usage {
  const sent = messages.reduce((length, message) => length + message.content.length, 0);
  const inputTokens = reply.inputTokens ?? Math.ceil(sent / charactersPerToken);
  const outputTokens = reply.outputTokens ?? Math.ceil(reply.content.length / charactersPerToken);
  const price = prices.priceOf(model);
  return {
    inputTokens,
    outputTokens,
    cachedTokens: reply.cachedTokens,
    costUsd:
      price === undefined ? null : (inputTokens * price.inputPerMillion + outputTokens * price.outputPerMillion) / 1e6,
    estimated: reply.inputTokens === null || reply.outputTokens === null,
  };
}
