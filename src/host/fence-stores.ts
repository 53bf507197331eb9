import { AppError } from '@/base/errors';
import type { RunStores } from '@/storage/stores';

/** The stores of a run, for a process that can lose the run to another one. */
export type FencedStores = Pick<RunStores, 'events' | 'blobs' | 'checkpoints'>;

/** Why a log refused a write: another process writes it, or the run was removed. Undefined for other errors. */
export function findLoss(error: unknown): 'taken' | 'gone' | undefined {
  const reason = error instanceof AppError ? error.details?.['loss'] : undefined;
  return reason === 'taken' || reason === 'gone' ? reason : undefined;
}

/**
 * Stores that refuse writes once this process has lost the run: after `lost` is aborted, or when another process has
 * extended the log. The latter happens to a process that was frozen. A refused write changes nothing.
 */
export function fenceStores({ executions, events, blobs, checkpoints }: RunStores, lost: AbortSignal): FencedStores {
  const checkNotLost = () => {
    if (lost.aborted) throw createLossError('taken');
  };
  return {
    events: {
      ...events,
      append: async (id, batch, durability) => {
        checkNotLost();
        try {
          await events.append(id, batch, durability);
        } catch (error) {
          const refused = error instanceof AppError && error.code === 'INTERNAL';
          const loss = refused ? await lossBefore(id, batch[0]?.seq ?? 0) : undefined;
          throw loss === undefined ? error : createLossError(loss);
        }
      },
      cut: async (...cut) => {
        checkNotLost();
        return events.cut(...cut);
      },
    },
    blobs: {
      ...blobs,
      // The other process may have stored this payload again in the meantime.
      remove: async (...blob) => {
        if (!lost.aborted) await blobs.remove(...blob);
      },
    },
    checkpoints: {
      ...checkpoints,
      save: async (...checkpoint) => {
        checkNotLost();
        return checkpoints.save(...checkpoint);
      },
    },
  };

  /** Whether the log already has an event with this number, or was removed with its run. */
  async function lossBefore(id: string, seq: number): Promise<'taken' | 'gone' | undefined> {
    const execution = await executions.get(id);
    if (execution === undefined) return 'gone';
    return execution.lastSeq >= seq ? 'taken' : undefined;
  }
}

function createLossError(loss: 'taken' | 'gone'): AppError {
  const message = loss === 'taken' ? 'Another process is running this run.' : 'This run was removed.';
  return new AppError('INTERNAL', message, { details: { loss } });
}
