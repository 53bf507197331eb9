import { type Failure, fromFailure } from '@/base/errors';
import type { PlannedPipeline, PlannedVoting } from '@/plan/plan';
import { at, type JournalPath } from '@/run/journal-path';
import type { Attempt } from '../attempt';
import { elapsed } from '../effects/elapsed';
import { Meter } from '../effects/meter';
import { decideRetry, jittered, patienceOf } from '../effects/retry';
import { modelName } from '../effects/run-prices';
import { answeringModel } from '../handler/fallback';
import type { StepResult } from '../log/journal';
import type { StepKind } from '../log/run-history';
import { failedOutcome } from '../outcome';
import { castVotes } from '../voting/cast-votes';
import { normalizeAnswer } from '../voting/normalize-answer';
import { redFlagsOf } from '../voting/red-flags';
import { sampleOptions } from '../voting/sample-options';
import type { PipelineWorker } from './pipeline-worker';
import type { StepValues } from './state-template';

/**
 * Takes a step of a pipeline; resolves to the next state. Errors: those of the worker or of the vote, after the retries
 * of the step.
 */
type TakeStep = (values: StepValues) => Promise<string>;

/** A running pipeline with its worker. */
export interface Pipeline {
  readonly task: PlannedPipeline;
  readonly attempt: Attempt;
  readonly worker: PipelineWorker;
}

/**
 * Makes the function that takes the steps of a pipeline. Each step is one event, however many samples and retries it
 * took. So the log of a long pipeline grows only by its states. A resumed run repeats what was in flight when a process
 * died, which is at most one step.
 */
export function stepTaker(pipeline: Pipeline): TakeStep {
  const { voting } = pipeline.task;
  return voting === undefined ? singly(pipeline) : byVote(pipeline, voting);
}

/** Takes steps with one reply each: the reply is the next state. */
function singly(pipeline: Pipeline): TakeStep {
  const { task, worker } = pipeline;
  return (values) => {
    const question = worker.question(values);
    return record('model.replied', values.i, question, pipeline, async (meter) => {
      await worker.check(question);
      const startedAt = clockOf(pipeline).now();
      const { value: text, ...failed } = await withRetries(values.i, pipeline, async (attempt) => {
        const reply = await worker.ask(question, { attempt, options: task.options, meter, streams: true });
        if (reply.failure !== undefined) throw fromFailure(reply.failure);
        return reply.content;
      });
      const durationMs = elapsed(clockOf(pipeline), startedAt);
      const { model, ...fallenBack } = answererOf(pipeline);
      const { provider } = model;
      return {
        text,
        data: { provider, ...fallenBack, finishReason: 'stop', usage: meter.usage ?? free, durationMs, ...failed },
      };
    });
  };
}

/** Takes steps whose samples vote for the next state. */
function byVote(pipeline: Pipeline, voting: PlannedVoting): TakeStep {
  const { task, worker } = pipeline;
  const isFlagged = redFlagsOf(voting);
  return (values) => {
    const question = worker.question(values);
    return record('vote.decided', values.i, question, pipeline, async (meter) => {
      await worker.check(question);
      const startedAt = clockOf(pipeline).now();
      const { value, ...failed } = await withRetries(values.i, pipeline, (attempt) =>
        castVotes(voting, attempt.signal, (n, signal) =>
          attempt.within(
            'sample',
            n,
            async (sample) => {
              const options = sampleOptions(task.options, voting, n);
              const reply = await worker.ask(question, { attempt: sample, options, meter, streams: false });
              const flagged = isFlagged(reply);
              const answer = flagged ? undefined : normalizeAnswer(reply.content, voting.normalize, task.outputSchema);
              return { sample: reply.content, answer };
            },
            { signal },
          ),
        ),
      );
      const durationMs = elapsed(clockOf(pipeline), startedAt);
      const { winner, ...counts } = value;
      return { text: winner, data: { k: voting.k, ...counts, usage: meter.usage, durationMs, ...failed } };
    });
  };
}

/** The model that answered last, and the model that it replaced. */
function answererOf({ task, attempt }: Pipeline) {
  const model = answeringModel(task, attempt);
  return { model, ...(model === task.model ? {} : { insteadOf: modelName(task.model) }) };
}

const free = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, costUsd: 0, estimated: false };

function clockOf({ attempt }: Pipeline) {
  return attempt.run.deps.clock;
}

/**
 * The path of a step's record in the attempt at a path: the reply itself, or the vote. `log/history-cursors.ts` reads
 * it.
 */
function stepKey({ voting }: PlannedPipeline, attempt: JournalPath, i: number): JournalPath {
  const step = at(attempt, 'step', i);
  return voting === undefined ? at(step, 'turn', 1) : step;
}

/**
 * Takes a step through the journal. `take` counts its usage in the given meter; for a recorded step, the record has the
 * usage.
 */
async function record<K extends StepKind & ('model.replied' | 'vote.decided')>(
  kind: K,
  i: number,
  question: ReturnType<PipelineWorker['question']>,
  { task, attempt, worker }: Pipeline,
  take: (meter: Meter) => Promise<StepResult<K>>,
): Promise<string> {
  const key = stepKey(task, attempt.path, i);
  const named = { model: modelName(task.model), task: question.request.messages.at(-1)?.content ?? '' };
  const meter = new Meter(key, attempt.meter);
  const step = { kind, key, inputHash: worker.hashOf(question), ...named, ahead: true } as const;
  const { text, data } = await attempt.run.journal.step(step, async () => {
    const taken = await take(meter);
    return { ...taken, model: modelName(answeringModel(task, attempt)) };
  });
  if (meter.usage === null) attempt.meter.add(data.usage);
  return text;
}

/** The value of a step. `failures` is set if tries before it failed. */
interface Taken<T> {
  readonly value: T;
  readonly failures?: { readonly count: number; readonly last: Failure };
}

/** Repeats a failed step, up to the pipeline's `max_retries`. Each retry has a path of its own. */
async function withRetries<T>(
  i: number,
  { task, attempt }: Pipeline,
  take: (attempt: Attempt) => Promise<T>,
): Promise<Taken<T>> {
  const { signal, run } = attempt;
  const { clock, random } = run.deps;
  const policy = { ...patienceOf(task), onError: 'retry', maxRetries: task.stepRetries, onMaxRetries: 'fail' } as const;
  let last: Failure | undefined;
  for (let own = 0; ; own++) {
    try {
      const value = await attempt.within('step', i, (step) =>
        own === 0 ? take(step) : step.within('attempt', own + 1, take),
      );
      return { value, ...(last === undefined ? {} : { failures: { count: own, last } }) };
    } catch (error) {
      const { failure } = failedOutcome(error, signal);
      // Transport errors that remain have had their retries already.
      const verdict = decideRetry(failure, policy, { transport: Number.POSITIVE_INFINITY, own });
      if (verdict.next !== 'retry') throw error;
      last = failure;
      await clock.sleep(verdict.jitter ? jittered(verdict.delayMs, random()) : verdict.delayMs, signal);
    }
  }
}
