import { randomUUID } from 'node:crypto';
import type { ModelClient } from '@/engine/ports/model-client';
import { createModelClient } from '@/providers/create-model-client';
import { createLimiter } from '@/providers/limits/call-limiter';
import type { Machine } from '../io';
import { nodeClock } from '../node-clock';
import type { EnvProviders } from './env-providers';
import type { RunCatalogue } from './run-prices';
import { fetchWhole } from './whole-fetch';

/** The models that the environment configures, with its keys, headers and limits. */
export function createTerminalModels(
  { env, limits }: Pick<Machine, 'env' | 'limits'>,
  { providers, keyOf }: EnvProviders,
  catalogue: () => Promise<RunCatalogue>,
): ModelClient {
  const findLimits = (id: string) => providers.find((provider) => provider.id === id)?.limits;
  return createModelClient({
    streams: true,
    fetch: fetchWhole,
    providers: () => providers,
    keyOf,
    // The environment does not change while the process runs.
    onKeyChange: () => () => {},
    secretOf: (name) => env[`HEDDLE_SECRET_${name}`],
    catalogue,
    limiter: createLimiter({ share: limits, limitsOf: findLimits, clock: nodeClock, newId: randomUUID }),
  });
}
