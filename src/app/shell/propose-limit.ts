import type { OpenQuestion } from '@/run/run-state';

/**
 * Twice the limit of before, or what is used and half again, or what the next call may take on top: the most of these.
 * Of a cost in whole cents, of tokens in hundreds.
 */
export function proposeLimit({ resource, used, limit, needed }: NonNullable<OpenQuestion['budget']>): number {
  const wanted = Math.max(limit * 2, used * 1.5, used + needed);
  // Hundredths are rounded as whole numbers: 0.1 + 0.2 is no 0.3.
  return resource === 'cost' ? Math.ceil(Math.round(wanted * 10_000) / 100) / 100 : Math.ceil(wanted / 100) * 100;
}
