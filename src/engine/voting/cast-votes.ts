import { AppError } from '@/base/errors';
import type { PlannedVoting } from '@/plan/plan';
import { runTogether } from '../effects/together';
import { type Ballot, FirstToAhead } from './first-to-ahead';

/** The result of a vote. */
export interface Decision<S> {
  readonly winner: S;
  /** Votes for each answer, the winner's first. */
  readonly votes: number[];
  /** Number of samples, counted and flagged ones. */
  readonly samples: number;
  readonly flags: number;
}

/**
 * Takes samples in batches, each batch in parallel, until a vote is decided. `take` gets the number of its sample, from
 * 1. Errors: those of `take`, where one error stops the rest; `TASK_FAILURE` with reason `no_consensus` or
 * `too_many_red_flags` and the counts.
 */
export async function castVotes<S>(
  voting: Pick<PlannedVoting, 'k' | 'maxRetries'>,
  signal: AbortSignal,
  take: (n: number, signal: AbortSignal) => Promise<Ballot<S>>,
): Promise<Decision<S>> {
  const tally = new FirstToAhead<S>(voting);
  for (let standing = tally.standing; ; ) {
    if (standing.state === 'given up') throw createGivenUpError(standing.reason, tally);
    const { samples, flags } = tally;
    if (standing.state === 'decided') return { winner: standing.winner, votes: tally.votes, samples, flags };
    const batch = Array.from({ length: standing.wanted }, (_, index) => {
      const n = samples + index + 1;
      return (stop: AbortSignal) => take(n, stop);
    });
    standing = tally.count(await runTogether(signal, batch));
  }
}

function createGivenUpError(reason: 'no consensus' | 'too many red flags', tally: FirstToAhead<unknown>): AppError {
  const { votes, samples, flags } = tally;
  const [message, advice] =
    reason === 'no consensus'
      ? [`No consensus: the votes are ${votes.join(' to ')}.`, 'Ask more clearly, lower k, or raise max_retries.']
      : [`Too many red flags: ${flags} of ${samples} samples.`, 'Ask more clearly, or flag fewer answers.'];
  return new AppError('TASK_FAILURE', message, {
    retryable: true,
    advice,
    details: { reason: reason.replaceAll(' ', '_'), votes: [...votes], samples, flags },
  });
}
