import { AppError } from '@/base/errors';
import { stdioServers } from '@/engine/tools/stdio-servers';
import type { Plan } from '@/plan/plan';
import { headOf } from '@/run/run-head';
import type { ForkedFrom } from '@/run/run-state';
import type { Runner } from '@/run/runner';
import { type ActiveRuns, type ActiveRunsOptions, createActiveRuns } from './active-runs';
import { keepRuns } from './keep-runs';
import { readRuns } from './read-runs';
import type { StorageQuota } from './storage-quota';
import { transferRuns } from './transfer-runs';

/** What a runner hangs on. */
export interface RunnerOptions extends ActiveRunsOptions {
  readonly quota: StorageQuota;
  readonly newId: () => string;
  /** All keys and secrets that are at hand, which no export has in it. */
  readonly secrets: () => readonly string[];
}

/** A runner as the worker has it: it can also stop everything of one workflow, and let go of a run. */
export interface HostRunner extends Runner, Pick<ActiveRuns, 'cancelAllOf' | 'isHere' | 'leave'> {}

/** Runs plans in this process and keeps them in the stores. */
export function createRunner({ quota, newId, secrets, ...options }: RunnerOptions): HostRunner {
  const { stores, world, locks, updates } = options;
  const now = () => world.clock.now();
  const { begin, atRest, ...runs } = createActiveRuns(options);

  async function start(workflowId: string, plan: Plan, forkedFrom?: ForkedFrom): Promise<string> {
    refuseServers(plan);
    const id = newId();
    const startedAt = new Date(now()).toISOString();
    const origin = forkedFrom === undefined ? {} : { forkedFrom };
    await begin({ ...headOf(plan), ...origin, id, workflowId, name: plan.name, plan, startedAt });
    return id;
  }

  return {
    ...runs,
    ...readRuns(stores),
    ...keepRuns({ stores, quota, now, atRest, onGone: updates.gone }),
    ...transferRuns({ stores, locks, newId, now, secrets }),
    start: ({ workflowId, plan }) => start(workflowId, plan),
    fork: async ({ executionId, seq, plan }) => {
      const source = await stores.executions.get(executionId);
      if (source === undefined) throw new AppError('VALIDATION_ERROR', 'The run to fork from is not there any more.');
      const forkedFrom = { executionId, seq: Math.min(seq ?? source.lastSeq, source.lastSeq) };
      return start(source.workflowId, plan ?? source.plan, forkedFrom);
    },
  };
}

/** A page starts no processes, so a run that needs one is not begun. */
function refuseServers(plan: Plan): void {
  const [first] = stdioServers(plan);
  if (first === undefined) return;
  const { tool, place, command } = first;
  throw new AppError('VALIDATION_ERROR', `The tool ${tool} of ${place} is a server over stdio (${command}).`, {
    advice: 'It runs on the command line only: heddle run --allow-scripts. Here, use a server over HTTP.',
  });
}
