import { defined } from '@/base/defined';
import { type AppError, type Failure, toFailure } from '@/base/errors';
import type { LearnedFact, ModelClient, ModelReply, ModelRequest } from '@/engine/ports/model-client';
import type { ModelCatalogue } from '@/plan/model-facts';
import type { ModelRef } from '@/plan/plan';
import type { ServedModels } from '@/providers/list-models';
import { findToolEffort, type ToolTalk, testTool, toolReplyTokens } from '../tools/test-tool';

/** One step of a connection test. */
export interface TestStep {
  /** Left out: the step succeeded. */
  readonly failure?: Failure;
  readonly ms: number;
}

/** The result of a connection test. */
export interface ConnectionTest {
  /** When the test was made, as an ISO date with time. */
  readonly at: string;
  /** Requests the list of models. `isListed`: the model is in it. */
  readonly list: TestStep & { readonly isListed: boolean };
  /** Calls the model; `streamed`: its answer arrived as a stream. */
  readonly call: TestStep & { readonly streamed: boolean };
  /** A short conversation with one tool; left out if the model did not answer before. */
  readonly tool?: TestStep & ToolTalk;
  /** What the server refused, after which the call was repeated without it. */
  readonly learned: readonly LearnedFact[];
  readonly requests: number;
  /** Tokens of all replies. Undefined: there was no reply, or the provider does not report them. */
  readonly tokens: { readonly input: number; readonly output: number } | undefined;
  /** In USD; null: the price is unknown. */
  readonly costUsd: number | null;
}

/** The model to test, and what the test needs. */
export interface TestedConnection {
  readonly model: ModelRef;
  readonly models: ModelClient;
  /** Requests the provider's list of models. */
  readonly served: () => Promise<ServedModels>;
  readonly catalogue: Pick<ModelCatalogue, 'factsOf' | 'costOf'>;
  /** ms since 1970. */
  readonly now: () => number;
  /** Ends the test if it takes too long. */
  readonly signal: AbortSignal;
  /** The error if the test takes too long. */
  readonly late: AppError;
}

/** The most tokens of the first answer. OpenAI requires at least 16, and thinking counts. */
const answerTokens = 64;

/**
 * The most that a test takes, except requests repeated after a refusal. Input: the prompts, what makers add for a tool,
 * and one reply sent back.
 */
export const mostOfTest = {
  requests: 4,
  inputTokens: 1500 + toolReplyTokens,
  outputTokens: answerTokens + 2 * toolReplyTokens,
} as const;

/**
 * Requests a provider's list, then asks the model for a word, then asks it to use a tool. A failed list does not stop
 * the test: some servers have none. Never rejects.
 */
export async function testConnection(tested: TestedConnection): Promise<ConnectionTest> {
  const { model, now, catalogue, late, signal } = tested;
  const at = new Date(now()).toISOString();
  const timeStep = <T>(make: () => Promise<T>) => timeWork(now, make, (error) => (signal.aborted ? late : error));
  const list = await timeStep(tested.served);
  const line = openLine(tested);
  const facts = catalogue.factsOf(model);
  // The model should think as little as it can.
  const [least] = facts.efforts ?? [];
  const call = await timeStep(() =>
    line.ask({
      messages: [{ role: 'user', content: 'Reply with ok.' }],
      maxOutputTokens: answerTokens,
      ...defined({ reasoningEffort: least }),
    }),
  );
  const streamed = line.isStreamed();
  let talk: ToolTalk = { isCalled: false, hasThought: false, isCutOff: false };
  const effort = findToolEffort(facts);
  const tool =
    call.failure === undefined
      ? await timeStep(() =>
          testTool(
            (request) => line.ask({ ...request, ...effort }),
            (reached) => {
              talk = reached;
            },
          ),
        )
      : undefined;
  return {
    at,
    list: { ...buildStep(list), isListed: list.value?.models.some(({ name }) => name === model.model) ?? false },
    call: { ...buildStep(call), streamed },
    ...defined({ tool: tool && { ...buildStep(tool), ...talk } }),
    learned: line.learned,
    requests: 1 + line.asked() + line.learned.length,
    ...computeSpent(line.replies, (reply) => catalogue.costOf(model, reply)),
  };
}

type Question = Pick<ModelRequest, 'messages' | 'tools' | 'maxOutputTokens' | 'reasoningEffort'>;

/** Calls the model, and collects replies and learned facts. */
function openLine({ model, models, signal, now }: TestedConnection) {
  const learned: LearnedFact[] = [];
  const replies: ModelReply[] = [];
  let callCount = 0;
  let streamed = false;
  const onText = () => {
    streamed = true;
  };
  const askModel = async (question: Question): Promise<ModelReply> => {
    callCount += 1;
    const request = { ...question, model, options: {}, idempotencyKey: `test/${now()}/${callCount}` };
    const follower = { signal, onText, onReasoning: onText, onLearned: (fact: LearnedFact) => learned.push(fact) };
    const reply = await models.generate(request, follower);
    replies.push(reply);
    return reply;
  };
  return { ask: askModel, learned, replies, asked: () => callCount, isStreamed: () => streamed };
}

type Spent = Pick<ConnectionTest, 'tokens' | 'costUsd'>;

function computeSpent(
  replies: readonly ModelReply[],
  costOf: (reply: ModelReply & { readonly inputTokens: number; readonly outputTokens: number }) => number | undefined,
): Spent {
  let sum: { input: number; output: number } | undefined;
  let costUsd: number | undefined = 0;
  for (const reply of replies) {
    const { inputTokens, outputTokens } = reply;
    if (inputTokens === null || outputTokens === null) return { tokens: undefined, costUsd: null };
    sum = { input: (sum?.input ?? 0) + inputTokens, output: (sum?.output ?? 0) + outputTokens };
    const cost = costOf({ ...reply, inputTokens, outputTokens });
    costUsd = cost === undefined || costUsd === undefined ? undefined : costUsd + cost;
  }
  return { tokens: sum, costUsd: sum === undefined ? null : (costUsd ?? null) };
}

interface Timed<T> {
  readonly value?: T;
  readonly failure?: Failure;
  readonly ms: number;
}

async function timeWork<T>(
  now: () => number,
  make: () => Promise<T>,
  explain: (error: unknown) => unknown,
): Promise<Timed<T>> {
  const start = now();
  try {
    const value = await make();
    return { value, ms: now() - start };
  } catch (error) {
    return { failure: toFailure(explain(error)), ms: now() - start };
  }
}

function buildStep({ failure, ms }: Timed<unknown>): TestStep {
  return { ms, ...defined({ failure }) };
}
