import { useEffect, useState } from 'react';
import { defined } from '@/base/defined';
import { toFailure } from '@/base/errors';
import type { JournalPath } from '@/run/journal-path';
import type { Runner } from '@/run/runner';
import { useRun, useStores } from '@/state/context';
import { createEventStep, type StepEntry } from './step-entry';

interface FoundStep {
  readonly step: StepEntry;
  /** Whether missing details are being loaded. */
  readonly looks: boolean;
  /** Why they were not found. */
  readonly message?: string;
}

/** All that is stored of a step: the loaded details, and those only in the log. */
export function useStep(step: StepEntry): FoundStep {
  const { services, run } = useStores();
  const executionId = useRun((state) => state.executionId);
  const [found, setFound] = useState<{
    readonly path: JournalPath;
    readonly step?: StepEntry;
    readonly message?: string;
  }>();
  const { path, answer } = step;
  useEffect(() => {
    if (answer !== undefined || executionId === undefined) return;
    let wanted = true;
    findStep(services.runner, executionId, path, run.getState().run.seq, () => wanted).then(
      (one) => {
        if (!wanted) return;
        setFound(one === undefined ? { path, message: 'It is not in the log any more.' } : { path, step: one });
      },
      (error: unknown) => wanted && setFound({ path, message: toFailure(error).message }),
    );
    return () => {
      wanted = false;
    };
  }, [services, run, executionId, path, answer]);
  if (answer !== undefined) return { step, looks: false };
  if (found?.path !== path) return { step, looks: true };
  return {
    step: { ...step, ...found.step },
    looks: false,
    ...defined({ message: found.message }),
  };
}

async function findStep(
  runner: Pick<Runner, 'findEvents'>,
  executionId: string,
  path: JournalPath,
  last: number,
  wanted: () => boolean,
): Promise<StepEntry | undefined> {
  let from: number | null = last;
  while (from !== null && wanted()) {
    const { events, next } = await runner.findEvents(executionId, {
      filter: { kinds: ['vote.decided', 'model.replied', 'iteration.logged'], path },
      from,
      direction: 'backward',
      limit: 1,
    });
    const [event] = events;
    if (event !== undefined) return createEventStep(event);
    from = next;
  }
  return undefined;
}
