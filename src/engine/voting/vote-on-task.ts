import { fromFailure } from '@/base/errors';
import { hashText } from '@/base/hash';
import type { PlannedTask, PlannedVoting } from '@/plan/plan';
import type { Attempt } from '../attempt';
import { elapsed } from '../effects/elapsed';
import { Meter } from '../effects/meter';
import { outlastTransport } from '../effects/outlast-transport';
import { patienceOf } from '../effects/retry';
import type { Outcome } from '../outcome';
import { castVotes } from './cast-votes';
import { normalizeAnswer } from './normalize-answer';
import { isRedFlag, redFlagsOf } from './red-flags';
import { sampleOptions } from './sample-options';

/**
 * Makes one attempt at a task on which samples vote. Each sample is a separate evaluation, in parallel with its batch.
 * The result is the first sample with the winning answer. The calls of samples are recorded one by one, so a resumed
 * vote pays for none twice. For the same reason each sample retries connection errors itself, instead of another
 * attempt at the whole vote.
 */
export async function voteOnTask(
  task: PlannedTask,
  voting: PlannedVoting,
  attempt: Attempt,
  evaluate: (task: PlannedTask, attempt: Attempt) => Promise<Outcome>,
): Promise<Outcome> {
  const { run, path, signal } = attempt;
  const { clock } = run.deps;
  const isFlagged = redFlagsOf(voting);
  const taken = new Meter(path, attempt.meter);
  const startedAt = clock.now();

  const { winner, ...figures } = await castVotes(voting, signal, (n, stop) =>
    outlastTransport(patienceOf(task), run.deps, stop, async () => {
      const meter = new Meter(path, taken);
      const sampled = 'options' in task ? { ...task, options: sampleOptions(task.options, voting, n) } : task;
      const sample = await attempt.within('sample', n, (inner) => evaluate(sampled, inner), { signal: stop, meter });
      const { content, failure } = sample;
      if (failure !== undefined && !isRedFlag(failure)) throw fromFailure(failure);
      const flagged = isFlagged({ content, failure, outputTokens: meter.usage?.outputTokens });
      return { sample, answer: flagged ? undefined : normalizeAnswer(content, voting.normalize, task.outputSchema) };
    }),
  );

  const step = { kind: 'vote.decided', key: path, inputHash: hashText(winner.content) } as const;
  await run.journal.step(step, async () => ({
    text: winner.content,
    data: { k: voting.k, ...figures, usage: taken.usage, durationMs: elapsed(clock, startedAt) },
  }));
  return winner;
}
