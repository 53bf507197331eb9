import { AppError } from '@/base/errors';
import type { ModelClient } from '@/engine/ports';
import type { Adapter } from './adapters/adapter';
import { anthropicAdapter } from './adapters/anthropic';
import { openaiAdapter } from './adapters/openai';
import { simulatedAdapter } from './adapters/simulated';
import { checkedFetch } from './checked-fetch';
import type { ProviderConfig } from './provider-config';
import { cancelled } from './provider-error';

const adapters: { readonly [P in ProviderConfig['protocol']]: Adapter } = {
  openai: openaiAdapter,
  anthropic: anthropicAdapter,
  simulated: simulatedAdapter,
};

/** What a model client hangs on. All are asked at every call, so changes in settings hold at once. */
export interface ModelClientOptions {
  readonly providers: () => readonly ProviderConfig[];
  /** The key of a provider (by id), or undefined while there is none or it is locked. */
  readonly keyOf: (provider: string) => string | undefined;
  /** Calls the listener whenever a key may have come or gone. Returns how to stop that. */
  readonly onKeyChange: (listener: () => void) => () => void;
  /** Default: the global one. */
  readonly fetch?: typeof fetch;
}

/** The models of all providers behind one port. */
export function createModelClient(options: ModelClientOptions): ModelClient {
  const find = (id: string) => options.providers().find((provider) => provider.id === id);

  // A provider that is not there counts as ready: waiting for a key would not bring it, the call says what is wrong.
  const keyState: ModelClient['keyState'] = (id) => (find(id)?.needsKey && !options.keyOf(id) ? 'needed' : 'ready');

  return {
    keyState,

    whenReady: (id, signal) =>
      new Promise((resolve, reject) => {
        const stop = options.onKeyChange(check);
        signal.addEventListener('abort', check, { once: true });
        check();

        function check() {
          if (!signal.aborted && keyState(id) === 'needed') return;
          // After this turn, since a listener may be called while it is being added.
          queueMicrotask(() => stop());
          signal.removeEventListener('abort', check);
          if (signal.aborted) reject(cancelled());
          else resolve();
        }
      }),

    async generate(request, { signal, onText }) {
      const { provider: id, model } = request.model;
      if (signal.aborted) throw cancelled();
      const provider = find(id);
      if (provider === undefined) {
        throw new AppError('PROVIDER_ERROR', `There is no provider “${id}”.`, {
          advice: 'Add it in Models, or choose another model.',
          details: { kind: 'bad_request', provider: id },
        });
      }
      if (keyState(id) === 'needed') {
        throw new AppError('KEY_NEEDED', `${provider.label} needs a key.`, {
          advice: 'Give or unlock the key in Models.',
          details: { provider: id },
        });
      }
      const key = options.keyOf(id);
      // Looked up at the call, not before, and called without an owner, as browsers ask for.
      const plainFetch: typeof fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
      const checked = checkedFetch({ provider, model, key, signal, fetch: plainFetch });
      return adapters[provider.protocol]({ provider, key, request, signal, onText, fetch: checked });
    },
  };
}
