import { AppError } from '@/base/errors';
import type { Clock } from '@/engine/ports/machine';
import type { CallFollower, ModelReply, ModelRequest } from '@/engine/ports/model-client';
import type { ProviderConfig, ProviderLimits } from '../provider-config';
import { providerError } from '../provider-error';
import type { LimitShare } from './limit-share';
import {
  type CountedCall,
  type LimitState,
  readLimitState,
  withAnswered,
  withBlock,
  withSent,
  withSettled,
} from './limit-state';
import { saidWait, windowWait } from './limit-wait';
import { readRateHeaders } from './rate-headers';
import { roughTokens } from './rough-tokens';

/** The right to send one request. */
export interface Permit {
  /** To be told the headers of the answer, as soon as they are there. */
  readonly answered: (headers: Headers) => void;
  /** Makes the call with it, and takes in what that took. */
  use(call: () => Promise<ModelReply>): Promise<ModelReply>;
}

/** Holds calls back so that no provider is sent more than its limits, and its servers, allow. */
export interface CallLimiter {
  /**
   * Resolves when the request may be sent; those of a model in the order in which they asked. Errors: `CANCELLED` on
   * abort; `PROVIDER_ERROR` of kind `rate_limit`, with `retryAfterMs`, where the server wants a longer wait than the
   * follower has patience.
   */
  enter(provider: ProviderConfig, request: ModelRequest, follower: CallFollower): Promise<Permit>;
}

interface LimiterOptions {
  readonly share: LimitShare;
  /** Asked again and again, so that those that wait go on when limits are raised. Undefined: there are none. */
  readonly limitsOf: (provider: string) => ProviderLimits | undefined;
  readonly clock: Clock;
  /** A text that no other call has. */
  readonly newId: () => string;
}

/**
 * How often who waits looks again, in ms: another call may have taken less than was reckoned, or its server said more.
 */
const lookMs = 1000;
/** What is let through sooner is not told as waiting, in ms. */
const quietWaitMs = 200;

const never = new AbortController().signal;

