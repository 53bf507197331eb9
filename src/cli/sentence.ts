import { closedSentence } from '@/base/closed-sentence';
import type { Failure } from '@/base/errors';
import { plainLine } from './plain-line';
import { terminalAdvice } from './terminal-advice';

/** An error and its advice, each a sentence, on one line for a person at a terminal. */
export function sentence(failure: {
  readonly message: string;
  readonly advice?: Failure['advice'];
  readonly details?: Failure['details'];
}): string {
  const advice = terminalAdvice(failure);
  return plainLine(advice === undefined ? failure.message : `${closedSentence(failure.message)} ${advice}`);
}
