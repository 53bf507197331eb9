import { AppError } from '@/base/errors';
import type { ProviderConfig } from '@/providers/provider-config';
import type { SecretStore, Vault } from '@/storage/stores';
import type { HeldStatus, KeyStatus, KeysApi, SecretsApi } from '../border/engine-api';
import { createVault, type OpenVault, openVault, passphraseRounds, sealText, unsealText } from './vault';

/** Keys, and the secrets of tools, for use in this worker. They never leave it. */
export interface Keys extends KeysApi {
  keyOf(provider: string): string | undefined;
  secretOf(name: string): string | undefined;
  readonly secrets: SecretsApi;
  /** Secrets that the page does not name itself: the grants from signing in at servers. */
  readonly signIns: HeldTexts;
  /** Tokens for servers of runs, by the id of the server. */
  readonly serverTokens: HeldTexts;
  /** All keys and secrets that are in memory, unencrypted. */
  all(): readonly string[];
  /** Calls the listener whenever keys may have been added or removed. Returns a function that stops this. */
  onChange(listener: () => void): () => void;
}

/** Texts that are stored like keys, by name. */
export interface HeldTexts extends SecretsApi {
  get(name: string): string | undefined;
  /** The texts in memory, each with whether it is also stored. */
  all(): ReadonlyMap<string, UsableKey>;
  /** Replaces a text with a newer one, stored in the same way: in memory only, or encrypted as well. */
  renew(name: string, text: string): Promise<void>;
  /** Uses a text from another tab, which stores it if needed. */
  share(name: string, text: string | undefined, stored: boolean): void;
}

/** Secrets and sign-ins are stored beside the keys; the id of a provider contains no colon. */
const secretPrefix = 'secret:';
const signInPrefix = 'sign-in:';
const serverPrefix = 'server:';

/** A decrypted key in memory. */
export interface UsableKey {
  readonly key: string;
  /** Whether it is also stored, encrypted. */
  readonly stored: boolean;
}

/** Keys from a store of encrypted ones, new ones behind so many rounds. `status` covers the given providers. */
export function createKeys(
  secrets: SecretStore,
  providers: () => readonly ProviderConfig[],
  rounds = passphraseRounds,
): Keys {
  const usable = new Map<string, UsableKey>();
  const listeners = new Set<() => void>();
  /** The vault that was opened last, for storing without asking for the passphrase. */
  let opened: OpenVault | undefined;
  const tellChanged = () => {
    for (const listener of [...listeners]) listener();
  };

  async function unlockAll(vault: OpenVault): Promise<void> {
    const { key } = vault;
    const damaged: string[] = [];
    opened = vault;
    for (const [provider, sealed] of await secrets.all()) {
      const text = await unsealText(key, provider, sealed);
      if (text === undefined) damaged.push(provider);
      else usable.set(provider, { key: text, stored: true });
    }
    tellChanged();
    if (damaged.length === 0) return;
    throw new AppError('DAMAGED_RECORD', `What is stored of the key for ${damaged.join(', ')} is damaged.`, {
      advice: 'Remove the key and enter it again.',
    });
  }

  async function storeKey(provider: string, key: string, passphrase: string): Promise<void> {
    const stored = await secrets.vault();
    const vault = stored === undefined ? await createVault(passphrase, rounds) : await openVault(stored, passphrase);
    if (vault === undefined) {
      throw new AppError('VALIDATION_ERROR', 'The keys that are stored already have another passphrase.', {
        advice: 'Give that one, or forget the stored keys first.',
      });
    }
    await secrets.put(vault.vault, provider, await sealText(vault.key, provider, key));
    await unlockAll(vault);
  }

  async function setKey(name: string, text: string, passphrase: string | undefined): Promise<void> {
    const key = text.trim();
    if (key === '') throw new AppError('VALIDATION_ERROR', 'The key is empty.');
    if (passphrase !== undefined) return storeKey(name, key, passphrase);
    // Otherwise the stored key would replace the new one at the next unlock.
    await secrets.remove(name);
    usable.set(name, { key, stored: false });
    tellChanged();
  }

  async function forgetKey(name: string): Promise<void> {
    usable.delete(name);
    await secrets.remove(name);
    tellChanged();
  }

  /** Stores the text with the open vault, unless another vault was made since: then the text stays in memory. */
  async function renewKey(name: string, text: string): Promise<void> {
    const vault = await secrets.vault();
    const own = usable.get(name)?.stored === true && isSameVault(vault, opened?.vault) ? opened : undefined;
    if (own !== undefined) await secrets.put(own.vault, name, await sealText(own.key, name, text));
    usable.set(name, { key: text, stored: own !== undefined });
    tellChanged();
  }

  function heldUnder(prefix: string): HeldTexts {
    const bare = (name: string) => name.slice(prefix.length);
    return {
      status: async () => {
        const stored = await secrets.all();
        const names = [...usable.keys(), ...stored.keys()].filter((name) => name.startsWith(prefix));
        return Object.fromEntries(
          [...new Set(names)].sort().map((name) => [bare(name), heldStatus(name, stored) ?? 'locked']),
        );
      },
      set: (name, value, passphrase) => setKey(prefix + name, value, passphrase),
      forget: (name) => forgetKey(prefix + name),
      get: (name) => usable.get(prefix + name)?.key,
      all: () => new Map([...usable].flatMap(([name, key]) => (name.startsWith(prefix) ? [[bare(name), key]] : []))),
      renew: (name, text) => renewKey(prefix + name, text),
      share(name, key, stored) {
        if (key === undefined) usable.delete(prefix + name);
        else usable.set(prefix + name, { key, stored });
        tellChanged();
      },
    };
  }

  function heldStatus(name: string, stored: ReadonlyMap<string, unknown>): HeldStatus | undefined {
    const known = usable.get(name);
    if (known !== undefined) return known.stored ? 'unlocked' : 'in_memory';
    return stored.has(name) ? 'locked' : undefined;
  }

  return {
    keyOf: (provider) => usable.get(provider)?.key,
    secretOf: (name) => usable.get(secretPrefix + name)?.key,
    all: () => [...usable.values()].map(({ key }) => key),
    secrets: heldUnder(secretPrefix),
    signIns: heldUnder(signInPrefix),
    serverTokens: heldUnder(serverPrefix),
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    status: async () => {
      const stored = await secrets.all();
      const getStatus = ({ id, needsKey }: ProviderConfig): KeyStatus =>
        heldStatus(id, stored) ?? (needsKey ? 'missing' : 'not_needed');
      return Object.fromEntries(providers().map((provider) => [provider.id, getStatus(provider)]));
    },
    set: setKey,
    forget: forgetKey,
    unlock: async (passphrase) => {
      const stored = await secrets.vault();
      const vault = stored && (await openVault(stored, passphrase));
      if (vault === undefined) return false;
      await unlockAll(vault);
      return true;
    },
  };
}

function isSameVault(a: Vault | undefined, b: Vault | undefined): boolean {
  return a !== undefined && b !== undefined && a.salt.every((byte, index) => byte === b.salt[index]);
}
