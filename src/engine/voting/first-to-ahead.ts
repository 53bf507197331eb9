import type { PlannedVoting } from '@/plan/plan';

/** A sample of a vote. `answer` is what it votes for; undefined: it is red-flagged and does not count. */
export interface Ballot<S> {
  readonly answer: string | undefined;
  readonly sample: S;
}

/** The state of a vote: open, with the number of samples to take next; decided; or given up. */
export type VoteStanding<S> =
  | { readonly state: 'open'; readonly wanted: number }
  | { readonly state: 'decided'; readonly winner: S }
  | { readonly state: 'given up'; readonly reason: 'no consensus' | 'too many red flags' };

/**
 * Counts votes until one answer is ahead of every other by `k` (Meyerson et al. 2025; language page, 5.5). Samples come
 * in batches: `k` first, then as many as the leader lacks. Fewer could not decide the vote, so no sample is wasted. A
 * batch decides the same as its samples one after the other.
 */
export class FirstToAhead<S> {
  readonly #k: number;
  readonly #mostVotes: number;
  readonly #mostFlags: number;
  readonly #answers = new Map<string, { votes: number; readonly first: S }>();
  #flags = 0;
  #votes = 0;
  #standing: VoteStanding<S>;

  constructor({ k, maxRetries }: Pick<PlannedVoting, 'k' | 'maxRetries'>) {
    this.#k = k;
    this.#mostVotes = 2 * k * maxRetries;
    this.#mostFlags = k * maxRetries;
    this.#standing = { state: 'open', wanted: k };
  }

  get standing(): VoteStanding<S> {
    return this.#standing;
  }

  get samples(): number {
    return this.#votes + this.#flags;
  }

  get flags(): number {
    return this.#flags;
  }

  /** Votes for each answer, the leader's first; with equal votes, the answer that came first. */
  get votes(): number[] {
    return this.#ranked().map(({ votes }) => votes);
  }

  /** Counts a whole batch, in the order of its samples. */
  count(batch: readonly Ballot<S>[]): VoteStanding<S> {
    for (const { answer, sample } of batch) {
      if (answer === undefined) this.#flags += 1;
      else this.#vote(answer, sample);
    }
    this.#standing = this.#judge();
    return this.#standing;
  }

  #vote(answer: string, sample: S): void {
    this.#votes += 1;
    const known = this.#answers.get(answer);
    if (known === undefined) this.#answers.set(answer, { votes: 1, first: sample });
    else known.votes += 1;
  }

  #judge(): VoteStanding<S> {
    const [leader, second] = this.#ranked();
    const lead = (leader?.votes ?? 0) - (second?.votes ?? 0);
    if (leader !== undefined && lead >= this.#k) return { state: 'decided', winner: leader.first };
    if (this.#flags > this.#mostFlags) return { state: 'given up', reason: 'too many red flags' };
    if (this.#votes > this.#mostVotes) return { state: 'given up', reason: 'no consensus' };
    return { state: 'open', wanted: this.#k - lead };
  }

  #ranked() {
    return [...this.#answers.values()].sort((a, b) => b.votes - a.votes);
  }
}
