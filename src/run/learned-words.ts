import type { EventOf } from './events';

/**
 * A learned context window comes in this form, not as a parameter: `200000 tokens at most` (`providers/learn-from.ts`).
 */
const windowPattern = /^(\d+) tokens at most$/;

/**
 * What a refused request showed about a model, for a person: `gpt-6-astra refused temperature; left out from now on`,
 * `qwen3:8b takes 32,768 tokens at most`.
 */
export function formatLearned({ model = '', data }: EventOf<'model.learned'>): string {
  const { provider, parameter, instead } = data;
  const name = model.startsWith(`${provider}:`) ? model.slice(provider.length + 1) : model;
  const tokens = windowPattern.exec(instead)?.[1];
  if (tokens !== undefined) return `${name} takes ${Number(tokens).toLocaleString('en')} tokens at most`;
  return `${name} refused ${parameter}; ${instead} from now on`;
}
