import { AppError } from '@/base/errors';
import { headOf } from '@/run/run-head';
import type { Runner } from '@/run/runner';
import { type ActiveRunsOptions, createActiveRuns } from './active-runs';
import { keepRuns } from './keep-runs';
import { readRuns } from './read-runs';
import type { StorageQuota } from './storage-quota';

/** What a runner hangs on. */
export interface RunnerOptions extends ActiveRunsOptions {
  readonly quota: StorageQuota;
  readonly newId: () => string;
}

/** A runner that can also stop everything of one workflow. */
export interface HostRunner extends Runner {
  cancelAllOf(workflowId: string): Promise<void>;
}

/** Runs plans in this process and keeps them in the stores. */
export function createRunner({ quota, newId, ...options }: RunnerOptions): HostRunner {
  const { stores, world } = options;
  const now = () => world.clock.now();
  const { begin, atRest, ...runs } = createActiveRuns(options);
  return {
    ...runs,
    ...readRuns(stores),
    ...keepRuns({ stores, quota, now, atRest }),
    start: async ({ workflowId, plan }) => {
      const id = newId();
      const startedAt = new Date(now()).toISOString();
      await begin({ ...headOf(plan), id, workflowId, name: plan.name, plan, startedAt });
      return id;
    },
    fork: notYet,
    exportRun: notYet,
    importRun: notYet,
  };
}

/** INTERIM */
async function notYet(): Promise<never> {
  throw new AppError('INTERNAL', 'Not there yet.');
}
