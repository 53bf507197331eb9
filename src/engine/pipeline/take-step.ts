import { fromFailure } from '@/base/errors';
import { formatModelName } from '@/plan/format-model-name';
import type { PlannedPipeline, PlannedVoting } from '@/plan/plan';
import { isSimulated } from '@/plan/simulated-only';
import type { Usage } from '@/run/event-data';
import { appendStep, type JournalPath } from '@/run/journal-path';
import { computeElapsedMs } from '../effects/elapsed';
import { findAnsweringModel } from '../handler/fallback';
import { sumStepUsage } from '../log/history-cursors';
import type { StepResult } from '../log/journal';
import type { StepKind } from '../log/run-history';
import { castVotes } from '../voting/cast-votes';
import { normalizeAnswer } from '../voting/normalize-answer';
import { createRedFlagTest } from '../voting/red-flags';
import { buildSampleOptions } from '../voting/sample-options';
import type { Pipeline } from './pipeline';
import type { StepQuestion } from './pipeline-worker';
import type { StepValues } from './state-template';
import { createStepTrier } from './try-step';

/**
 * Takes a step of a pipeline; resolves to the next state. Errors: those of the worker or of the vote, after the retries
 * of the step.
 */
type TakeStep = (values: StepValues) => Promise<string>;

/**
 * Makes the function that takes the steps of a pipeline. Each step is one event, however many samples it took, and
 * one for each failed try. So the log of a long pipeline grows only by its states. A resumed run repeats what was in
 * flight when a process died, which is at most one try.
 */
export function stepTaker(pipeline: Pipeline): TakeStep {
  const { voting } = pipeline.task;
  return voting === undefined ? createSingleStepTaker(pipeline) : createVotedStepTaker(pipeline, voting);
}

/** Takes steps with one reply each: the reply is the next state. */
function createSingleStepTaker(pipeline: Pipeline): TakeStep {
  const { task, worker } = pipeline;
  const tryStep = createStepTrier(pipeline);
  return (values) => {
    const question = worker.question(values);
    return recordStep('model.replied', values.i, question, pipeline, async () => {
      await worker.check(question);
      const startedAt = getClock(pipeline).now();
      const {
        value: text,
        usage,
        ...failed
      } = await tryStep(question, async ({ attempt, meter, replies }) => {
        const reply = await worker.ask(question, { attempt, options: task.options, meter, streams: true });
        replies.push({ order: 1, text: reply.content });
        if (reply.failure !== undefined) throw fromFailure(reply.failure);
        return reply.content;
      });
      const durationMs = computeElapsedMs(getClock(pipeline), startedAt);
      const { model, ...fallenBack } = findAnswerer(pipeline);
      const { provider } = model;
      // What a reply took is known once it is there.
      const known = usage as Usage;
      return { text, data: { provider, ...fallenBack, finishReason: 'stop', usage: known, durationMs, ...failed } };
    });
  };
}

/** Takes steps whose samples vote for the next state. */
function createVotedStepTaker(pipeline: Pipeline, voting: PlannedVoting): TakeStep {
  const { task, worker } = pipeline;
  const isFlagged = createRedFlagTest(voting);
  const tryStep = createStepTrier(pipeline);
  return (values) => {
    const question = worker.question(values);
    return recordStep('vote.decided', values.i, question, pipeline, async () => {
      await worker.check(question);
      const startedAt = getClock(pipeline).now();
      const { value, usage, ...failed } = await tryStep(question, ({ attempt, meter, replies }) =>
        castVotes(voting, attempt.signal, (n, signal) =>
          attempt.within(
            'sample',
            n,
            async (sample) => {
              const options = buildSampleOptions(task.options, voting, n);
              const reply = await worker.ask(question, { attempt: sample, options, meter, streams: false });
              const flagged = isFlagged(reply);
              const label = `Sample ${n}${flagged ? ' (red flag)' : ''}`;
              replies.push({ order: n, text: `${label}:\n${reply.content}` });
              const answer = flagged ? undefined : normalizeAnswer(reply.content, voting.normalize, task.outputSchema);
              return { sample: reply.content, answer };
            },
            { signal },
          ),
        ),
      );
      const durationMs = computeElapsedMs(getClock(pipeline), startedAt);
      const { winner, ...counts } = value;
      return { text: winner, data: { k: voting.k, ...counts, usage, durationMs, ...failed } };
    });
  };
}

/** The model that answered last, and the model that it replaced. */
function findAnswerer({ task, attempt }: Pipeline) {
  const model = findAnsweringModel(task, attempt);
  return { model, ...(model === task.model ? {} : { insteadOf: formatModelName(task.model) }) };
}

function getClock({ attempt }: Pipeline) {
  return attempt.run.deps.clock;
}

/**
 * The path of a step's record in the attempt at a path: the reply itself, or the vote. `log/history-cursors.ts` reads
 * it.
 */
function stepKey({ voting }: PlannedPipeline, attempt: JournalPath, i: number): JournalPath {
  const step = appendStep(attempt, 'step', i);
  return voting === undefined ? appendStep(step, 'turn', 1) : step;
}

/** Takes a step through the journal. `take` counts its usage itself; for a recorded step, the record has the usage. */
async function recordStep<K extends StepKind & ('model.replied' | 'vote.decided')>(
  kind: K,
  i: number,
  question: StepQuestion,
  { task, attempt, worker }: Pipeline,
  take: () => Promise<StepResult<K>>,
): Promise<string> {
  const key = stepKey(task, attempt.path, i);
  const named = { model: formatModelName(task.model), task: question.request.messages.at(-1)?.content ?? '' };
  let isTaken = false;
  const { model, reuse } = task;
  const call = isSimulated(model) ? undefined : { provider: model.provider, reuse };
  const step = { kind, key, inputHash: worker.hashOf(question), ...named, ahead: true, call } as const;
  const { text, data } = await attempt.run.journal.step(step, async () => {
    isTaken = true;
    return { ...(await take()), model: formatModelName(findAnsweringModel(task, attempt)) };
  });
  if (!isTaken) attempt.meter.add(sumStepUsage(data));
  return text;
}
