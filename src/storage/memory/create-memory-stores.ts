import type { Sealed, SecretStore, SettingsStore, Stores, Vault } from '../stores';
import { createDefinitionRepository } from './definition-repository';
import { createFileRepository } from './file-repository';
import { createRunStores } from './run-stores';
import { createWorkflowRepository } from './workflow-repository';

interface Options {
  /** ms since 1970, for the times of saves. */
  readonly now: () => number;
}

/**
 * The stores in memory: for tests, headless runs, and browsers that refuse storage. They are lost when the process
 * ends.
 */
export function createMemoryStores({ now }: Options): Stores {
  const { removeOf: removeRunsOf, ...runStores } = createRunStores();
  const { removeOf: removeFilesOf, ...files } = createFileRepository();
  return {
    ...runStores,
    files,
    definitions: createDefinitionRepository(now),
    workflows: createWorkflowRepository(now, (id) => {
      removeRunsOf(id);
      removeFilesOf(id);
    }),
    secrets: createSecretStore(),
    settings: createSettingsStore(),
  };
}

function createSecretStore(): SecretStore {
  let vault: Vault | undefined;
  const keys = new Map<string, Sealed>();
  return {
    vault: async () => vault,
    all: async () => new Map(keys),
    put: async (newVault, provider, key) => {
      vault = newVault;
      keys.set(provider, key);
    },
    remove: async (provider) => {
      keys.delete(provider);
      if (keys.size === 0) vault = undefined;
    },
  };
}

function createSettingsStore(): SettingsStore {
  const values = new Map<string, unknown>();
  return {
    get: async (key) => structuredClone(values.get(key)),
    put: async (key, value) => void values.set(key, structuredClone(value)),
    remove: async (key) => void values.delete(key),
  };
}
