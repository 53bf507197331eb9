import type { ProviderConfig } from '@/providers/provider-config';
import type { RingStatus } from '@/ui/display/status-ring';
import type { Connection, KeyStatus } from '@/worker/border/engine-api';
import { formatTimeOfDay } from './table/model-figures';
import type { ModelsData } from './use-models-data';

/** The state of a provider, as a shape and a word. */
export interface ProviderState {
  readonly ring: RingStatus;
  readonly word: string;
}

const keyStates: { readonly [K in KeyStatus]: ProviderState } = {
  not_needed: { ring: 'idle', word: 'No key needed' },
  missing: { ring: 'idle', word: 'No key' },
  in_memory: { ring: 'idle', word: 'Key in memory' },
  locked: { ring: 'paused', word: 'Key locked' },
  unlocked: { ring: 'idle', word: 'Key remembered' },
};

/** The result of a connection since the page was opened comes first, then the status of the key. */
export function describeProviderState(status: KeyStatus, connection: Connection | undefined): ProviderState {
  if (status === 'missing' || status === 'locked') return keyStates[status];
  const { failed, list, tests = {}, isOutdated = false } = connection ?? {};
  if (failed !== undefined) {
    const refused = failed.failure.details?.['kind'] === 'auth';
    return { ring: 'failed', word: refused ? 'Key refused' : `Away since ${formatTimeOfDay(failed.at)}` };
  }
  const answered =
    (list !== undefined && !isOutdated) || Object.values(tests).some(({ call }) => call.failure === undefined);
  return answered ? { ring: 'ok', word: 'Connected' } : keyStates[status];
}

/** Whether the provider needs a key and has none, or refused the one that it has. */
export function isKeyWanted(
  { id, needsKey }: ProviderConfig,
  { status, connections }: Pick<ModelsData, 'status' | 'connections'>,
): boolean {
  if (!needsKey) return false;
  return (status[id] ?? 'missing') === 'missing' || connections[id]?.failed?.failure.details?.['kind'] === 'auth';
}

/** The name of each protocol, in a word. */
export const protocolWords: { readonly [K in ProviderConfig['protocol']]: string } = {
  openai: 'Responses',
  anthropic: 'Messages',
  google: 'Gemini',
  compatible: 'Chat',
  simulated: 'offline',
};
