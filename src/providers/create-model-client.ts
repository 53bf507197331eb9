import { createCancelledError } from '@/base/cancelled';
import { AppError } from '@/base/errors';
import type { LearnedFact, ModelClient, ModelRequest } from '@/engine/ports/model-client';
import type { ModelCatalogue, ModelFacts } from '@/plan/model-facts';
import { reasoningEffortSchema } from '@/workflow/reasoning-effort';
import { loadAdapter } from './adapters/load-adapter';
import { BlockMarks } from './adapters/maker-work/block-marks';
import { FileMarks } from './file-marks';
import { fillProviderHeaders } from './filled-headers';
import { learnFrom, learnWindow } from './learn-from';
import type { CallLimiter } from './limits/call-limiter';
import type { Protocol, ProviderConfig } from './provider-config';
import { openWire } from './wire';

/** The part of the catalogue that a model client reads and updates. */
export interface LearningCatalogue extends Pick<ModelCatalogue, 'factsOf'> {
  /** Stores what a refusal taught: `factsOf` includes it at once. Resolves once it is stored. */
  learn(fact: LearnedFact): Promise<void>;
}

/** The dependencies of a model client. All are read at every call, so changed settings apply at once. */
export interface ModelClientOptions {
  readonly providers: () => readonly ProviderConfig[];
  /** The key of a provider (by id), or undefined if there is none or it is locked. */
  readonly keyOf: (provider: string) => string | undefined;
  /** Calls the listener whenever keys may have been added or removed. Returns a function that stops this. */
  readonly onKeyChange: (listener: () => void) => () => void;
  /** Secrets of this machine, for the headers of providers. Default: there are none. */
  readonly secretOf?: (name: string) => string | undefined;
  readonly catalogue: () => Promise<LearningCatalogue>;
  /** Default: the global one. */
  readonly fetch?: typeof fetch;
  /** Whether fetch can send a body as a stream: Node's can, browsers only over HTTP/2. Default: no. */
  readonly streams?: boolean;
  /** Delays the calls of providers with limits. Left out: no call is delayed. */
  readonly limiter?: CallLimiter;
}

/**
 * The most refused requests from which one call may learn; each costs nothing but time.
 */
const mostLessons = 6;

/**
 * The models of all providers behind one port. The code of a protocol is loaded at the first call that needs it; if it
 * cannot be fetched, the call rejects with the error of `import`, and nothing was sent.
 */
export function createModelClient(options: ModelClientOptions): ModelClient {
  const findProvider = (id: string) => options.providers().find((provider) => provider.id === id);
  const reached = new Set<string>();

  // A missing provider counts as ready: a key would not help, and the call reports what is wrong.
  const keyState: ModelClient['keyState'] = (id) =>
    findProvider(id)?.needsKey && !options.keyOf(id) ? 'needed' : 'ready';

  return {
    keyState,

    whenReady: (id, signal) =>
      new Promise((resolve, reject) => {
        const stop = options.onKeyChange(checkKey);
        signal.addEventListener('abort', checkKey);
        checkKey();

        function checkKey() {
          if (!signal.aborted && keyState(id) === 'needed') return;
          // Deferred, because the listener may be called while it is being added.
          queueMicrotask(() => stop());
          signal.removeEventListener('abort', checkKey);
          if (signal.aborted) reject(createCancelledError('The call'));
          else resolve();
        }
      }),

    async generate(given, follower) {
      const request = moveEffort(given);
      const { signal, onLearned } = follower;
      if (signal.aborted) throw createCancelledError('The call');
      const provider = usable(request.model.provider);
      const key = options.keyOf(provider.id);
      const headers = fillProviderHeaders(provider, options.secretOf);
      const secrets = [key ?? '', ...Object.values(headers)];
      const catalogue = await options.catalogue();
      const learn = (fact: LearnedFact) => {
        // Applies at once. A failure to store it only costs another refused request later, so it does not fail this
        // call.
        void catalogue.learn(fact).catch(() => undefined);
        onLearned?.(fact);
      };
      for (let lessons = 0; ; lessons++) {
        const facts = findRequestFacts(request, catalogue);
        const speak = await loadAdapter(chooseProtocol(provider, facts, request));
        const files = new FileMarks(follower.openFile);
        const permit = provider.limits && (await options.limiter?.enter(provider, request, follower));
        const wire = openWire({
          ...{ provider, model: request.model.model, secrets, headers, signal, reached },
          files,
          streams: options.streams ?? false,
          onAnswer: permit?.answered,
          // Read at the call, not earlier, and called without a receiver, as browsers require.
          fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
        });
        try {
          const blocks = new BlockMarks();
          const call = () => speak({ provider, key, request, facts, follower, secrets, files, blocks, wire });
          return await (permit === undefined ? call() : permit.use(call));
        } catch (error) {
          const window = learnWindow(error, request.model, facts);
          if (window !== undefined) learn(window);
          const learned = lessons < mostLessons ? learnFrom(error, request.model, wire.sent(), facts) : [];
          if (learned.length === 0 || signal.aborted) throw error;
          for (const fact of learned) learn(fact);
        }
      }
    },
  };

  /** The provider of a call; throws if it cannot be called. */
  function usable(id: string): ProviderConfig {
    const provider = findProvider(id);
    if (provider === undefined) {
      throw new AppError('PROVIDER_ERROR', `There is no provider “${id}”.`, {
        advice: 'Add it in Models, or choose another model.',
        details: { kind: 'bad_request', provider: id },
      });
    }
    if (keyState(id) === 'needed') {
      throw new AppError('KEY_NEEDED', `${provider.label} needs a key.`, {
        advice: 'Enter or unlock the key in Models.',
        details: { provider: id },
      });
    }
    return provider;
  }
}

/**
 * Moves the option `reasoning_effort` to the request's effort: each protocol then sends it in its own field, and
 * requests the thoughts.
 */
function moveEffort(request: ModelRequest): ModelRequest {
  const { reasoning_effort: effort, ...options } = request.options;
  const { success, data } = reasoningEffortSchema.safeParse(effort);
  return success ? { ...request, options, reasoningEffort: data } : request;
}

/** The facts of the model for this request: some models refuse a parameter only while they think. */
function findRequestFacts({ model, reasoningEffort }: ModelRequest, catalogue: LearningCatalogue): ModelFacts {
  const facts = catalogue.factsOf(model);
  const thinks = (reasoningEffort ?? facts.defaultEffort) !== 'none';
  return thinks ? { ...facts, refuses: [...facts.refuses, ...(facts.refusesThinking ?? [])] } : facts;
}

/**
 * The protocol of a call: a model that accepts tools only through Responses is called that way, even if its provider
 * uses chat completions.
 */
function chooseProtocol({ protocol }: ProviderConfig, facts: ModelFacts, { tools = [] }: ModelRequest): Protocol {
  return protocol === 'compatible' && facts.toolsNeedResponses && tools.length > 0 ? 'openai' : protocol;
}
