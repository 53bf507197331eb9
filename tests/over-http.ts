import { nodeClock } from '@/cli/node-clock';
import { createProcessRunner } from '@/cli/scripts/create-process-runner';
import { runPlan } from '@/engine/run-plan';
import { createWorld } from '@/engine/testing/world.testing';
import { checkText } from '@/formats/check-text';
import type { Notation } from '@/formats/notation';
import { buildPlan } from '@/plan/build-plan';
import { createModelClient } from '@/providers/create-model-client';
import { knownModels } from '@/providers/known-models.testing';
import type { ProviderConfig } from '@/providers/provider-config';
import type { RunEvent } from '@/run/events';
import type { RunStatus } from '@/run/run-state';

/** How a run over real HTTP and with real processes ended, and its events. */
export interface RanOverHttp {
  readonly status: RunStatus;
  readonly events: readonly RunEvent[];
}

/**
 * Runs a workflow with the model server at `url` as provider `lab`, and `lab:test` as the model of tasks without one.
 * Scripts are processes in `folder`; `around` are further options of the run, such as files. Throws the problems of the
 * text, if it has any.
 */
export async function runOverHttp(
  text: string,
  notation: Notation,
  url: string,
  folder = '/tmp',
  around: Parameters<typeof createWorld>[0] = {},
): Promise<RanOverHttp> {
  const { document, diagnostics } = checkText(text, ['lab'], notation);
  if (document === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const plan = buildPlan({ defaultModel: 'lab:test', ...document }, ['lab']);
  if (!plan.ok) throw new Error(plan.error.map(({ message }) => message).join('\n'));
  const lab: ProviderConfig = {
    id: 'lab',
    label: 'Lab',
    protocol: 'compatible',
    baseUrl: `${url}/v1`,
    needsKey: false,
  };
  const { deps, log } = createWorld(around);
  const status = await runPlan({
    executionId: 'run',
    workflowId: 'flow',
    plan: plan.value,
    deps: {
      ...deps,
      clock: nodeClock,
      models: createModelClient({
        providers: () => [lab],
        keyOf: () => undefined,
        onKeyChange: () => () => undefined,
        catalogue: async () => knownModels(),
      }),
      scripts: createProcessRunner(folder, process.env),
    },
    signal: new AbortController().signal,
    onEvents: () => undefined,
    onDelta: () => undefined,
  });
  return { status, events: log.events };
}
