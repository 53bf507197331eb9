import type { Plan } from '@/plan/plan';

/** Ids of the providers of all models that a plan names, at any depth. */
export function collectProviders({ tasks, library }: Plan): ReadonlySet<string> {
  const found = new Set<string>();
  const lookForProvider = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { provider, model } = value as { readonly provider?: unknown; readonly model?: unknown };
    if (typeof provider === 'string' && typeof model === 'string') found.add(provider);
    for (const part of Object.values(value)) lookForProvider(part);
  };
  lookForProvider([tasks, library]);
  return found;
}
