import { z } from 'zod';
import { AppError } from '@/base/errors';
import { draftWorkflow } from '@/engine/drafting/draft-workflow';
import type { ModelClient } from '@/engine/ports';
import type { ModelCatalogue } from '@/plan/model-facts';
import type { ProviderConfig } from '@/providers/provider-config';
import { documentSchema, type WorkflowDocument } from '@/workflow/document';
import { parseModelName } from '@/workflow/model-name';
import type { EngineWorkerApi } from './api';

const wishSchema = z.strictObject({
  sentence: z.string().min(1).max(100_000),
  document: documentSchema.optional(),
  model: z.string().min(1).max(200),
});

/** What a draft needs of its surroundings. */
export interface DraftHostOptions {
  readonly models: ModelClient;
  readonly catalogue: () => Promise<ModelCatalogue>;
  readonly providers: () => readonly ProviderConfig[];
}

/** Drafts workflows for the page. A draft is no run: nothing of it is stored. */
export function createDraftHost({ models, catalogue, providers }: DraftHostOptions): EngineWorkerApi['draft'] {
  return async (given, port) => {
    const stop = new AbortController();
    port.onmessage = () => stop.abort();
    try {
      const { sentence, document, model: name } = wishSchema.parse(given);
      const known = providers().map(({ id }) => id);
      const { provider, model } = parseModelName(name, undefined, known);
      if (provider === undefined) throw unknownModel(name);
      if (models.keyState(provider) === 'needed') throw missingKey(provider);
      const { yaml, warnings } = await draftWorkflow({
        sentence,
        model: { provider, model },
        facts: (await catalogue()).factsOf({ provider, model }),
        known,
        models,
        signal: stop.signal,
        onText: (text) => port.postMessage(text),
        ...(document === undefined ? {} : { document: document as WorkflowDocument }),
      });
      return { yaml, warnings };
    } finally {
      port.close();
    }
  };
}

function unknownModel(name: string): AppError {
  return new AppError('VALIDATION_ERROR', `“${name}” names no provider.`, {
    advice: 'Write it as provider:name, such as openai:gpt-6-luna, with a provider that is listed under Models.',
  });
}

function missingKey(provider: string): AppError {
  return new AppError('VALIDATION_ERROR', `The key of ${provider} is not there.`, {
    advice: 'Give it, or unlock it, under Models.',
  });
}
