import { z } from 'zod';
import type { RateSaid } from './rate-headers';

/**
 * The time over which limits count, in ms: a minute, and by how much one request may be longer on its way than a later
 * one.
 */
export const windowMs = 60_500;

/**
 * Calls that were sent within so many ms are one entry, counted as if all were sent at its end: a window has at most
 * 600 entries.
 */
const grainMs = 100;

/**
 * The longest that a `retry-after` holds calls back, in ms: as long as a task without a time of its own waits for a
 * server.
 */
const mostBlockMs = 3_600_000;

const time = z.number();
const amount = z.number().min(0);
const allowance = z.object({ left: z.number(), until: time });

/** Calls that were sent between `from` and `at`. */
const sentSchema = z.object({ from: time, at: time, requests: amount, tokens: amount });

/** What a server says of one of its models. */
const modelSchema = z.object({
  requests: allowance.exactOptional(),
  tokens: allowance.exactOptional(),
  /** Nothing is sent before. */
  notBefore: time,
  /** Calls that were sent and of which the server has not said what they leave. */
  unanswered: z.array(z.object({ id: z.string(), at: time, tokens: amount })),
});

const stateSchema = z.object({ sent: z.array(sentSchema), models: z.record(z.string(), modelSchema) });

/** What was sent to a provider within the last minute, and what it says may still be sent. Times are ms since 1970. */
export type LimitState = z.infer<typeof stateSchema>;
type ModelState = z.infer<typeof modelSchema>;

/** A call as limits count it. */
export interface CountedCall {
  /** One of a kind. */
  readonly id: string;
  readonly model: string;
  /** Of input and output; an estimate, before it was made. */
  readonly tokens: number;
}

/** Reads a state as it was stored, without what no longer counts; what cannot be read is as nothing. */
export function readLimitState(value: unknown, now: number): LimitState {
  const { success, data } = stateSchema.safeParse(value);
  return success ? current(data, now) : { sent: [], models: {} };
}

/** What still counts. Calls far in the future, as a clock leaves them that is set back, do not. */
function current({ sent, models }: LimitState, now: number): LimitState {
  const counts = (at: number) => at > now - windowMs && at <= now + windowMs;
  const left = Object.entries(models).flatMap(([name, model]) => {
    const { requests, tokens } = model;
    const until = Math.min(model.notBefore, now + mostBlockMs);
    const unanswered = model.unanswered.filter(({ at }) => counts(at));
    const holds = (said: typeof requests) => said !== undefined && said.until > now && said.until <= now + windowMs;
    const kept: ModelState = {
      ...(requests !== undefined && holds(requests) ? { requests } : {}),
      ...(tokens !== undefined && holds(tokens) ? { tokens } : {}),
      notBefore: until > now ? until : 0,
      unanswered,
    };
    const isEmpty = kept.notBefore === 0 && unanswered.length === 0 && !kept.requests && !kept.tokens;
    return isEmpty ? [] : [[name, kept] as const];
  });
  return { sent: sent.filter(({ at }) => counts(at)), models: Object.fromEntries(left) };
}

const unknown: ModelState = { notBefore: 0, unanswered: [] };

/** The state in which a call was sent at `now`. */
export function withSent(state: LimitState, { id, model, tokens }: CountedCall, now: number): LimitState {
  const { sent, models } = current(state, now);
  const last = sent.at(-1);
  const joins = last !== undefined && now - last.from < grainMs;
  const entry = joins
    ? { from: last.from, at: Math.max(last.at, now), requests: last.requests + 1, tokens: last.tokens + tokens }
    : { from: now, at: now, requests: 1, tokens };
  const { requests, tokens: left, notBefore, unanswered } = own(models, model);
  const next: ModelState = {
    ...(requests === undefined ? {} : { requests: { ...requests, left: requests.left - 1 } }),
    ...(left === undefined ? {} : { tokens: { ...left, left: left.left - tokens } }),
    notBefore,
    unanswered: [...unanswered, { id, at: now, tokens }],
  };
  return { sent: [...(joins ? sent.slice(0, -1) : sent), entry], models: { ...models, [model]: next } };
}

/**
 * The state in which the server has begun to answer a call. What it says is left counts from then on, less what was
 * sent and may not have reached it.
 */
export function withAnswered(state: LimitState, { id, model }: CountedCall, said: RateSaid, now: number): LimitState {
  const { sent, models } = current(state, now);
  const before = own(models, model);
  const unanswered = before.unanswered.filter((call) => call.id !== id);
  const onTheWay = unanswered.reduce((sum, call) => sum + call.tokens, 0);
  const { requests, tokens } = said;
  const next: ModelState = {
    ...before,
    ...(requests === undefined ? {} : { requests: { ...requests, left: requests.left - unanswered.length } }),
    ...(tokens === undefined ? {} : { tokens: { ...tokens, left: tokens.left - onTheWay } }),
    unanswered,
  };
  return current({ sent, models: { ...models, [model]: next } }, now);
}

/**
 * The state in which it is known how many tokens a call took that was sent at `sentAt`; undefined: it was none that
 * counts.
 */
export function withSettled(
  state: LimitState,
  { id, model, tokens }: CountedCall,
  sentAt: number,
  used: number,
  now: number,
): LimitState {
  const { sent, models } = current(state, now);
  const settled = sent.map((entry) =>
    entry.from <= sentAt && sentAt <= entry.at
      ? { ...entry, tokens: Math.max(0, entry.tokens + used - tokens) }
      : entry,
  );
  const of = own(models, model);
  const next = { ...of, unanswered: of.unanswered.filter((call) => call.id !== id) };
  return current({ sent: settled, models: { ...models, [model]: next } }, now);
}

/** The state in which a server wants nothing sent to a model for so many ms. */
export function withBlock(state: LimitState, model: string, ms: number, now: number): LimitState {
  const { sent, models } = current(state, now);
  const of = own(models, model);
  const notBefore = Math.max(of.notBefore, now + Math.min(ms, mostBlockMs));
  return { sent, models: { ...models, [model]: { ...of, notBefore } } };
}

function own(models: LimitState['models'], model: string): ModelState {
  return Object.hasOwn(models, model) ? (models[model] ?? unknown) : unknown;
}
