import { defined } from '@/base/defined';
import { encodeJson } from '@/base/json-text';
import type { EngineDeps } from '@/engine/deps';
import { fillTemplate, openTextWorld, type TextWorld, tryExpression } from '@/engine/scope/fill-text';
import { nameValues } from '@/engine/scope/name-values';
import { readScope } from '@/engine/scope/read-scope';
import { createGlobalEnvironment } from '@/plan/global-environment';
import type { Plan, PlannedTask } from '@/plan/plan';
import type { FilledText, SeenName, TextPlace, TriedExpression } from '@/run/filled-text';
import type { RunStores } from '@/storage/stores';

/**
 * A text's place, and the task that it belongs to as it is planned now; `variables` and `inputs` of the workflow are
 * for a text without a run.
 */
export interface PlannedText extends Pick<Plan, 'variables' | 'inputs'> {
  readonly place: TextPlace;
  /** Left out: it cannot be planned now; then it is as it was in the run. */
  readonly task?: PlannedTask;
}

/** Shows texts with the values of stored runs. The values of the last place are kept. */
export interface TextFilling {
  textNames(text: PlannedText): Promise<readonly SeenName[]>;
  fillText(text: PlannedText, field: string, template: string): Promise<FilledText>;
  tryExpression(text: PlannedText, expression: string, isAfter: boolean): Promise<TriedExpression>;
}

/** Makes it from what a host of runs has. */
export function createTextFilling(
  stores: RunStores,
  deps: Pick<EngineDeps, 'catalogue' | 'tokens' | 'clock'>,
): TextFilling {
  let last: { readonly key: string; readonly world: Promise<TextWorld> } | undefined;

  const openPlannedText = async ({ place, task, variables, inputs }: PlannedText): Promise<TextWorld> => {
    const { executionId, path } = place;
    const run = executionId === undefined ? undefined : await stores.executions.get(executionId);
    const key = encodeJson([
      executionId,
      run?.lastSeq,
      path,
      task,
      run === undefined ? [variables, inputs] : undefined,
    ]);
    if (last?.key !== key) last = { key, world: make() };
    return last.world;

    async function make(): Promise<TextWorld> {
      const { events, blobs, checkpoints } = stores;
      const outer = createGlobalEnvironment({ variables, ...defined({ inputs }) });
      const bare = { outer, own: outer, givenNames: [], task: undefined };
      if (run === undefined) return openTextWorld(undefined, path, bare, task);
      const stored = { executionId: run.id, events, blobs };
      const scope = await readScope({ ...stored, plan: run.plan, checkpoints, ...deps }, path);
      return openTextWorld(stored, path, scope ?? bare, task);
    }
  };
  return {
    textNames: async (text) => nameValues((await openPlannedText(text)).environment),
    fillText: async (text, field, template) => {
      const world = await openPlannedText(text);
      const model = world.task !== undefined && 'model' in world.task ? [world.task.model] : [];
      const [tokens, catalogue] = await Promise.all([deps.tokens(model), deps.catalogue()]);
      return fillTemplate(template, field, world, { tokens, catalogue });
    },
    tryExpression: async (text, expression, isAfter) => tryExpression(expression, isAfter, await openPlannedText(text)),
  };
}
