import { defined, omitEmpty } from '@/base/defined';
import { createDice } from '@/base/dice';
import { encodeCanonicalJson, type JsonObject } from '@/base/json';
import { cutToStart } from '@/base/start-of';
import type { ModelReply, ModelRequest } from '@/engine/ports/model-client';
import { estimateAttachmentTokens } from '@/plan/attachments/attachment-tokens';
import { listAttachedFiles } from '@/plan/attachments/file-list';
import type { ReplyOrigin } from '@/plan/message';
import { removeOrigin } from '@/plan/reply-origin';
import { countAroundTokens, countMessageTokens } from '@/plan/request-tokens';
import { createProviderError } from '../provider-error';
import { answerAsAsked } from '../simulated/answer-as-asked';
import { pauseCall } from '../simulated/pause';
import { findScriptedTurn } from '../simulated/scripted-turn';
import { countSimulatedTokens, tokenCharacters } from '../simulated/simulated-tokens';
import { simulateMakerWork } from '../simulated/work-of-maker';
import { writeThoughts } from '../simulated/write-thoughts';
import type { Adapter, AdapterCall } from './adapter';

/**
 * The simulated model: needs no key and no network, and gives the same reply to the same prompt. With an output schema,
 * the reply is JSON that satisfies it. Only the model name `fast` has a meaning: it does not wait. Options:
 * `latency_ms` until the first word (default 400), `tokens_per_second` (default 60; 0 = all at once), `error_rate` from
 * 0 to 1 (which calls fail depends on prompt and attempt, so a retry may succeed); and scripted replies, see {@link
 * findScriptedTurn}. With a `reasoningEffort` it thinks first, which counts towards its output limit, and does not
 * change its answer.
 */
export const answerSimulated: Adapter = async (call) => {
  const { request } = call;
  const { signal, onText = () => {}, onReasoning = () => {} } = call.follower;
  const fast = request.model.model === 'fast';
  const latency = readOption(request.options, 'latency_ms', fast ? 0 : 400);
  const speed = readOption(request.options, 'tokens_per_second', fast ? 0 : 60);
  const seed = encodeCanonicalJson([request.messages.map(removeOrigin), request.outputSchema]);

  if (latency > 0) await pauseCall(latency, signal);
  failBySetRate(call, seed);

  const turn = findScriptedTurn(request) ?? answerAsAsked(request, createDice(seed));
  const most = request.maxOutputTokens * tokenCharacters;
  const wholeThought = writeThought(request, seed);
  const thought = cutToStart(wholeThought, most);
  // Thoughts count in whole tokens.
  const content = cutToStart(turn.reply, Math.max(0, most - countSimulatedTokens(thought) * tokenCharacters));
  const cut = content.length < turn.reply.length || thought.length < wholeThought.length;
  const calls = cut ? [] : turn.toolCalls;
  const start = performance.now();
  let sent = 0;
  const sayWords = async (text: string, tell: (word: string) => void) => {
    for (const word of text.match(/\s*\S+\s*/g) ?? [text]) {
      // Timed from the start, so that late timers are compensated.
      const due = speed > 0 ? start + (sent / tokenCharacters / speed) * 1000 : 0;
      if (due > performance.now()) await pauseCall(due - performance.now(), signal);
      tell(word);
      sent += word.length;
    }
  };
  if (thought !== '') await sayWords(thought, onReasoning);
  await sayWords(content, onText);
  return {
    content,
    finishReason: cut ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop',
    ...defined({ toolCalls: omitEmpty(calls) }),
    ...buildOrigin(thought, content, calls, request),
    inputTokens: countInputTokens(call),
    outputTokens:
      countSimulatedTokens(thought) + countSimulatedTokens(content + calls.map((call) => call.arguments).join('')),
    cachedTokens: 0,
  };
};

/** The thoughts before the answer; empty if the request sets no effort. */
function writeThought({ messages, reasoningEffort }: ModelRequest, seed: string): string {
  if (reasoningEffort === undefined) return '';
  const prompt = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  return writeThoughts(prompt, reasoningEffort, createDice(`${seed} thinks`));
}

/** The origin of a reply with thoughts or maker's tools; empty if it has neither. */
function buildOrigin(
  thought: string,
  content: string,
  calls: NonNullable<ModelReply['toolCalls']>,
  request: ModelRequest,
): Pick<ModelReply, 'reasoningTokens' | 'origin'> {
  const prompt = request.messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const { parts: used, sources } = simulateMakerWork(prompt, request);
  if (thought === '' && used.length === 0) return {};
  const reasoningTokens = countSimulatedTokens(thought);
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
function countInputTokens({ request, facts }: AdapterCall): number {
  const { messages, model, outputSchema, tools = [], makerTools = [] } = request;
  const files = messages
    .flatMap((message) => listAttachedFiles(message, facts))
    .reduce((sum, file) => sum + estimateAttachmentTokens(file, model), 0);
  const said = messages.reduce((sum, message) => sum + countMessageTokens(message, countSimulatedTokens), 0);
  return said + files + countAroundTokens({ tools: [...tools, ...makerTools], outputSchema }, countSimulatedTokens);
}

/** How often calls that have not succeeded yet were refused, by their keys: the same call may succeed later. */
const refusals = new Map<string, number>();

function failBySetRate({ provider, request }: AdapterCall, seed: string): void {
  const { idempotencyKey } = request;
  // The path of the call without its run, so that a workflow fails in the same places each time.
  const place = idempotencyKey.slice(idempotencyKey.indexOf('/'));
  const refused = refusals.get(idempotencyKey) ?? 0;
  const dice = createDice(seed + place + (refused === 0 ? '' : refused));
  if (dice.next() >= readOption(request.options, 'error_rate', 0)) {
    refusals.delete(idempotencyKey);
    return;
  }
  refusals.set(idempotencyKey, refused + 1);
  const advice = 'This fault is simulated: option error_rate.';
  if (dice.next() < 0.5) {
    throw createProviderError(provider, 'rate_limit', 'The simulated model accepts no more calls for now (429).', {
      advice,
      details: { status: 429, retryAfterMs: 500 },
    });
  }
  throw createProviderError(provider, 'overloaded', 'The simulated model is overloaded (503).', {
    advice,
    details: { status: 503 },
  });
}

function readOption(options: JsonObject, name: string, otherwise: number): number {
  const value = options[name];
  return typeof value === 'number' && value >= 0 ? value : otherwise;
}
