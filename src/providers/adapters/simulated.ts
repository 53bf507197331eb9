import { createDice } from '@/base/dice';
import { canonicalJson, type JsonObject } from '@/base/json';
import type { ModelReply, ModelRequest } from '@/engine/ports/model-client';
import { attachmentTokens } from '@/plan/attachments/attachment-tokens';
import { attachedFiles } from '@/plan/attachments/file-list';
import type { ReplyOrigin } from '@/plan/message';
import { withoutOrigin } from '@/plan/reply-origin';
import { aroundTokens, messageTokens } from '@/plan/request-tokens';
import { providerError } from '../provider-error';
import { answerAsAsked } from '../simulated/answer-as-asked';
import { pause } from '../simulated/pause';
import { scriptedTurn } from '../simulated/scripted-turn';
import { simulatedTokens, tokenCharacters } from '../simulated/simulated-tokens';
import { workOfMaker } from '../simulated/work-of-maker';
import { writeThoughts } from '../simulated/write-thoughts';
import type { Adapter, AdapterCall } from './adapter';

/**
 * The simulated model: needs no key and no network, and gives the same reply to the same prompt. With an output schema,
 * the reply is JSON that satisfies it. Only the model name `fast` has a meaning: it does not wait. Options:
 * `latency_ms` until the first word (default 400), `tokens_per_second` (default 60; 0 = all at once), `error_rate` from
 * 0 to 1 (which calls fail depends on prompt and attempt, so a retry may succeed); and scripted replies, see {@link
 * scriptedTurn}. With a `reasoningEffort` it thinks first, which counts towards its output limit, and does not change
 * its answer.
 */
export const simulatedAdapter: Adapter = async (call) => {
  const { request } = call;
  const { signal, onText = () => {}, onReasoning = () => {} } = call.follower;
  const fast = request.model.model === 'fast';
  const latency = option(request.options, 'latency_ms', fast ? 0 : 400);
  const speed = option(request.options, 'tokens_per_second', fast ? 0 : 60);
  const seed = canonicalJson([request.messages.map(withoutOrigin), request.outputSchema]);

  if (latency > 0) await pause(latency, signal);
  failBySetRate(call, seed);

  const turn = scriptedTurn(request) ?? answerAsAsked(request, createDice(seed));
  const most = request.maxOutputTokens * tokenCharacters;
  const wholeThought = thoughtOn(request, seed);
  const thought = wholeThought.slice(0, most);
  // Thoughts count in whole tokens.
  const content = turn.reply.slice(0, Math.max(0, most - simulatedTokens(thought) * tokenCharacters));
  const cut = content.length < turn.reply.length || thought.length < wholeThought.length;
  const calls = cut ? [] : turn.toolCalls;
  const start = performance.now();
  let sent = 0;
  const say = async (text: string, tell: (word: string) => void) => {
    for (const word of text.match(/\s*\S+\s*/g) ?? [text]) {
      // Timed from the start, so that late timers are compensated.
      const due = speed > 0 ? start + (sent / tokenCharacters / speed) * 1000 : 0;
      if (due > performance.now()) await pause(due - performance.now(), signal);
      tell(word);
      sent += word.length;
    }
  };
  if (thought !== '') await say(thought, onReasoning);
  await say(content, onText);
  return {
    content,
    finishReason: cut ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop',
    ...(calls.length === 0 ? {} : { toolCalls: calls }),
    ...originOf(thought, content, calls, request),
    inputTokens: inputTokens(call),
    outputTokens: simulatedTokens(thought) + simulatedTokens(content + calls.map((call) => call.arguments).join('')),
    cachedTokens: 0,
  };
};

/** The thoughts before the answer; empty if the request sets no effort. */
function thoughtOn({ messages, reasoningEffort }: ModelRequest, seed: string): string {
  if (reasoningEffort === undefined) return '';
  const prompt = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  return writeThoughts(prompt, reasoningEffort, createDice(`${seed} thinks`));
}

/** The origin of a reply with thoughts or maker's tools; empty if it has neither. */
function originOf(
  thought: string,
  content: string,
  calls: NonNullable<ModelReply['toolCalls']>,
  request: ModelRequest,
): Pick<ModelReply, 'reasoningTokens' | 'origin'> {
  const prompt = request.messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const { parts: used, sources } = workOfMaker(prompt, request);
  if (thought === '' && used.length === 0) return {};
  const reasoningTokens = simulatedTokens(thought);
  const parts: ReplyOrigin['parts'] = [
    ...(thought === '' ? [] : [{ kind: 'reasoning' as const, text: thought }]),
    ...used,
    ...(content === '' ? [] : [{ kind: 'text' as const, length: content.length }]),
    ...calls.map(() => ({ kind: 'call' as const })),
  ];
  const by = `${request.model.provider}:${request.model.model}`;
  const based = sources.length === 0 ? {} : { sources };
  if (thought === '') return { origin: { by, parts, ...based } };
  return { origin: { by, parts, tokens: reasoningTokens, ...based }, reasoningTokens };
}

/** Tokens of a request, counted as Heddle counts them before it is sent. */
function inputTokens({ request, facts }: AdapterCall): number {
  const { messages, model, outputSchema, tools = [], makerTools = [] } = request;
  const files = messages
    .flatMap((message) => attachedFiles(message, facts))
    .reduce((sum, file) => sum + attachmentTokens(file, model), 0);
  const said = messages.reduce((sum, message) => sum + messageTokens(message, simulatedTokens), 0);
  return said + files + aroundTokens({ tools: [...tools, ...makerTools], outputSchema }, simulatedTokens);
}

/** How often calls that have not succeeded yet were refused, by their keys: the same call may succeed later. */
const refusals = new Map<string, number>();

function failBySetRate({ provider, request }: AdapterCall, seed: string): void {
  const { idempotencyKey } = request;
  // The path of the call without its run, so that a workflow fails in the same places each time.
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
    throw providerError(provider, 'rate_limit', 'The simulated model accepts no more calls for now (429).', {
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
