import { AppError } from '@/base/errors';
import type { Clock } from '@/engine/ports/machine';
import type { CallFollower, ModelReply, ModelRequest } from '@/engine/ports/model-client';
import type { ProviderConfig, ProviderLimits } from '../provider-config';
import { createProviderError } from '../provider-error';
import type { LimitShare } from './limit-share';
import {
  addAnswered,
  addBlock,
  addSent,
  addSettled,
  type CountedCall,
  type LimitState,
  readLimitState,
} from './limit-state';
import { computeStatedWait, computeWindowWait } from './limit-wait';
import { readRateHeaders } from './rate-headers';
import { estimateRoughTokens } from './rough-tokens';

/** The right to send one request. */
export interface Permit {
  /** To be called with the headers of the answer as soon as they arrive. */
  readonly answered: (headers: Headers) => void;
  /** Makes the call, and counts what it used. */
  use(call: () => Promise<ModelReply>): Promise<ModelReply>;
}

/** Delays calls so that no provider is sent more than its limits and its servers allow. */
export interface CallLimiter {
  /**
   * Resolves when the request may be sent; requests to the same model in the order of the calls. Errors: `CANCELLED` on
   * abort; `PROVIDER_ERROR` of kind `rate_limit`, with `retryAfterMs`, if the server demands a longer wait than the
   * follower's patience.
   */
  enter(provider: ProviderConfig, request: ModelRequest, follower: CallFollower): Promise<Permit>;
}

interface LimiterOptions {
  readonly share: LimitShare;
  /** Read repeatedly, so that waiting calls continue when limits are raised. Undefined: there are none. */
  readonly limitsOf: (provider: string) => ProviderLimits | undefined;
  readonly clock: Clock;
  /** Returns a unique text. */
  readonly newId: () => string;
}

/**
 * How often a waiting call checks again, in ms: another call may have used less than estimated, or its server may have
 * answered with new limits.
 */
const lookMs = 1000;
/** A wait shorter than this is not reported, in ms. */
const quietWaitMs = 200;

const never = new AbortController().signal;

