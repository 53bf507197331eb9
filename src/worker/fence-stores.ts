import { AppError } from '@/base/errors';
import type { Stores } from '@/storage/stores';

/** The stores of a run, as one may write to them who can lose the run to another tab. */
export type FencedStores = Pick<Stores, 'events' | 'blobs' | 'checkpoints'>;

/** Whether an error says that another tab writes the log of a run. */
export function isTaken(error: unknown): boolean {
  return error instanceof AppError && error.details?.['reason'] === 'taken';
}

/**
 * Stores that are closed to whoever lost the run: from `lost` on, and where the log has grown by another's hand, as that of a tab that was
 * frozen has. What is refused then has changed nothing.
 */
export function fenceStores({ executions, events, blobs, checkpoints }: Stores, lost: AbortSignal): FencedStores {
  const check = () => {
    if (lost.aborted) throw taken();
  };
  return {
    events: {
      ...events,
      append: async (id, batch, durability) => {
        check();
        try {
          await events.append(id, batch, durability);
        } catch (error) {
          const isOther = error instanceof AppError && error.code === 'INTERNAL';
          if (isOther && (await hasGrown(id, batch[0]?.seq ?? 0))) throw taken();
          throw error;
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

  /** Whether the log has an event of this number, or is gone with its run. */
  async function hasGrown(id: string, seq: number): Promise<boolean> {
    const execution = await executions.get(id);
    return execution === undefined || execution.lastSeq >= seq;
  }
}

function taken(): AppError {
  return new AppError('INTERNAL', 'This run goes on in another tab.', { details: { reason: 'taken' } });
}
