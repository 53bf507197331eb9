import type { OpenQuestion } from '@/run/run-state';

/**
 * The proposed new limit: the largest of twice the old one, 1.5 times what is used, and what is used plus what the next
 * call may need. A cost is rounded up to whole cents, tokens to hundreds.
 */
export function proposeLimit({ resource, used, limit, needed }: NonNullable<OpenQuestion['budget']>): number {
  const wanted = Math.max(limit * 2, used * 1.5, used + needed);
  // Hundredths are rounded as whole numbers, because 0.1 + 0.2 is not exactly 0.3.
  return resource === 'cost' ? Math.ceil(Math.round(wanted * 10_000) / 100) / 100 : Math.ceil(wanted / 100) * 100;
}
