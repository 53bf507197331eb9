import { AppError } from '@/base/errors';
import type { ModelClient } from '@/engine/ports/model-client';
import type { ModelCatalogue } from '@/plan/model-facts';
import type { ProviderConfig } from '@/providers/provider-config';
import { parseModelName } from '@/workflow/model-name';
import type { EngineApi } from '../border/engine-api';
import { loadLateCode } from '../late-api';

/** What drafting depends on. */
export interface DraftHostOptions {
  readonly models: ModelClient;
  readonly catalogue: () => Promise<ModelCatalogue>;
  readonly providers: () => readonly ProviderConfig[];
}

/** Drafts workflows for the page. A draft is not a run: nothing of it is stored. */
export function createDraftHost({ models, catalogue, providers }: DraftHostOptions): EngineApi['draft'] {
  return async ({ model: name, ...wish }, onText, signal) => {
    const known = providers().map(({ id }) => id);
    const { provider, model } = parseModelName(name, undefined, known);
    if (provider === undefined) throw createUnknownModelError(name);
    if (models.keyState(provider) === 'needed') throw createMissingKeyError(provider);
    const { draftWorkflow } = await loadLateCode();
    const { yaml, warnings } = await draftWorkflow({
      ...wish,
      model: { provider, model },
      facts: (await catalogue()).factsOf({ provider, model }),
      known,
      models,
      signal,
      onText,
    });
    return { yaml, warnings };
  };
}

function createUnknownModelError(name: string): AppError {
  return new AppError('VALIDATION_ERROR', `“${name}” names no provider.`, {
    advice: 'Write it as provider:name, such as openai:gpt-6-luna, with a provider that is listed under Models.',
    details: { path: 'default_model', invalidModel: true },
  });
}

function createMissingKeyError(provider: string): AppError {
  return new AppError('VALIDATION_ERROR', `The key of ${provider} is not there.`, {
    advice: 'Enter it, or unlock it, under Models.',
  });
}
