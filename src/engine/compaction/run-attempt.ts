import { createGlobalEnvironment } from '@/plan/global-environment';
import { defaultRetry } from '@/plan/limits';
import type { JournalPath } from '@/run/journal-path';
import type { Attempt, RunContext } from '../attempt';
import type { Meter } from '../effects/meter';
import { makeAndUseAttempt } from '../tasks/create-attempt';
import { LeftOver } from '../tasks/left-over';

/**
 * Does work for the run itself, outside all tasks, as an attempt that waits for its slot like any other. `meter` pays.
 */
export function runWithRunAttempt<T>(
  path: JournalPath,
  run: RunContext,
  meter: Meter,
  use: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const environment = createGlobalEnvironment(run.plan);
  return makeAndUseAttempt(
    {
      // High priority, because tasks wait for this work.
      task: { type: 'script', inputs: {}, limits: run.plan.limits, retry: defaultRetry, priority: 'high', order: 0 },
      frame: {
        run,
        path: '',
        environment,
        givenNames: [],
        progress: [],
        context: async () => [],
        previous: () => undefined,
        signal: run.signal,
        meter,
        depth: { calls: 0, reparses: 0 },
      },
      number: 1,
      base: path,
      before: environment,
      given: {},
      left: new LeftOver(),
      onBegin: () => undefined,
    },
    use,
  );
}
