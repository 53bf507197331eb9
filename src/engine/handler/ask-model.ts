import type { Json, JsonObject } from '@/base/json';
import { formatSchemaInstruction } from '@/plan/assemble-prompt';
import type { Message } from '@/plan/message';
import type { ModelRef, PlannedCall } from '@/plan/plan';
import { appendStep, type JournalPath } from '@/run/journal-path';
import type { Attempt } from '../attempt';
import { createPatientDeps, outlastTransport } from '../effects/outlast-transport';
import type { ModelRequest } from '../ports/model-client';
import { callModel, type Measured } from './call-model';
import { computeModelWindow } from './context-window';
import { type AcceptReply, callWithFallbacks, findAnsweringModel, followAnswer, type ModelChain } from './fallback';
import { repairText } from './repair-text';
import { createCounterFor, getTokenFactor, learnTokenFactor } from './run-tokens';
import { createTokenLimitError } from './unfinished-reply';
import { checkContent, createInvalidOutputError } from './violations';
import { createWindowExceededError } from './window-exceeded';

/** A question to a model outside the conversation of a task. */
export interface ModelQuestion {
  readonly model: Pick<PlannedCall, keyof ModelChain | 'cache' | 'reuse' | 'options' | 'reasoningEffort'>;
  readonly system: string;
  readonly prompt: string;
  /** The reply must satisfy it. `askModel` adds it to the prompt. */
  readonly outputSchema?: JsonObject;
  /** Mistakes in a reply that no schema can find, in words for the model. */
  readonly problemsOf?: (content: string) => readonly string[];
  /** Journal path below which its turns lie. */
  readonly key: JournalPath;
}

/** What a model answered. */
export interface ModelAnswer {
  readonly content: string;
  readonly output: Json;
}

/** The question, and one repair of the answer. */
const maxTurns = 2;

/**
 * Asks a model a question for a task that holds a slot (`attempt.begin`). The turns are recorded. Errors of the
 * connection to the provider are retried as for the task, each turn by itself, and the slot goes to others meanwhile. A
 * reply that breaks the schema, or has problems, is sent back once. If it still has problems then, the caller has to
 * handle them. Errors: those of the call; `RESOURCE_EXHAUSTION` if the question does not fit the model's window or the
 * reply was cut off; `INVALID_OUTPUT` if the reply still breaks the schema.
 */
export async function askModel(attempt: Attempt, question: ModelQuestion): Promise<ModelAnswer> {
  const { system, prompt, outputSchema, problemsOf = () => [], key } = question;
  const { options, reasoningEffort, cache, reuse } = question.model;
  const { plan } = attempt.run;
  const maxOutputTokens = plan.settings.limits?.maxOutputTokens ?? plan.limits.maxOutputTokens;
  const form = outputSchema !== undefined ? [formatSchemaInstruction(outputSchema)] : [];
  let messages: readonly Message[] = [
    ...(system === '' ? [] : [{ role: 'system', content: system } as const]),
    { role: 'user', content: [prompt, ...form].join('\n\n') },
  ];
  for (let turn = 1; ; turn++) {
    const turnKey = appendStep(key, 'turn', turn);
    const call = { options, reasoningEffort, cache, reuse, messages, maxOutputTokens, outputSchema, turn };
    const askMeasured = async (model: ModelRef, accept: AcceptReply) => {
      const measure = await createQuestionMeasure(model, maxOutputTokens, attempt);
      const insteadOf = model === question.model.model ? undefined : question.model.model;
      return callModel({ ...call, model, insteadOf, accept, measure }, attempt, turnKey);
    };
    const reply = await outlastTransport(attempt.patience, createPatientDeps(attempt), attempt.signal, () =>
      callWithFallbacks(question.model, attempt, turnKey, askMeasured),
    );
    const { text, finishReason, usage, by, counted = 0 } = reply;
    followAnswer(question.model, attempt, by);
    learnTokenFactor(attempt.run, findAnsweringModel(question.model, attempt), counted, usage);
    if (finishReason === 'length') throw createTokenLimitError(usage.outputTokens, maxOutputTokens, 'workflow');
    const { content, output, violations } = checkContent({ outputSchema }, text, {});
    const problems = violations.length > 0 ? violations : problemsOf(content);
    if (problems.length === 0) return { content, output };
    if (turn === maxTurns) {
      if (violations.length > 0) throw createInvalidOutputError(violations);
      return { content, output };
    }
    const lastReply: readonly Message[] = text === '' ? [] : [{ role: 'assistant', content: text }];
    messages = [...messages, ...lastReply, { role: 'user', content: repairText(problems) }];
  }
}

/** Measures a question outside a conversation: in the window that the limits of the workflow leave. */
async function createQuestionMeasure(
  model: ModelRef,
  maxOutputTokens: number,
  { run }: Attempt,
): Promise<(request: ModelRequest) => Measured> {
  const limits = { ...run.plan.limits, maxOutputTokens };
  const window = computeModelWindow(run, model, limits);
  const counter = await createCounterFor(run, model);
  const { size = null, usable = null, reserve } = window;
  return (request) => {
    const counted = counter.request(request);
    const sent = Math.ceil(counted * (counter.exact ? 1 : getTokenFactor(run, model)));
    if (usable !== null && sent > usable) throw createWindowExceededError({ model, window, limits, tokens: sent });
    return { window: { size, usable, reserve, sent, exact: counter.exact }, counted };
  };
}
