import { AppError } from '@/base/errors';
import { listStdioServers } from '@/engine/tools/stdio-servers';
import type { RunHostOptions } from '@/host/host-options';
import { keepImportedRun } from '@/host/import-runs';
import { createRunHost, type RunHost } from '@/host/run-host';
import type { Plan } from '@/plan/plan';
import { listPlannedSecrets } from '@/plan/secrets/secret-uses';
import { maxPartBytes, type PlanRunner, type Runner } from '@/run/runner';
import { createWorkflowFiles } from '@/storage/files-of';
import { packPlan } from '@/storage/pack-plan';
import type { Stores } from '@/storage/stores';
import { writeRunFile } from '@/storage/transfer/write-run-file';
import { isNotFetched } from '../is-not-fetched';
import type { StorageQuota } from '../storage-quota';
import type { TabChannel } from '../tabs/tab-channel';
import { createExportPieces } from './export-pieces';

/** What a runner depends on. */
export interface RunnerOptions extends Omit<RunHostOptions, 'files' | 'refusal' | 'isNotFetched' | 'askToLeave'> {
  readonly stores: Stores;
  readonly tabs: TabChannel;
  readonly quota: StorageQuota;
  /** Why a plan of a workflow cannot run yet: it sends secrets that nobody has allowed. */
  readonly secretRefusal: (plan: Plan, workflowId: string) => AppError | undefined;
  /** All keys and secrets in memory, which exports must not contain. */
  readonly secrets: () => readonly string[];
}

/** A runner as the worker uses it: it can also stop all runs of a workflow, and release a run. */
export interface HostRunner
  extends PlanRunner,
    Omit<Runner, 'repeat' | 'fork'>,
    Pick<RunHost, 'cancelAllOf' | 'isHere' | 'leave' | 'indexCalls'> {
  /** Computes ahead what a start finds out of a plan and stores of it. */
  prepare(plan: Plan): Promise<void>;
}

/** The run host of a page, with the API for the page. */
export function createRunner({ tabs, quota, secrets, secretRefusal, ...options }: RunnerOptions): HostRunner {
  const { stores, locks, newId, clock } = options;
  const host = createRunHost({
    ...options,
    files: ({ workflowId }) => createWorkflowFiles(stores.files, workflowId),
    refusal: (plan, workflowId) => refuseProcesses(plan) ?? secretRefusal(plan, workflowId),
    isNotFetched,
    askToLeave: (executionId) => tabs.post({ kind: 'leave', executionId }),
  });
  const loadText = async (workflowId: string) => (await stores.workflows.load(workflowId))?.text;
  return {
    ...host,
    prepare: async (plan) => {
      await packPlan(plan);
      listStdioServers(plan);
      listPlannedSecrets(plan);
    },
    storage: async () => {
      const [runs, answers, use] = await Promise.all([stores.upkeep.sizes(), stores.calls.size(), quota()]);
      return { runs, answers, ...use };
    },
    emptyAnswers: () => stores.calls.empty(),
    cleanUp: async (workflowId, rule, dryRun) => {
      const ids = workflowId === undefined ? (await stores.workflows.list()).map(({ id }) => id) : [workflowId];
      return host.cleanUp(ids, rule, dryRun);
    },
    exportRun: createExportPieces(
      (id, payloads) => writeRunFile(stores, id, { payloads, secrets: secrets(), documentOf: loadText }),
      newId,
    ),
    importRun: async (workflowId, file) => {
      const { settings } = stores;
      const run = { id: newId(), workflowId, pages: readFilePages(file), now: clock.now() };
      return (await keepImportedRun({ stores, locks, settings }, run)).id;
    },
  };
}

/** A page cannot start processes, so a run that needs one is refused. */
export function refuseProcesses(plan: Plan): AppError | undefined {
  // A dry run starts no server.
  if (plan.isDry) return undefined;
  const [first] = listStdioServers(plan);
  if (first === undefined) return undefined;
  const { tool, taskPath, command } = first;
  return new AppError('VALIDATION_ERROR', `The tool ${tool} of ${taskPath} is a server over stdio (${command}).`, {
    advice: 'It runs on the command line only: heddle run --allow-scripts. Here, use a server over HTTP.',
    details: { path: taskPath },
  });
}

/** The bytes of a file. */
async function* readFilePages(file: Blob): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < file.size; from += maxPartBytes) {
    yield new Uint8Array(await file.slice(from, from + maxPartBytes).arrayBuffer());
  }
}
