import { AppError } from '@/base/errors';
import type { ProviderConfig } from '@/providers/provider-config';
import type { SecretStore } from '@/storage/stores';
import type { KeyStatus, KeysApi } from './api';
import { createVault, type OpenVault, openVault, seal, unseal } from './vault';

/** The keys, as the model client of the same worker uses them. They never leave it. */
export interface Keys extends KeysApi {
  keyOf(provider: string): string | undefined;
  /** Calls the listener whenever a key may have come or gone. Returns how to stop that. */
  onChange(listener: () => void): () => void;
}

interface UsableKey {
  readonly key: string;
  /** Whether it is also stored, encrypted. */
  readonly stored: boolean;
}

/** Keys over a store of encrypted ones. `providers` are those that status is given for. */
export function createKeys(secrets: SecretStore, providers: () => readonly ProviderConfig[]): Keys {
  const usable = new Map<string, UsableKey>();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of [...listeners]) listener();
  };

  async function unlockAll({ key }: OpenVault): Promise<void> {
    const damaged: string[] = [];
    for (const [provider, sealed] of await secrets.all()) {
      const text = await unseal(key, provider, sealed);
      if (text === undefined) damaged.push(provider);
      else usable.set(provider, { key: text, stored: true });
    }
    changed();
    if (damaged.length === 0) return;
    throw new AppError('DAMAGED_RECORD', `What is stored of the key for ${damaged.join(', ')} is damaged.`, {
      advice: 'Forget it, and give it again.',
    });
  }

  async function store(provider: string, key: string, passphrase: string): Promise<void> {
    const stored = await secrets.vault();
    const vault = stored === undefined ? await createVault(passphrase) : await openVault(stored, passphrase);
    if (vault === undefined) {
      throw new AppError('VALIDATION_ERROR', 'The keys that are stored already have another passphrase.', {
        advice: 'Give that one, or forget the stored keys first.',
      });
    }
    await secrets.put(vault.vault, provider, await seal(vault.key, provider, key));
    await unlockAll(vault);
  }

  return {
    keyOf: (provider) => usable.get(provider)?.key,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    status: async () => {
      const stored = await secrets.all();
      const statusOf = ({ id, needsKey }: ProviderConfig): KeyStatus => {
        const known = usable.get(id);
        if (known !== undefined) return known.stored ? 'unlocked' : 'in_memory';
        if (stored.has(id)) return 'locked';
        return needsKey ? 'missing' : 'not_needed';
      };
      return Object.fromEntries(providers().map((provider) => [provider.id, statusOf(provider)]));
    },
    set: async (provider, text, passphrase) => {
      const key = text.trim();
      if (key === '') throw new AppError('VALIDATION_ERROR', 'The key is empty.');
      if (passphrase !== undefined) return store(provider, key, passphrase);
      // A key that is stored would come back in the place of the new one.
      await secrets.remove(provider);
      usable.set(provider, { key, stored: false });
      changed();
    },
    forget: async (provider) => {
      usable.delete(provider);
      await secrets.remove(provider);
      changed();
    },
    unlock: async (passphrase) => {
      const stored = await secrets.vault();
      const vault = stored && (await openVault(stored, passphrase));
      if (vault === undefined) return false;
      await unlockAll(vault);
      return true;
    },
  };
}