/** Makes a {@link CallLimiter}. Without sharing, it limits only this process. */
export function createLimiter({ share, limitsOf, clock, newId }: LimiterOptions): CallLimiter {
  /** The last known states: used when a state cannot be read, and to estimate waits. */
  const lastStates = new Map<string, LimitState>();
  /** How many calls wait in this process, by provider. */
  const waiting = new Map<string, number>();

  /** A call must not fail because counts cannot be stored: then the last known state is used. */
  async function readState(id: string): Promise<LimitState> {
    const state = await share.load(id).then(
      (stored) => readLimitState(stored, clock.now()),
      () => readLimitState(lastStates.get(id), clock.now()),
    );
    lastStates.set(id, state);
    return state;
  }

  function changeState(id: string, make: (state: LimitState, now: number) => LimitState): Promise<void> {
    return share.alone(`${id} state`, never, async () => {
      const state = make(await readState(id), clock.now());
      lastStates.set(id, state);
      await share.save(id, state).catch(() => undefined);
    });
  }

  /** Waits until the limits stated by the model's server allow the call. */
  async function waitForServer(provider: ProviderConfig, call: CountedCall, deadline: number, signal: AbortSignal) {
    for (;;) {
      const now = clock.now();
      const until = computeStatedWait(await readState(provider.id), call, now);
      if (until <= now) return;
      if (until > deadline) throw createTooLongWaitError(provider, until - now);
      await clock.sleep(Math.min(until - now, lookMs), signal);
    }
  }

  /**
   * Counts the call as sent once its limits allow it; undefined if meanwhile the server states that it is too early.
   */
  async function sendWhenAllowed(
    id: string,
    call: CountedCall,
    signal: AbortSignal,
  ): Promise<{ readonly sentAt: number; readonly giveBack: () => void } | undefined> {
    const places = limitsOf(id)?.max_concurrency;
    const giveBack = places === undefined ? () => {} : await share.place(id, places, signal);
    let isSent = false;
    try {
      for (;;) {
        const now = clock.now();
        const state = await readState(id);
        if (computeStatedWait(state, call, now) > now) return undefined;
        const until = computeWindowWait(state, limitsOf(id) ?? {}, call, now);
        if (until <= now) {
          let sentAt = now;
          await changeState(id, (latest, at) => {
            sentAt = at;
            return addSent(latest, call, at);
          });
          isSent = true;
          return { sentAt, giveBack };
        }
        await clock.sleep(Math.min(until - now, lookMs), signal);
      }
    } finally {
      if (!isSent) giveBack();
    }
  }

  async function pass(
    provider: ProviderConfig,
    call: CountedCall,
    { signal, patienceMs }: CallFollower,
  ): Promise<Permit> {
    const deadline = clock.now() + (patienceMs ?? Number.POSITIVE_INFINITY);
    // A separate queue for each model, as servers count them separately: a call that waits for one model does not delay
    // another.
    return share.alone(`${provider.id}/${call.model}`, signal, async () => {
      for (;;) {
        await waitForServer(provider, call, deadline, signal);
        const sent = await share.alone(provider.id, signal, () => sendWhenAllowed(provider.id, call, signal));
        if (sent !== undefined) return permit(provider.id, call, sent.sentAt, sent.giveBack);
      }
    });
  }

  function permit(id: string, call: CountedCall, sentAt: number, giveBack: () => void): Permit {
    const blockFor = (ms: number) => changeState(id, (state, now) => addBlock(state, call.model, ms, now));
    return {
      answered: (headers) => {
        const stated = readRateHeaders(headers, clock.now());
        if (stated.requests === undefined && stated.tokens === undefined) return;
        void changeState(id, (state, now) => addAnswered(state, call, stated, now));
      },
      async use(make) {
        let usedTokens = call.tokens;
        try {
          const reply = await make();
          usedTokens = readReplyTokens(reply) ?? usedTokens;
          return reply;
        } catch (error) {
          const after = error instanceof AppError ? error.details?.['retryAfterMs'] : undefined;
          if (typeof after === 'number') await blockFor(after);
          throw error;
        } finally {
          await changeState(id, (state, now) => addSettled(state, call, sentAt, usedTokens, now));
          giveBack();
        }
      },
    };
  }

  /**
   * When the last of the calls waiting in this process will be sent, approximately, in ms since 1970; undefined:
   * unknown.
   */
  function computeUntil(id: string, call: CountedCall): number | undefined {
    const now = clock.now();
    const state = readLimitState(lastStates.get(id), now);
    const calls = waiting.get(id) ?? 1;
    const until = Math.max(
      computeWindowWait(state, limitsOf(id) ?? {}, { ...call, calls }, now),
      computeStatedWait(state, call, now),
    );
    return until > now ? until : undefined;
  }

  return {
    async enter(provider, request, follower) {
      const { id } = provider;
      const call = { id: newId(), model: request.model.model, tokens: estimateRoughTokens(request) };
      waiting.set(id, (waiting.get(id) ?? 0) + 1);
      const timer = new AbortController();
      let isReported = false;
      const { onWait } = follower;
      const report = () => {
        isReported = true;
        onWait?.({ provider: id, label: provider.label, until: () => computeUntil(id, call) });
      };
      if (onWait !== undefined) clock.sleep(quietWaitMs, timer.signal).then(report, () => undefined);
      try {
        return await pass(provider, call, follower);
      } finally {
        timer.abort();
        waiting.set(id, (waiting.get(id) ?? 1) - 1);
        if (isReported) onWait?.(undefined);
      }
    },
  };
}

/** The tokens of a reply, as its server reports them. */
function readReplyTokens({ inputTokens, outputTokens }: ModelReply): number | undefined {
  const sum = (inputTokens ?? Number.NaN) + (outputTokens ?? Number.NaN);
  return Number.isFinite(sum) && sum >= 0 ? sum : undefined;
}

function createTooLongWaitError(provider: ProviderConfig, retryAfterMs: number): AppError {
  const message = `${provider.label} accepts no more calls for another ${Math.ceil(retryAfterMs / 1000)} s.`;
  return createProviderError(provider, 'rate_limit', message, {
    advice: 'Wait that long and run the task again, raise its limits.timeout_ms, or choose another model.',
    details: { retryAfterMs },
  });
}
