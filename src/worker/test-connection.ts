import { type Failure, toFailure } from '@/base/errors';
import type { LearnedFact, ModelCatalogue, ModelClient, ModelReply } from '@/engine/ports';
import type { ModelRef } from '@/plan/plan';
import type { ServedModels } from '@/providers/list-models';

/** One request of a connection test. */
export interface TestStep {
  /** Left out: it went well. */
  readonly failure?: Failure;
  readonly ms: number;
}

/** What a connection test found out. */
export interface ConnectionTest {
  /** When it was made, as an ISO date with time. */
  readonly at: string;
  /** Asking for the list of models. `isListed`: the model is in it. */
  readonly list: TestStep & { readonly isListed: boolean };
  /** Asking the model; `streamed`: its answer came in pieces or at once, but by the stream. */
  readonly call: TestStep & { readonly streamed: boolean };
  /** What the server refused, so that the call was repeated without it. */
  readonly learned: readonly LearnedFact[];
  readonly requests: number;
  /** Undefined: the provider does not report them. */
  readonly tokens: { readonly input: number; readonly output: number } | undefined;
  /** In USD; null: the price is not known. */
  readonly costUsd: number | null;
}

/** What a test asks, and what it is told. */
export interface TestedConnection {
  readonly model: ModelRef;
  readonly models: ModelClient;
  /** Asks the provider for its list. */
  readonly served: () => Promise<ServedModels>;
  readonly catalogue: Pick<ModelCatalogue, 'factsOf' | 'costOf'>;
  /** ms since 1970. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Most tokens of the answer: with the question under a hundred. OpenAI takes no fewer than 16, and thinking counts. */
const mostTokens = 64;

/** Asks a provider for its list, then the model for a word. Both are always asked: some servers have no list. Never rejects. */
export async function testConnection(tested: TestedConnection): Promise<ConnectionTest> {
  const { model, now, catalogue } = tested;
  const at = new Date(now()).toISOString();
  const list = await timed(tested.served, now);
  const learned: LearnedFact[] = [];
  let streamed = false;
  const call = await timed(
    () =>
      ask(
        tested,
        (fact) => learned.push(fact),
        () => {
          streamed = true;
        },
      ),
    now,
  );
  const reply: ModelReply | undefined = call.value;
  const tokens =
    reply === undefined || reply.inputTokens === null || reply.outputTokens === null
      ? undefined
      : { input: reply.inputTokens, output: reply.outputTokens };
  const cost =
    tokens && catalogue.costOf(model, { inputTokens: tokens.input, outputTokens: tokens.output, ...cached(reply) });
  return {
    at,
    list: { ...step(list), isListed: list.value?.models.some(({ name }) => name === model.model) ?? false },
    call: { ...step(call), streamed },
    learned,
    requests: 2 + learned.length,
    tokens,
    costUsd: cost ?? null,
  };
}

/** The model is to think as little as it can. */
function ask(
  { model, models, catalogue, signal, now }: TestedConnection,
  onLearned: (fact: LearnedFact) => void,
  onText: () => void,
): Promise<ModelReply> {
  const [least] = catalogue.factsOf(model).efforts ?? [];
  const request = {
    model,
    messages: [{ role: 'user', content: 'Reply with ok.' } as const],
    options: {},
    maxOutputTokens: mostTokens,
    idempotencyKey: `test/${now()}`,
    ...(least === undefined ? {} : { reasoningEffort: least }),
  };
  return models.generate(request, { signal, onText, onReasoning: onText, onLearned });
}

interface Timed<T> {
  readonly value?: T;
  readonly failure?: Failure;
  readonly ms: number;
}

async function timed<T>(make: () => Promise<T>, now: () => number): Promise<Timed<T>> {
  const start = now();
  try {
    const value = await make();
    return { value, ms: now() - start };
  } catch (error) {
    return { failure: toFailure(error), ms: now() - start };
  }
}

function step({ failure, ms }: Timed<unknown>): TestStep {
  return { ms, ...(failure === undefined ? {} : { failure }) };
}

function cached(reply: ModelReply | undefined): { readonly cachedTokens: number } {
  return { cachedTokens: reply?.cachedTokens ?? 0 };
}
