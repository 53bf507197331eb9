import type { ModelClient } from '@/engine/ports/model-client';
import { awaitCode, type Waiting } from './await-code';

/** Models whose code may still have to be fetched: a call waits for its code until the call is stopped. */
export function awaitModels(models: ModelClient, waiting: Omit<Waiting, 'signal'>): ModelClient {
  return {
    generate: (request, follower) =>
      awaitCode(() => models.generate(request, follower), { ...waiting, signal: follower.signal }),
    keyState: (provider) => models.keyState(provider),
    whenReady: (provider, signal) => models.whenReady(provider, signal),
  };
}
