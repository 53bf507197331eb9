import type { EventStore } from '@/engine/ports/event-store';
import type { Execution } from '@/run/runner';

/** Whether a person paused this run. Such a run resumes only when a person resumes it. */
export async function isPausedByPerson(
  events: Pick<EventStore, 'read'>,
  { id, status, lastSeq }: Execution,
): Promise<boolean> {
  if (status !== 'waiting') return false;
  const [last] = await events.read(id, lastSeq, 1);
  return last?.kind === 'run.paused' && last.data.reason === 'person';
}
