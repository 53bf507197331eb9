import { randomBytes } from 'node:crypto';

/**
 * The form of run ids, which distinguishes them from file names. Those that follow from the key of a request
 * (`serve/runs/keyed-request.ts`) have zeros in place of the time.
 */
export const runIdForm = /^\d{8}-\d{6}-(?:[0-9a-f]{8}|[0-9a-f]{32})$/;

/** A new id, which sorts by time: `20261122-045144-9f1c22ab`. `now`: ms since 1970; the time in the id is UTC. */
export function createRunId(now: number): string {
  const [day = '', time = ''] = new Date(now).toISOString().replace(/[-:]/g, '').split(/[T.]/);
  return `${day}-${time}-${randomBytes(4).toString('hex')}`;
}
