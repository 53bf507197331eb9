import type { ModelRef } from '../plan';

/** The model of a task and its fallbacks, in words: `openai:a, else anthropic:b, google:c`. */
export function formatModels(model: ModelRef, fallbacks: readonly ModelRef[] = []): string {
  const [first, ...others] = [model, ...fallbacks].map(({ provider, model: name }) => `${provider}:${name}`);
  return others.length === 0 ? `${first}` : `${first}, else ${others.join(', ')}`;
}
