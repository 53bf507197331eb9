import type { Round } from '@/run/run-state';

/** The verdict on a round in a word. */
export function formatVerdict({ notes: { success }, exitCode }: Pick<Round, 'notes' | 'exitCode'>): string {
  if (typeof success === 'boolean') return success ? 'Accepted' : 'Sent back';
  return exitCode === 0 ? 'Done' : `Exit ${exitCode}`;
}

/** Whether a round was judged by an evaluator. */
export const isVerdict = ({ notes }: Pick<Round, 'notes'>): boolean => typeof notes['success'] === 'boolean';

/** What the evaluator said about a round; undefined: nothing. */
export function findFeedback({ notes: { feedback } }: Pick<Round, 'notes'>): string | undefined {
  return typeof feedback === 'string' && feedback !== '' ? feedback : undefined;
}
