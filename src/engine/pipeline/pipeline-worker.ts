import { defined } from '@/base/defined';
import { type Failure, toFailure } from '@/base/errors';
import { hashValue } from '@/base/hash';
import type { JsonObject } from '@/base/json';
import { assemblePrompt } from '@/plan/assemble-prompt';
import type { Message } from '@/plan/message';
import { computeLeastOutput, computeOutputCap } from '@/plan/output-cap';
import { convertStepToAtomic } from '@/plan/pipeline-step';
import type { ModelRef, PlannedPipeline } from '@/plan/plan';
import type { Usage } from '@/run/event-data';
import type { Attempt } from '../attempt';
import type { Meter } from '../effects/meter';
import { outlastTransport } from '../effects/outlast-transport';
import { buildPatience } from '../effects/retry';
import { checkFits } from '../handler/check-fits';
import { callWithFallbacks, findAnsweringModel } from '../handler/fallback';
import { makeCall } from '../handler/make-call';
import { parseOutput } from '../handler/parse-output';
import { buildPromptCaching } from '../handler/prompt-caching';
import { createStreamHooks } from '../handler/stream-text';
import { createContentFilteredError, createTokenLimitError, describeEmptyReply } from '../handler/unfinished-reply';
import { checkContent, createInvalidOutputError } from '../handler/violations';
import { createMissingInputError } from '../outcome';
import type { ModelReply, ModelRequest } from '../ports/model-client';
import { prepareStateTemplate, type StepValues } from './state-template';

/** The question of a step: everything that its reply depends on. */
export interface StepQuestion {
  readonly values: StepValues;
  readonly request: Omit<ModelRequest, 'idempotencyKey'>;
}

/** The reply of the worker, and what is wrong with it. */
export interface StepReply {
  readonly content: string;
  readonly outputTokens: number;
  readonly failure: Failure | undefined;
}

/** The worker of a pipeline. Each step is a new question without memory of the earlier ones. */
export interface PipelineWorker {
  question(values: StepValues): StepQuestion;
  /** Throws `RESOURCE_EXHAUSTION` if the request does not fit the window of the model. */
  check(question: StepQuestion): Promise<void>;
  /** Hash of everything that the reply depends on. */
  hashOf(question: StepQuestion): string;
  /**
   * Asks in a slot of its own. Retries while only the connection to the provider fails. Errors: those of the call. An
   * invalid reply is not an error.
   */
  ask(question: StepQuestion, options: AskOptions): Promise<StepReply>;
}

interface AskOptions {
  /** The attempt within which it asks, and whose signal stops it. */
  readonly attempt: Attempt;
  readonly options: PlannedPipeline['options'];
  readonly meter: Meter;
  /** Whether the reply is streamed to followers. */
  readonly streams: boolean;
}

/**
 * Makes the worker of a pipeline. The system prompt is the same in all steps, and is built once here. `names`: the
 * names for `validate`.
 */
export function createPipelineWorker(task: PlannedPipeline, pipeline: Attempt, names: JsonObject): PipelineWorker {
  const { run, environment } = pipeline;
  const { executionId } = run;
  const { system, expected } = buildConstantPromptText(task, pipeline);
  const fill = prepareStateTemplate(task.stateTemplate, environment);
  const capOutput = (model: ModelRef) => computeOutputCap(task.limits.maxOutputTokens, run.catalogue.factsOf(model));
  const always = {
    model: task.model,
    options: task.options,
    ...defined({ reasoningEffort: task.reasoningEffort }),
    maxOutputTokens: capOutput(task.model),
    ...defined({ outputSchema: task.outputSchema }),
  };

  const checkReply = (reply: ModelReply, usage: Usage, { state, step }: StepValues): CheckedStep => {
    const { content } = reply;
    const buildFailedStep = (failure: Failure): CheckedStep => ({ content, failure });
    if (reply.finishReason === 'length')
      return buildFailedStep(toFailure(createTokenLimitError(usage.outputTokens, task.limits.maxOutputTokens, 'task')));
    if (reply.finishReason === 'content_filter')
      return buildFailedStep(toFailure(createContentFilteredError(findAnsweringModel(task, pipeline).provider)));
    if (content.trim() === '') return buildFailedStep(toFailure(createInvalidOutputError(describeEmptyReply(usage))));
    if (task.outputSchema === undefined && task.validate === undefined) return { content, failure: undefined };
    const seen = { ...names, state: parseOutput(state, task.outputSchema), step };
    const { content: accepted, violations } = checkContent(task, content, seen);
    return violations.length === 0
      ? { content: accepted, failure: undefined }
      : buildFailedStep(toFailure(createInvalidOutputError(violations)));
  };

  return {
    question(values) {
      const content = [fill(values), expected].filter((text) => text !== '').join('\n\n');
      return { values, request: { ...always, messages: [...system, { role: 'user', content }] } };
    },
    check: ({ request }) => checkFits(request, task.limits, run),
    hashOf: ({ request }) => {
      const maxOutputTokens = task.limits.maxOutputTokens;
      return hashValue({ ...request, maxOutputTokens, voting: task.voting });
    },
    ask: ({ values, request }, { attempt, options, meter, streams }) =>
      outlastTransport(buildPatience(task), run.deps, attempt.signal, () =>
        attempt.within(
          'turn',
          1,
          async (call) => {
            await call.begin();
            const { path } = call;
            const asked = {
              ...request,
              options,
              ...buildPromptCaching(task, false, path, run),
              idempotencyKey: `${executionId}/${path}`,
            };
            const least = computeLeastOutput(task.limits.maxOutputTokens);
            const { reply, usage } = await callWithFallbacks(task, call, path, async (model, accept) => {
              const other = { ...asked, model, maxOutputTokens: capOutput(model) };
              if (model !== task.model) await checkFits(other, task.limits, run);
              const { onText, onRestart } = createStreamHooks(run, path);
              const shown = streams ? { onText, onRestart } : {};
              const made = await makeCall(other, call, { ...shown, leastOutput: least });
              accept(made.reply, made.usage);
              return made;
            });
            const { outputTokens } = usage;
            return { outputTokens, ...checkReply(reply, usage, values) };
          },
          { signal: attempt.signal, meter },
        ),
      ),
  };
}

/** The content of a step, as later steps get it, and why it cannot be used. */
interface CheckedStep {
  readonly content: string;
  readonly failure: Failure | undefined;
}

/** The text before and after the prompt of every step: the system parts, and the expected output. */
function buildConstantPromptText(task: PlannedPipeline, { environment }: Attempt) {
  const prompt = assemblePrompt(convertStepToAtomic(task, ''), environment, { context: [], givenNames: [] });
  if (!prompt.ok) throw createMissingInputError(prompt.error);
  const system: Message[] = prompt.value.messages.filter(({ role }) => role === 'system');
  const expected = prompt.value.messages.find(({ role }) => role === 'user')?.content ?? '';
  return { system, expected };
}
