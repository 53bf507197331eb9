import { cancelled } from '@/base/cancelled';
import { AppError } from '@/base/errors';
import type { LearnedFact, ModelClient, ModelRequest } from '@/engine/ports/model-client';
import type { ModelCatalogue, ModelFacts } from '@/plan/model-facts';
import { reasoningEffortSchema } from '@/workflow/reasoning-effort';
import { loadAdapter } from './adapters/load-adapter';
import { BlockMarks } from './adapters/maker-work/block-marks';
import { FileMarks } from './file-marks';
import { filledHeaders } from './filled-headers';
import { learnFrom, learnWindow } from './learn-from';
import type { CallLimiter } from './limits/call-limiter';
import type { Protocol, ProviderConfig } from './provider-config';
import { openWire } from './wire';

/** What a model client asks of the catalogue, and tells it. */
export interface LearningCatalogue extends Pick<ModelCatalogue, 'factsOf'> {
  /** Takes in what a refusal taught: from now on `factsOf` says so. Resolves once it is stored. */
  learn(fact: LearnedFact): Promise<void>;
}

/** What a model client hangs on. All are asked at every call, so changes in settings hold at once. */
export interface ModelClientOptions {
  readonly providers: () => readonly ProviderConfig[];
  /** The key of a provider (by id), or undefined while there is none or it is locked. */
  readonly keyOf: (provider: string) => string | undefined;
  /** Calls the listener whenever a key may have come or gone. Returns how to stop that. */
  readonly onKeyChange: (listener: () => void) => () => void;
  /** Secrets of the machine, for the headers of providers. Default: there are none. */
  readonly secretOf?: (name: string) => string | undefined;
  readonly catalogue: () => Promise<LearningCatalogue>;
  /** Default: the global one. */
  readonly fetch?: typeof fetch;
  /** Whether fetch sends a body as a stream: Node's does, browsers only over HTTP/2. Default: no. */
  readonly streams?: boolean;
  /** Holds back the calls of providers that have limits. Left out: no call is held back. */
  readonly limiter?: CallLimiter;
}

/** Most parameters that one call may learn to leave out, each by a refused request, which costs nothing but time. */
const mostLessons = 6;

/**
 * The models of all providers behind one port. What speaks a protocol is loaded at the first call that needs it; where
 * it cannot be fetched the call rejects with what `import` rejects with, and nothing was sent.
 */
export function createModelClient(options: ModelClientOptions): ModelClient {
  const find = (id: string) => options.providers().find((provider) => provider.id === id);
  const reached = new Set<string>();

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
          if (signal.aborted) reject(cancelled('The call'));
          else resolve();
        }
      }),

    async generate(asked, follower) {
      const request = withEffort(asked);
      const { signal, onLearned } = follower;
      if (signal.aborted) throw cancelled('The call');
      const provider = usable(request.model.provider);
      const key = options.keyOf(provider.id);
      const headers = filledHeaders(provider, options.secretOf);
      const secrets = [key ?? '', ...Object.values(headers)];
      const catalogue = await options.catalogue();
      const learn = (fact: LearnedFact) => {
        // It holds from now on; that it could not be stored costs a refused request another time, not this call.
        void catalogue.learn(fact).catch(() => undefined);
        onLearned?.(fact);
      };
      for (let lessons = 0; ; lessons++) {
        const facts = factsFor(request, catalogue);
        const speak = await loadAdapter(protocolOf(provider, facts, request));
        const files = new FileMarks(follower.openFile);
        const permit = provider.limits && (await options.limiter?.enter(provider, request, follower));
        const wire = openWire({
          ...{ provider, model: request.model.model, secrets, headers, signal, reached },
          files,
          streams: options.streams ?? false,
          onAnswer: permit?.answered,
          // Looked up at the call, not before, and called without an owner, as browsers ask for.
          fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
        });
        try {
          const blocks = new BlockMarks();
          const call = () => speak({ provider, key, request, facts, follower, secrets, files, blocks, wire });
          return await (permit === undefined ? call() : permit.use(call));
        } catch (error) {
          const window = learnWindow(error, request.model, facts);
          if (window !== undefined) learn(window);
          const fact = lessons < mostLessons ? learnFrom(error, request.model, wire.sent(), facts) : undefined;
          if (fact === undefined || signal.aborted) throw error;
          learn(fact);
        }
      }
    },
  };

  /** The provider of a call; throws where it cannot be asked. */
  function usable(id: string): ProviderConfig {
    const provider = find(id);
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
 * A request whose option of the effort is its effort: so each protocol has it where it belongs, and asks for what was
 * thought.
 */
function withEffort(request: ModelRequest): ModelRequest {
  const { reasoning_effort: effort, ...options } = request.options;
  const { success, data } = reasoningEffortSchema.safeParse(effort);
  return success ? { ...request, options, reasoningEffort: data } : request;
}

/** What is known of the model as it is asked here: some refuse a parameter only while they think. */
function factsFor({ model, reasoningEffort }: ModelRequest, catalogue: LearningCatalogue): ModelFacts {
  const facts = catalogue.factsOf(model);
  const thinks = (reasoningEffort ?? facts.defaultEffort) !== 'none';
  return thinks ? { ...facts, refuses: [...facts.refuses, ...(facts.refusesThinking ?? [])] } : facts;
}

/** A model that takes tools by Responses only is asked so, also where its provider is spoken to by chat completions. */
function protocolOf({ protocol }: ProviderConfig, facts: ModelFacts, { tools = [] }: ModelRequest): Protocol {
  return protocol === 'compatible' && facts.toolsNeedResponses && tools.length > 0 ? 'openai' : protocol;
}
