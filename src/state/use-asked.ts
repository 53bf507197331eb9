import { useEffect, useState } from 'react';
import { type Failure, toFailure } from '@/base/errors';

/** What is known of something that is asked of a worker: the newest answer, or the failure in its place. */
export interface AskedAnswer<T> {
  readonly value: T | undefined;
  readonly failure: Failure | undefined;
  /** Whether the answer is that to an earlier question, or there is none yet. */
  readonly isOld: boolean;
}

interface Answer<T> {
  readonly question: readonly unknown[];
  readonly value?: T;
  readonly failure?: Failure;
}

/**
 * Asks whenever the question is another, `after` ms later if given; undefined: there is nothing to ask. The earlier
 * answer stays until the new one is there; one that comes after the next question, or after the component has gone, is
 * dropped. `question` has all that it is asked with, and is always of the same length.
 */
export function useAsked<T>(
  question: readonly unknown[],
  ask: ((isWanted: () => boolean) => Promise<T>) | undefined,
  after?: number,
): AskedAnswer<T> {
  const [answer, setAnswer] = useState<Answer<T>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question has all that it is asked with
  useEffect(() => {
    if (ask === undefined) return;
    let wanted = true;
    const begin = () =>
      void ask(() => wanted).then(
        (value) => wanted && setAnswer({ question, value }),
        (error: unknown) => wanted && setAnswer({ question, failure: toFailure(error) }),
      );
    const timer = after === undefined ? undefined : setTimeout(begin, after);
    if (after === undefined) begin();
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [...question, ask === undefined]);
  const isOld = answer === undefined || !question.every((part, index) => Object.is(part, answer.question[index]));
  return { value: answer?.value, failure: answer?.failure, isOld };
}
