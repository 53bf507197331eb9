import { canonicalJson, type JsonObject } from '@/base/json';
import { providerError } from '../provider-error';
import { answerAsAsked } from '../simulated/answer-as-asked';
import { createDice } from '../simulated/dice';
import { pause } from '../simulated/pause';
import { scriptedTurn } from '../simulated/scripted-turn';
import type { Adapter, AdapterCall } from './adapter';

/** Characters of a simulated token, for usage, speed and limits. */
const tokenCharacters = 4;

/**
 * The simulated model: needs no key and no network, and gives the same reply to the same prompt. With an output schema
 * the reply is JSON that satisfies it. The model's name only matters as `fast`, which does not wait.
 *
 * Options: `latency_ms` until the first word (default 400), `tokens_per_second` (default 60; 0 = all at once),
 * `error_rate` from 0 to 1 (which calls fail hangs on prompt and attempt, so a retry may pass); and what it says, see
 * {@link scriptedTurn}.
 */
export const simulatedAdapter: Adapter = async (call) => {
  const { request } = call;
  const { signal, onText } = call.follower;
  const fast = request.model.model === 'fast';
  const latency = option(request.options, 'latency_ms', fast ? 0 : 400);
  const speed = option(request.options, 'tokens_per_second', fast ? 0 : 60);
  const seed = canonicalJson([request.messages, request.outputSchema]);

  if (latency > 0) await pause(latency, signal);
  failBySetRate(call, seed);

  const turn = scriptedTurn(request) ?? answerAsAsked(request, createDice(seed));
  const content = turn.reply.slice(0, request.maxOutputTokens * tokenCharacters);
  const cut = content.length < turn.reply.length;
  const calls = cut ? [] : turn.toolCalls;
  const start = performance.now();
  let sent = 0;
  for (const word of content.match(/\s*\S+\s*/g) ?? [content]) {
    // Against the clock from the start, so that a timer that is late is made up for.
    const due = speed > 0 ? start + (sent / tokenCharacters / speed) * 1000 : 0;
    if (due > performance.now()) await pause(due - performance.now(), signal);
    onText(word);
    sent += word.length;
  }
  return {
    content,
    finishReason: cut ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop',
    ...(calls.length === 0 ? {} : { toolCalls: calls }),
    inputTokens: tokens(request.messages.map((message) => message.content).join('\n')),
    outputTokens: tokens(content + calls.map((call) => call.arguments).join('')),
    cachedTokens: 0,
  };
};

/** How often calls that have not passed yet were refused, by their keys: the same call made again may pass. */
const refusals = new Map<string, number>();

function failBySetRate({ provider, request }: AdapterCall, seed: string): void {
  const { idempotencyKey } = request;
  // The place of the call without its run, so that a workflow fails in the same places each time.
  const place = idempotencyKey.slice(idempotencyKey.indexOf('/'));
  const refused = refusals.get(idempotencyKey) ?? 0;
  const dice = createDice(seed + place + (refused === 0 ? '' : refused));
  if (dice.next() >= option(request.options, 'error_rate', 0)) {
    refusals.delete(idempotencyKey);
    return;
  }
  refusals.set(idempotencyKey, refused + 1);
  const advice = 'This fault is simulated: option error_rate.';
  if (dice.next() < 0.5) {
    throw providerError(provider, 'rate_limit', 'The simulated model takes no more calls for now (429).', {
      advice,
      details: { status: 429, retryAfterMs: 500 },
    });
  }
  throw providerError(provider, 'overloaded', 'The simulated model is overloaded (503).', {
    advice,
    details: { status: 503 },
  });
}

function option(options: JsonObject, name: string, otherwise: number): number {
  const value = options[name];
  return typeof value === 'number' && value >= 0 ? value : otherwise;
}

function tokens(text: string): number {
  return Math.ceil(text.length / tokenCharacters);
}
