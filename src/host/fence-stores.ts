import { AppError } from '@/base/errors';
import type { RunStores } from '@/storage/stores';

/** The stores of a run, as one may write to them who can lose the run to another process. */
export type FencedStores = Pick<RunStores, 'events' | 'blobs' | 'checkpoints'>;

/** What an error says of the log of a run: that another process writes it, or that it was removed; else undefined. */
export function lossOf(error: unknown): 'taken' | 'gone' | undefined {
  const reason = error instanceof AppError ? error.details?.['loss'] : undefined;
  return reason === 'taken' || reason === 'gone' ? reason : undefined;
}

/**
 * Stores that are closed to whoever lost the run: from `lost` on, and where the log has grown by another's hand, as
 * that of a process that was frozen has. What is refused then has changed nothing.
 */
export function fenceStores({ executions, events, blobs, checkpoints }: RunStores, lost: AbortSignal): FencedStores {
  const check = () => {
    if (lost.aborted) throw lossError('taken');
  };
  return {
    events: {
      ...events,
      append: async (id, batch, durability) => {
        check();
        try {
          await events.append(id, batch, durability);
        } catch (error) {
          const refused = error instanceof AppError && error.code === 'INTERNAL';
          const loss = refused ? await lossBefore(id, batch[0]?.seq ?? 0) : undefined;
          throw loss === undefined ? error : lossError(loss);
        }
      },
      cut: async (...cut) => {
        check();
        return events.cut(...cut);
      },
    },
    blobs: {
      ...blobs,
      // What it holds may be what the other has stored meanwhile.
      remove: async (...blob) => {
        if (!lost.aborted) await blobs.remove(...blob);
      },
    },
    checkpoints: {
      ...checkpoints,
      save: async (...checkpoint) => {
        check();
        return checkpoints.save(...checkpoint);
      },
    },
  };

  /** Whether the log has an event of this number already, or is gone with its run. */
  async function lossBefore(id: string, seq: number): Promise<'taken' | 'gone' | undefined> {
    const execution = await executions.get(id);
    if (execution === undefined) return 'gone';
    return execution.lastSeq >= seq ? 'taken' : undefined;
  }
}

function lossError(loss: 'taken' | 'gone'): AppError {
  const message = loss === 'taken' ? 'This run is running elsewhere.' : 'This run was removed.';
  return new AppError('INTERNAL', message, { details: { loss } });
}
