import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Ballot, FirstToAhead, type VoteStanding } from './first-to-ahead';

interface Rule {
  readonly k: number;
  readonly maxRetries: number;
}

const ballot = (answer: string | undefined, n: number): Ballot<number> => ({ answer, sample: n });

/** Runs a vote with batches from an endless sequence of answers. */
function decide(rule: Rule, answers: (n: number) => string | undefined) {
  const tally = new FirstToAhead<number>(rule);
  let standing = tally.standing;
  while (standing.state === 'open') {
    const first = tally.samples + 1;
    standing = tally.count(
      Array.from({ length: standing.wanted }, (_, index) => ballot(answers(first + index), first + index)),
    );
  }
  return { standing, tally };
}

/** The rule as in the paper: one sample after the other. */
function oneByOne({ k, maxRetries }: Rule, answers: (n: number) => string | undefined) {
  const votes = new Map<string, number>();
  const firsts = new Map<string, number>();
  let counted = 0;
  let flags = 0;
  for (let n = 1; ; n++) {
    const answer = answers(n);
    if (answer === undefined) flags += 1;
    else {
      counted += 1;
      votes.set(answer, (votes.get(answer) ?? 0) + 1);
      if (!firsts.has(answer)) firsts.set(answer, n);
      const [most = 0, second = 0] = [...votes.values()].sort((a, b) => b - a);
      if (most - second >= k) return { winner: [...votes].find(([, count]) => count === most)?.[0], firsts, n };
    }
    // A batch is counted whole, so a limit is exceeded by less than one batch.
    if (flags > k * maxRetries + k || counted > 2 * k * maxRetries + k) return undefined;
  }
}

const rules = fc.record({ k: fc.integer({ min: 1, max: 5 }), maxRetries: fc.integer({ min: 1, max: 4 }) });
/** Answers that are mostly equal; some are flagged. */
const rows = fc
  .array(fc.constantFrom('a', 'a', 'a', 'b', 'c', undefined), { minLength: 1, maxLength: 120 })
  .map((row) => (n: number) => row[(n - 1) % row.length]);

describe('first to ahead by k', () => {
  it('takes k samples, and then as many as the leader lacks', () => {
    const tally = new FirstToAhead<number>({ k: 3, maxRetries: 3 });
    expect(tally.standing).toEqual({ state: 'open', wanted: 3 });
    expect(tally.count([ballot('x', 1), ballot('y', 2), ballot('x', 3)])).toEqual({ state: 'open', wanted: 2 });
    expect(tally.count([ballot('y', 4), ballot('x', 5)])).toEqual({ state: 'open', wanted: 2 });
    expect(tally.count([ballot('x', 6), ballot('x', 7)])).toEqual({ state: 'decided', winner: 1 });
    expect(tally.votes).toEqual([5, 2]);
  });

  it('decides what samples counted one after the other decide, and takes no more of them', () => {
    fc.assert(
      fc.property(rules, rows, (rule, answers) => {
        const { standing, tally } = decide(rule, answers);
        const expected = oneByOne(rule, answers);
        if (standing.state !== 'decided') return;
        expect(answers(standing.winner)).toBe(expected?.winner);
        expect(standing.winner).toBe(expected?.firsts.get(expected.winner ?? ''));
        expect(tally.samples).toBe(expected?.n);
      }),
      { numRuns: 1000 },
    );
  });

  it('gives the same winning answer whatever the order within its batches', () => {
    fc.assert(
      fc.property(rules, rows, (rule, answers) => {
        const shuffled = new FirstToAhead<number>(rule);
        let standing: VoteStanding<number> = shuffled.standing;
        while (standing.state === 'open') {
          const first = shuffled.samples + 1;
          const batch = Array.from({ length: standing.wanted }, (_, index) =>
            ballot(answers(first + index), first + index),
          );
          standing = shuffled.count(batch.reverse());
        }
        const straight = decide(rule, answers).standing;
        expect(standing.state).toBe(straight.state);
        if (standing.state !== 'decided' || straight.state !== 'decided') return;
        expect(answers(standing.winner)).toBe(answers(straight.winner));
      }),
      { numRuns: 1000 },
    );
  });

  it('gives up once it is past its bounds, and not before', () => {
    fc.assert(
      fc.property(rules, rows, (rule, answers) => {
        const { standing, tally } = decide(rule, answers);
        const { k, maxRetries } = rule;
        const counted = tally.samples - tally.flags;
        expect(tally.flags).toBeLessThanOrEqual(k * maxRetries + k);
        expect(counted).toBeLessThanOrEqual(2 * k * maxRetries + k);
        if (standing.state !== 'given up') return;
        if (standing.reason === 'too many red flags') expect(tally.flags).toBeGreaterThan(k * maxRetries);
        else expect(counted).toBeGreaterThan(2 * k * maxRetries);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['answers that keep level', (n: number) => (n % 2 === 0 ? 'a' : 'b'), 'no consensus'],
    ['answers that are all flagged', () => undefined, 'too many red flags'],
  ] as const)('gives up on %s', (_what, answers, reason) => {
    expect(decide({ k: 2, maxRetries: 2 }, answers).standing).toEqual({ state: 'given up', reason });
  });
});
