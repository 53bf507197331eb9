import { AppError } from '@/base/errors';
import { planChanges } from '@/plan/plan-changes';
import { compareRuns } from '@/run/compare/compare-runs';
import { compareTexts } from '@/run/compare/instance-texts';
import { type ComparisonSource, createRunTexts, readRunDigest } from '@/run/compare/read-run-digest';
import type { Execution, Runner } from '@/run/runner';
import type { RunStores } from '@/storage/stores';

/** Compares stored runs. */
export function compareStored({
  executions,
  events,
  blobs,
}: Pick<RunStores, 'executions' | 'events' | 'blobs'>): Pick<Runner, 'compare' | 'compareTexts'> {
  const runs: ComparisonSource = {
    findEvents: (id, query) => events.find(id, query),
    readBlob: (id, ref) => blobs.get(id, ref),
  };
  const storedRun = async (id: string): Promise<Execution> => {
    const run = await executions.get(id);
    if (run !== undefined) return run;
    throw new AppError('VALIDATION_ERROR', 'One of the two runs is not stored here, or no longer.', {
      advice: 'Choose another run.',
    });
  };
  return {
    compare: async (first, second) => {
      const [one, other] = [await storedRun(first), await storedRun(second)];
      return {
        ...compareRuns(await readRunDigest(runs, first), await readRunDigest(runs, second)),
        changes: planChanges(one.plan, other.plan),
      };
    },
    compareTexts: async (first, second, sides, withParts) => {
      const texts = await compareTexts(sides, createRunTexts(runs, first), createRunTexts(runs, second));
      return withParts ? texts : { prompt: { ...texts.prompt, parts: [] }, output: { ...texts.output, parts: [] } };
    },
  };
}
