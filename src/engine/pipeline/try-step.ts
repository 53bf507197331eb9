import { type Failure, fromFailure } from '@/base/errors';
import { encodeJson } from '@/base/json-text';
import { cutToStart } from '@/base/start-of';
import { formatModelName } from '@/plan/format-model-name';
import { eventTextLimits, type StepFailures, type Usage } from '@/run/event-data';
import type { EventOf } from '@/run/events';
import { appendStep } from '@/run/journal-path';
import { buildResultFields } from '@/run/result-payload';
import type { Attempt } from '../attempt';
import { Meter } from '../effects/meter';
import { addJitter, buildPatience, decideRetry } from '../effects/retry';
import { findAnsweringModel } from '../handler/fallback';
import { computeFailureExitCode } from '../iterations/iteration-exit-code';
import { appendIteration, type IterationTimer, startIterationTimer } from '../iterations/log-iteration';
import { addFailedTry, sumUsages } from '../log/history-cursors';
import { findOrigin } from '../log/recording';
import type { FailedTries } from '../log/run-history';
import { buildFailedOutcome } from '../outcome';
import type { Pipeline } from './pipeline';
import type { StepQuestion } from './pipeline-worker';

/** One try of a step: where it runs, what it used, and what the model said in it. */
export interface StepTry {
  readonly attempt: Attempt;
  readonly meter: Meter;
  readonly replies: TriedReply[];
}

interface TriedReply {
  /** Its place among the replies. */
  readonly order: number;
  /** What the model said, below the name of its sample if there is a vote. */
  readonly text: string;
}

/** The value of a step and what the try that succeeded used. `failures` is set if tries before it failed. */
interface Taken<T> {
  readonly value: T;
  readonly usage: Usage | null;
  readonly failures?: StepFailures;
}

/** How many failed tries of a pipeline, the newest, keep their long texts. Of others the event has the start. */
const keptWhole = 100;

/**
 * Makes the function that tries a step until a try succeeds, up to the pipeline's `max_retries`. Each retry has a path
 * of its own, and each failed try is logged as an iteration. A resumed run continues after the tries in the log.
 */
export function createStepTrier(pipeline: Pipeline) {
  const { task, attempt } = pipeline;
  const { signal, run } = attempt;
  const { clock, random } = run.deps;
  const policy = {
    ...buildPatience(task),
    onError: 'retry',
    maxRetries: task.stepRetries,
    onMaxRetries: 'fail',
  } as const;
  const log = tryLogger(pipeline);

  /**
   * The tries of a step that earlier processes made, and those after them that an earlier run made of the same
   * question,
   * which become tries of this run.
   */
  const earlierTries = async (question: StepQuestion): Promise<FailedTries | undefined> => {
    const { i } = question.values;
    const given = run.history.failedTries.get(attempt.path);
    const own = given?.i === i ? given : undefined;
    const replayed = own ?? (await run.recording?.failedTries?.(attempt.path, i));
    return log.takeOver(question, replayed, (await run.recording?.triesOf?.(attempt.path, i)) ?? []);
  };

  /** Waits before the next try, or throws if there is none. */
  const waitForRetry = async (failure: Failure, own: number, error: unknown) => {
    // Transport errors that remain have had their retries already.
    const verdict = decideRetry(failure, policy, { transport: Number.POSITIVE_INFINITY, own });
    if (verdict.next !== 'retry') throw error;
    await clock.sleep(verdict.jitter ? addJitter(verdict.delayMs, random()) : verdict.delayMs, signal);
  };

  return async <T>(question: StepQuestion, take: (tried: StepTry) => Promise<T>): Promise<Taken<T>> => {
    const { i } = question.values;
    let failed = await earlierTries(question);
    if (failed !== undefined) {
      attempt.meter.add(failed.usage);
      await waitForRetry(failed.last, failed.count - 1, fromFailure(failed.last));
    }
    for (;;) {
      const count = failed?.count ?? 0;
      const path = appendStep(appendStep(attempt.path, 'step', i), 'attempt', count + 1);
      const meter = new Meter(path, attempt.meter);
      const timer = startIterationTimer(run, path);
      const replies: TriedReply[] = [];
      const takeSample = (inner: Attempt) => take({ attempt: inner, meter, replies });
      try {
        const value = await attempt.within('step', i, (step) =>
          count === 0 ? takeSample(step) : step.within('attempt', count + 1, takeSample),
        );
        if (failed === undefined) return { value, usage: meter.usage };
        const { last, usage } = failed;
        return { value, usage: meter.usage, failures: { count, last, usage } };
      } catch (error) {
        const { failure } = buildFailedOutcome(error, signal);
        await log.write(question, { path, n: count + 1, failure, replies, usage: meter.usage, timer });
        failed = { i, count: count + 1, last: failure, usage: sumUsages(failed?.usage ?? null, meter.usage) };
        await waitForRetry(failure, count, error);
      }
    }
  };
}

