import { AppError } from '@/base/errors';
import { isJsonObject } from '@/base/json';
import { jsonSchema } from '@/base/json-schema';
import { findSecretRefusal } from '@/cli/secrets/allowed-uses';
import { findStdioRefusal } from '@/engine/tools/stdio-servers';
import { estimatePlan } from '@/plan/estimate/estimate-plan';
import { listNamedModels } from '@/plan/models-of-plan';
import type { Plan } from '@/plan/plan';
import { buildRunJson } from '@/serve/api/run-json';
import { formatProblemJson } from '@/serve/refused-request';
import type { StartWish } from '@/serve/runs/plan-start';
import { defaultServeLimits } from '@/serve/serve-limits';
import type { ServedWorkflow } from '@/serve/serve-options';
import { createServedRuns } from '@/serve/served-runs';
import { normalizeFilePath } from '@/workflow/file-path';
import { createEmbeddedRun, type EmbeddedRuns } from './embedded-run';
import { createEmbeddedWorld, createUseTest } from './embedded-world';
import { performAsPromised } from './failures';
import { openEmbeddedStores } from './open-embedded-stores';
import type { HeddleError, Host, HostOptions, RunPlan, StartOptions, Workflow } from './public-types';

/**
 * Makes a host of runs: that of a server, without its door. It rejects with a {@link HeddleError}, such as for a
 * database that cannot be reached.
 */
export function createEmbeddedHost(options: HostOptions = {}): Promise<Host> {
  return performAsPromised(() => openHost(options));
}

async function openHost(options: HostOptions): Promise<Host> {
  const { onWarning = () => {}, providers = [], allowScripts = false } = options;
  const world = createEmbeddedWorld(options);
  const isAllowed = createUseTest(options);
  const refusedSecret = (plan: Plan) => findSecretRefusal(plan, isAllowed, 'this host does only with allowSecrets:');
  const stores = await openEmbeddedStores(options);
  const workflows = new Map<string, ServedWorkflow>();
  const runs = createServedRuns({
    stores,
    world,
    known: providers,
    workflows: { list: async () => [...workflows.values()], read: async (name) => workflows.get(name) },
    refusalOf: (plan) =>
      (allowScripts ? undefined : findStdioRefusal(plan, 'this host does only with allowScripts')) ??
      refusedSecret(plan),
    limits: { ...defaultServeLimits, runs: Number.POSITIVE_INFINITY },
    log: {
      info: () => {},
      warn: (_fields, message) => onWarning(message),
      error: (_fields, message) => onWarning(message),
    },
  });
  const shared: EmbeddedRuns = { options: { stores }, runs };
  let closing: Promise<void> | undefined;

  /** Performs something with a workflow, which `runs` finds by its name at once. */
  const withWorkflow = <T>(workflow: Workflow, options: StartOptions, use: (wish: StartWish) => Promise<T>) =>
    performAsPromised(async () => {
      if (closing !== undefined) throw new AppError('VALIDATION_ERROR', 'The host is closed.');
      const { name, text, notation } = workflow;
      const wish = buildWish(options);
      workflows.set(name, { name, text, notation, updatedAt: new Date().toISOString() });
      return use(wish);
    });

  async function planFigures(name: string, wish: StartWish): Promise<RunPlan> {
    const { plan, files, notes } = await runs.plan(name, wish);
    const estimate = estimatePlan(plan, await world.tokens(listNamedModels(plan)), await world.catalogue(), files);
    const { waves, calls, tokens, costUsd, unpriced } = estimate;
    return { waves, calls, tokens, costUsd, unpriced, problems: notes.map(formatProblemJson) };
  }

  return {
    plan: (workflow, options = {}) => withWorkflow(workflow, options, (wish) => planFigures(workflow.name, wish)),
    start: (workflow, options = {}) =>
      withWorkflow(workflow, options, async (wish) => createEmbeddedRun(shared, await runs.start(workflow.name, wish))),
    run: (id) =>
      performAsPromised(async () =>
        (await stores.executions.get(id)) === undefined ? undefined : createEmbeddedRun(shared, id),
      ),
    runs: (workflow) =>
      performAsPromised(async () =>
        Promise.all((await stores.executions.list(workflow)).map((run) => buildRunJson(shared, run))),
      ),
    resumeUnfinished: () =>
      performAsPromised(async () => (await runs.resumeUnfinished()).map((id) => createEmbeddedRun(shared, id))),
    close: () => {
      closing ??= performAsPromised(async () => {
        await runs.drain();
        stores.close();
      });
      return closing;
    },
  };
}

function buildWish({ inputs = {}, model, match, files = {} }: StartOptions): StartWish {
  const read = jsonSchema.safeParse(inputs);
  if (!read.success || !isJsonObject(read.data)) throw new AppError('VALIDATION_ERROR', 'The inputs are not JSON.');
  return {
    inputs: read.data,
    model,
    match,
    files: Object.entries(files).map(([path, content]) => ({
      path: normalizeFilePath(path),
      content: typeof content === 'string' ? new TextEncoder().encode(content) : content,
    })),
  };
}
