import { closeSentence } from '@/base/closed-sentence';
import type { Failure } from '@/base/errors';
import { formatPlainLine } from './plain-line';
import { formatTerminalAdvice } from './terminal-advice';

/** An error and its advice, each a sentence, on one line for a person at a terminal. */
export function formatSentence(failure: {
  readonly message: string;
  readonly advice?: Failure['advice'];
  readonly details?: Failure['details'];
}): string {
  const advice = formatTerminalAdvice(failure);
  return formatPlainLine(advice === undefined ? failure.message : `${closeSentence(failure.message)} ${advice}`);
}