/** Makes a {@link CallLimiter}. One that shares nothing limits this process alone. */
export function createLimiter({ share, limitsOf, clock, newId }: LimiterOptions): CallLimiter {
  /** As they were last seen: for when they cannot be read, and to tell how long it takes. */
  const known = new Map<string, LimitState>();
  /** How many wait here, by provider. */
  const waiting = new Map<string, number>();

  /** No call fails because what is counted cannot be stored: then it is counted here. */
  async function look(id: string): Promise<LimitState> {
    const state = await share.load(id).then(
      (stored) => readLimitState(stored, clock.now()),
      () => readLimitState(known.get(id), clock.now()),
    );
    known.set(id, state);
    return state;
  }

  function change(id: string, make: (state: LimitState, now: number) => LimitState): Promise<void> {
    return share.alone(`${id} state`, never, async () => {
      const state = make(await look(id), clock.now());
      known.set(id, state);
      await share.save(id, state).catch(() => undefined);
    });
  }

  /** Waits until what the server of a model says lets the call through. */
  async function waitAsSaid(provider: ProviderConfig, call: CountedCall, deadline: number, signal: AbortSignal) {
    for (;;) {
      const now = clock.now();
      const until = saidWait(await look(provider.id), call, now);
      if (until <= now) return;
      if (until > deadline) throw tooLong(provider, until - now);
      await clock.sleep(Math.min(until - now, lookMs), signal);
    }
  }

  /** Sends the call as far as limits are concerned; undefined if the server says meanwhile that it is too early. */
  async function send(
    id: string,
    call: CountedCall,
    signal: AbortSignal,
  ): Promise<{ readonly sentAt: number; readonly giveBack: () => void } | undefined> {
    const places = limitsOf(id)?.max_concurrency;
    const giveBack = places === undefined ? () => {} : await share.place(id, places, signal);
    try {
      for (;;) {
        const now = clock.now();
        const state = await look(id);
        if (saidWait(state, call, now) > now) break;
        const until = windowWait(state, limitsOf(id) ?? {}, call, now);
        if (until <= now) {
          let sentAt = now;
          await change(id, (latest, at) => {
            sentAt = at;
            return withSent(latest, call, at);
          });
          return { sentAt, giveBack };
        }
        await clock.sleep(Math.min(until - now, lookMs), signal);
      }
    } catch (error) {
      giveBack();
      throw error;
    }
    giveBack();
    return undefined;
  }

  async function pass(
    provider: ProviderConfig,
    call: CountedCall,
    { signal, patienceMs }: CallFollower,
  ): Promise<Permit> {
    const deadline = clock.now() + (patienceMs ?? Number.POSITIVE_INFINITY);
    // A line for each model, as servers count them apart: who waits for one keeps nobody from another.
    return share.alone(`${provider.id}/${call.model}`, signal, async () => {
      for (;;) {
        await waitAsSaid(provider, call, deadline, signal);
        const sent = await share.alone(provider.id, signal, () => send(provider.id, call, signal));
        if (sent !== undefined) return permit(provider.id, call, sent.sentAt, sent.giveBack);
      }
    });
  }

  function permit(id: string, call: CountedCall, sentAt: number, giveBack: () => void): Permit {
    const blocked = (ms: number) => change(id, (state, now) => withBlock(state, call.model, ms, now));
    return {
      answered: (headers) => {
        const said = readRateHeaders(headers, clock.now());
        if (said.requests === undefined && said.tokens === undefined) return;
        void change(id, (state, now) => withAnswered(state, call, said, now));
      },
      async use(make) {
        let used = call.tokens;
        try {
          const reply = await make();
          used = tokensOf(reply) ?? used;
          return reply;
        } catch (error) {
          const after = error instanceof AppError ? error.details?.['retryAfterMs'] : undefined;
          if (typeof after === 'number') await blocked(after);
          throw error;
        } finally {
          await change(id, (state, now) => withSettled(state, call, sentAt, used, now));
          giveBack();
        }
      },
    };
  }

  /** When the last of those that wait here is sent, about, in ms since 1970; undefined: that cannot be told. */
  function untilOf(id: string, call: CountedCall): number | undefined {
    const state = known.get(id);
    if (state === undefined) return undefined;
    const now = clock.now();
    const calls = waiting.get(id) ?? 1;
    const until = Math.max(windowWait(state, limitsOf(id) ?? {}, { ...call, calls }, now), saidWait(state, call, now));
    return until > now ? until : undefined;
  }

  return {
    async enter(provider, request, follower) {
      const { id } = provider;
      const call = { id: newId(), model: request.model.model, tokens: roughTokens(request) };
      waiting.set(id, (waiting.get(id) ?? 0) + 1);
      const timer = new AbortController();
      let isIncluded = false;
      const { onWait } = follower;
      const tell = () => {
        isIncluded = true;
        onWait?.({ provider: id, label: provider.label, until: () => untilOf(id, call) });
      };
      if (onWait !== undefined) clock.sleep(quietWaitMs, timer.signal).then(tell, () => undefined);
      try {
        return await pass(provider, call, follower);
      } finally {
        timer.abort();
        waiting.set(id, (waiting.get(id) ?? 1) - 1);
        if (isIncluded) onWait?.(undefined);
      }
    },
  };
}

/** What a reply took, as its server reports it. */
function tokensOf({ inputTokens, outputTokens }: ModelReply): number | undefined {
  const sum = (inputTokens ?? Number.NaN) + (outputTokens ?? Number.NaN);
  return Number.isFinite(sum) && sum >= 0 ? sum : undefined;
}

function tooLong(provider: ProviderConfig, retryAfterMs: number): AppError {
  const message = `${provider.label} takes no more calls for another ${Math.ceil(retryAfterMs / 1000)} s.`;
  return providerError(provider, 'rate_limit', message, {
    advice: 'Wait so long and run the task again, raise its limits.timeout_ms, or choose another model.',
    details: { retryAfterMs },
  });
}
