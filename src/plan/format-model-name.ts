import type { ModelRef } from './plan';

/** The name of a model as it is written to a person: `provider:model`. */
export function formatModelName({ provider, model }: Pick<ModelRef, 'provider' | 'model'>): string {
  return `${provider}:${model}`;
}
