import { AppError, type ProviderErrorKind } from '@/base/errors';
import type { Clock } from '../ports/machine';
import type { ModelClient, ModelReply, ModelRequest } from '../ports/model-client';

/** The behaviour of a scripted model: a text or a whole reply after `latencyMs` (default 10), or an error. */
export type Scripted = string | (Partial<ModelReply> & { readonly latencyMs?: number }) | AppError;

/** Models that answer as a test defines, and remember their requests. */
export interface ScriptedModels extends ModelClient {
  /** All requests, in order of arrival. */
  readonly requests: ModelRequest[];
  /** Largest number of parallel calls so far. */
  readonly peak: () => number;
  /** Makes a provider wait for its key. */
  lock(provider: string): void;
  unlock(provider: string): void;
}

/** Models that answer by a function of the request, so that a run can be repeated. */
export function createScriptedModels(clock: Clock, answer: (request: ModelRequest) => Scripted): ScriptedModels {
  const requests: ModelRequest[] = [];
  const locked = new Map<string, (() => void)[]>();
  let active = 0;
  let peak = 0;
  return {
    requests,
    peak: () => peak,
    lock: (provider) => void locked.set(provider, []),
    unlock(provider) {
      const waiting = locked.get(provider) ?? [];
      locked.delete(provider);
      for (const go of waiting) go();
    },
    keyState: (provider) => (locked.has(provider) ? 'needed' : 'ready'),
    whenReady: (provider, signal) =>
      new Promise((resolve, reject) => {
        const waiting = locked.get(provider);
        if (waiting === undefined) return resolve();
        waiting.push(resolve);
        signal.addEventListener('abort', () => reject(new AppError('CANCELLED', 'Cancelled.')));
      }),
    async generate(request, { signal, onText }) {
      requests.push(request);
      active += 1;
      peak = Math.max(peak, active);
      try {
        const scripted = answer(request);
        const reply = typeof scripted === 'string' ? { content: scripted } : scripted;
        await clock.sleep(reply instanceof AppError ? 10 : (reply.latencyMs ?? 10), signal);
        if (reply instanceof AppError) throw reply;
        const { latencyMs: _latency, ...rest } = reply;
        const whole: ModelReply = {
          content: '',
          finishReason: 'stop',
          inputTokens: 10,
          outputTokens: 5,
          cachedTokens: 0,
          ...rest,
        };
        onText?.(whole.content);
        return whole;
      } finally {
        active -= 1;
      }
    },
  };
}

/** An error of a provider, as adapters report it. */
export function providerError(kind: ProviderErrorKind, details: { readonly retryAfterMs?: number } = {}): AppError {
  return new AppError('PROVIDER_ERROR', `The provider said: ${kind}.`, {
    retryable: true,
    details: { kind, ...details },
  });
}
