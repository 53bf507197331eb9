import { randomBytes } from 'node:crypto';

/** A new id, which sorts by time: `20261122-045144-9f1c22ab`. `now`: ms since 1970; the time in the id is UTC. */
export function createRunId(now: number): string {
  const [day = '', time = ''] = new Date(now).toISOString().replace(/[-:]/g, '').split(/[T.]/);
  return `${day}-${time}-${randomBytes(4).toString('hex')}`;
}
