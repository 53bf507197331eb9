import { fromFailure } from '@/base/errors';
import { hashText } from '@/base/hash';
import type { PlannedTask, PlannedVoting } from '@/plan/plan';
import { appendStep } from '@/run/journal-path';
import type { Attempt } from '../attempt';
import { computeElapsedMs } from '../effects/elapsed';
import { Meter } from '../effects/meter';
import { type OpenTry, openTry } from '../effects/open-try';
import type { Outcome } from '../outcome';
import { castVotes } from './cast-votes';
import { normalizeAnswer } from './normalize-answer';
import { createRedFlagTest, isRedFlag } from './red-flags';
import { buildSampleOptions } from './sample-options';

/**
 * Makes one attempt at a task on which samples vote. Each sample is a separate evaluation, in parallel with its batch.
 * The result is the first sample with the winning answer. The calls of samples are recorded one by one, so a resumed
 * vote pays for none twice. For the same reason each turn of a sample outlasts connection errors itself, instead of
 * another attempt at the sample or the whole vote. Each has its own copy of the files; those of the winner stay.
 */
export async function voteOnTask(
  task: PlannedTask,
  voting: PlannedVoting,
  attempt: Attempt,
  evaluate: (task: PlannedTask, attempt: Attempt) => Promise<Outcome>,
): Promise<Outcome> {
  const { run, path, signal } = attempt;
  const { clock } = run.deps;
  const isFlagged = createRedFlagTest(voting);
  const taken = new Meter(path, attempt.meter);
  const startedAt = clock.now();

  const opened: OpenTry[] = [];
  const flaggedSamples: number[] = [];
  try {
    const { winner, ...figures } = await castVotes(voting, signal, async (n, stop) => {
      const own = openTry(run, appendStep(path, 'sample', n));
      opened.push(own);
      const meter = new Meter(path, taken);
      const sampled = 'options' in task ? { ...task, options: buildSampleOptions(task.options, voting, n) } : task;
      const within = { run: own.run, signal: stop, meter };
      const outcome = await attempt.within('sample', n, (inner) => evaluate(sampled, inner), within);
      const { content, failure } = outcome;
      if (failure !== undefined && !isRedFlag(failure)) throw fromFailure(failure);
      const flagged = isFlagged({ content, failure, outputTokens: meter.usage?.outputTokens });
      if (flagged) flaggedSamples.push(n);
      const answer = flagged ? undefined : normalizeAnswer(content, voting.normalize, task.outputSchema);
      return { sample: { n, outcome, opened: own }, answer };
    });

    const { outcome } = winner;
    const step = { kind: 'vote.decided', key: path, inputHash: hashText(outcome.content) } as const;
    await run.journal.step(step, async () => ({
      text: outcome.content,
      data: {
        k: voting.k,
        ...figures,
        ...(flaggedSamples.length > 0 && { flagged: flaggedSamples.toSorted((a, b) => a - b) }),
        usage: taken.usage,
        durationMs: computeElapsedMs(clock, startedAt),
      },
    }));
    await winner.opened.choose(attempt, winner.n);
    return outcome;
  } finally {
    await Promise.all(opened.map((each) => each.close()));
  }
}
