import type { Plan } from './plan';

/** Whether a plan calls models, and all of them are simulated. */
export function onSimulatedModels({ tasks, library }: Pick<Plan, 'tasks' | 'library'>): boolean {
  const providers = new Set<string>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    else if (typeof value === 'object' && value !== null) {
      if ('provider' in value && 'model' in value && typeof value.provider === 'string') providers.add(value.provider);
      Object.values(value).forEach(look);
    }
  };
  look(tasks);
  look(library);
  return providers.size === 1 && providers.has('sim');
}
