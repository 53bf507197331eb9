import { AppError } from '@/base/errors';
import type { Execution } from '@/run/runner';
import { readStateAt } from '@/storage/state-at';
import type { RunStores } from '@/storage/stores';

/** The log of a run that has fewer events than its record says. */
export function createCutShortError(id: string, lastSeq: number): AppError {
  return new AppError('DAMAGED_RECORD', `The log of run ${id} is damaged: it ends after event ${lastSeq}.`, {
    advice: 'Resume it after its last sound event, or start a new run.',
    details: { seq: lastSeq + 1 },
  });
}

/** Whether the log of a run cannot be read to its end. Where events are only missing, the record is cut to the log. */
export async function isLogDamaged(
  stores: Pick<RunStores, 'events' | 'checkpoints'>,
  { id, lastSeq }: Pick<Execution, 'id' | 'lastSeq'>,
): Promise<boolean> {
  try {
    const { seq } = await readStateAt(stores, id);
    if (seq >= lastSeq && (lastSeq === 0 || (await stores.events.read(id, lastSeq, 1)).length > 0)) return false;
    await stores.events.cut(id, Math.min(seq, lastSeq - 1));
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'DAMAGED_RECORD') return true;
    throw error;
  }
}
