import { z } from 'zod';
import { defined } from '@/base/defined';
import type { RateSaid } from './rate-headers';

/**
 * The window over which limits count, in ms: a minute, plus how much longer one request may be in transit than a later
 * one.
 */
export const windowMs = 60_500;

/**
 * Calls sent within this many ms are one entry, counted as if all were sent at its end: a window has at most 600
 * entries.
 */
const grainMs = 100;

/**
 * The longest that a `retry-after` delays calls, in ms: as long as a task without its own timeout waits for a server.
 */
const mostBlockMs = 3_600_000;

const time = z.number();
const amount = z.number().min(0);
const allowance = z.object({ left: z.number(), until: time });

/** Calls sent between `from` and `at`. */
const sentSchema = z.object({ from: time, at: time, requests: amount, tokens: amount });

/** The limits that a server states for one of its models. */
const modelSchema = z.object({
  requests: allowance.exactOptional(),
  tokens: allowance.exactOptional(),
  /** No call is sent before this time. */
  notBefore: time,
  /** Calls that were sent, but whose answer with the remaining limits has not arrived. */
  unanswered: z.array(z.object({ id: z.string(), at: time, tokens: amount })),
});

const stateSchema = z.object({ sent: z.array(sentSchema), models: z.record(z.string(), modelSchema) });

/**
 * What was sent to a provider within the last minute, and what may still be sent according to its server. Times are ms
 * since 1970.
 */
export type LimitState = z.infer<typeof stateSchema>;
type ModelState = z.infer<typeof modelSchema>;

/** The figures of a call that limits count. */
export interface CountedCall {
  /** Unique id. */
  readonly id: string;
  readonly model: string;
  /** Tokens of input and output; an estimate until the call is done. */
  readonly tokens: number;
}

/** Parses a stored state and drops expired entries; an invalid one counts as empty. */
export function readLimitState(value: unknown, now: number): LimitState {
  const { success, data } = stateSchema.safeParse(value);
  return success ? dropExpired(data, now) : { sent: [], models: {} };
}

/** Drops expired entries, and entries far in the future, as they occur when the clock is set back. */
function dropExpired({ sent, models }: LimitState, now: number): LimitState {
  const counts = (at: number) => at > now - windowMs && at <= now + windowMs;
  const left = Object.entries(models).flatMap(([name, model]) => {
    const { requests, tokens } = model;
    const until = Math.min(model.notBefore, now + mostBlockMs);
    const unanswered = model.unanswered.filter(({ at }) => counts(at));
    const isValid = (stated: typeof requests) =>
      stated !== undefined && stated.until > now && stated.until <= now + windowMs;
    const kept: ModelState = {
      ...(requests !== undefined && isValid(requests) ? { requests } : {}),
      ...(tokens !== undefined && isValid(tokens) ? { tokens } : {}),
      notBefore: until > now ? until : 0,
      unanswered,
    };
    const isUnset = kept.notBefore === 0 && unanswered.length === 0 && !kept.requests && !kept.tokens;
    return isUnset ? [] : [[name, kept] as const];
  });
  return { sent: sent.filter(({ at }) => counts(at)), models: Object.fromEntries(left) };
}

const unknown: ModelState = { notBefore: 0, unanswered: [] };

/** The state after a call was sent at `now`. */
export function addSent(state: LimitState, { id, model, tokens }: CountedCall, now: number): LimitState {
  const { sent, models } = dropExpired(state, now);
  const last = sent.at(-1);
  const joins = last !== undefined && now - last.from < grainMs;
  const entry = joins
    ? { from: last.from, at: Math.max(last.at, now), requests: last.requests + 1, tokens: last.tokens + tokens }
    : { from: now, at: now, requests: 1, tokens };
  const { requests, tokens: left, notBefore, unanswered } = getModelState(models, model);
  const next: ModelState = {
    ...defined({
      requests: requests && { ...requests, left: requests.left - 1 },
      tokens: left && { ...left, left: left.left - tokens },
    }),
    notBefore,
    unanswered: [...unanswered, { id, at: now, tokens }],
  };
  return { sent: [...(joins ? sent.slice(0, -1) : sent), entry], models: { ...models, [model]: next } };
}

/**
 * The state after the server's answer to a call began. The remaining limits it states count from then on, minus calls
 * that were sent but may not have reached it.
 */
export function addAnswered(state: LimitState, { id, model }: CountedCall, stated: RateSaid, now: number): LimitState {
  const { sent, models } = dropExpired(state, now);
  const before = getModelState(models, model);
  const unanswered = before.unanswered.filter((call) => call.id !== id);
  const onTheWay = unanswered.reduce((sum, call) => sum + call.tokens, 0);
  const { requests, tokens } = stated;
  const next: ModelState = {
    ...before,
    ...defined({
      requests: requests && { ...requests, left: requests.left - unanswered.length },
      tokens: tokens && { ...tokens, left: tokens.left - onTheWay },
    }),
    unanswered,
  };
  return dropExpired({ sent, models: { ...models, [model]: next } }, now);
}

/** The state after a call sent at `sentAt` turned out to have taken `used` tokens. */
export function addSettled(
  state: LimitState,
  { id, model, tokens }: CountedCall,
  sentAt: number,
  used: number,
  now: number,
): LimitState {
  const { sent, models } = dropExpired(state, now);
  const settled = sent.map((entry) =>
    entry.from <= sentAt && sentAt <= entry.at
      ? { ...entry, tokens: Math.max(0, entry.tokens + used - tokens) }
      : entry,
  );
  const modelBefore = getModelState(models, model);
  const next = { ...modelBefore, unanswered: modelBefore.unanswered.filter((call) => call.id !== id) };
  return dropExpired({ sent: settled, models: { ...models, [model]: next } }, now);
}

/** The state after a server refused calls to a model for this many ms. */
export function addBlock(state: LimitState, model: string, ms: number, now: number): LimitState {
  const { sent, models } = dropExpired(state, now);
  const modelBefore = getModelState(models, model);
  const notBefore = Math.max(modelBefore.notBefore, now + Math.min(ms, mostBlockMs));
  return { sent, models: { ...models, [model]: { ...modelBefore, notBefore } } };
}

function getModelState(models: LimitState['models'], model: string): ModelState {
  return Object.hasOwn(models, model) ? (models[model] ?? unknown) : unknown;
}