interface FailedTry extends Pick<StepTry, 'replies'> {
  readonly path: string;
  readonly n: number;
  readonly failure: Failure;
  readonly usage: Usage | null;
  readonly timer: IterationTimer;
}

/** Logs failed tries. Only the newest keep their long texts. */
function tryLogger({ task, attempt, worker }: Pipeline) {
  const { run } = attempt;
  const { journal, recording } = run;
  const kept: (readonly string[])[] = [];

  async function keep(refs: readonly string[]): Promise<void> {
    kept.push(refs);
    if (kept.length <= keptWhole) return;
    for (const oldest of kept.shift() ?? []) await journal.release(oldest);
  }

  return {
    async write(question: StepQuestion, tried: FailedTry): Promise<void> {
      const { values, request } = question;
      const { path, n, failure, replies, usage, timer } = tried;
      const durationMs = timer();
      const content = joinReplyTexts(replies);
      const messages = encodeJson(request.messages);
      const ref = await journal.store(messages);
      const command = cutToStart(request.messages.at(-1)?.content ?? '', eventTextLimits.task);
      const result = await journal.payload(content);
      appendIteration(run, {
        kind: 'iteration.logged',
        path,
        hash: worker.hashOf(question),
        model: formatModelName(findAnsweringModel(task, attempt)),
        ...buildResultFields(result),
        error: failure,
        data: {
          n,
          of: 'step',
          exitCode: computeFailureExitCode(failure),
          command,
          prompt: { text: command, length: messages.length, ref },
          notes: { step: values.i, total: values.total },
          calls: replies.length,
          usage,
          durationMs,
        },
      });
      await keep(result.ref === undefined ? [ref] : [ref, result.ref]);
    },

    /**
     * Logs tries of an earlier run that follow those known so far, as taken over: that run has paid for them. Resolves
     * to all. It stops at one that asked something else, or of which a text is missing.
     */
    async takeOver(
      question: StepQuestion,
      known: FailedTries | undefined,
      recorded: readonly EventOf<'iteration.logged'>[],
    ): Promise<FailedTries | undefined> {
      let failed = known;
      const hash = recorded.length === 0 ? '' : worker.hashOf(question);
      for (const event of recorded) {
        const count = failed?.count ?? 0;
        if (event.data.n <= count) continue;
        if (event.data.n !== count + 1 || event.hash !== hash) break;
        const refs = [event.data.prompt?.ref, event.ref].filter((ref) => ref !== undefined);
        const texts = await Promise.all(refs.map((ref) => recording?.read(ref)));
        if (texts.includes(undefined)) break;
        for (const text of texts) await journal.store(text ?? '');
        const { v: _version, seq: _seq, t: _time, id: _id, ...draft } = event;
        const { ordinal: _ordinal, ...data } = draft.data;
        appendIteration(run, { ...draft, taken: findOrigin(event, recording), data });
        await keep(refs);
        failed = addFailedTry(failed, event, question.values.i);
      }
      return failed;
    },
  };
}

/** What the model said in a try: its reply, or those of all samples. */
function joinReplyTexts(replies: readonly TriedReply[]): string {
  return replies
    .toSorted((one, other) => one.order - other.order)
    .map(({ text }) => text)
    .join('\n\n');
}
