import type { DefinitionRepository, SavedVersion } from '@/workflow/library/saved-definition';
import { computeNextVersion, summariseDefinitions } from '../summarise-definitions';

/** Saved definitions in memory. `now` gives ms since 1970. */
export function createDefinitionRepository(now: () => number): DefinitionRepository {
  let all: readonly SavedVersion[] = [];
  const listVersions = (name: string) => all.filter((one) => one.name === name);
  return {
    list: async () => summariseDefinitions(all),
    load: async (name, version) =>
      structuredClone(listVersions(name).findLast((one) => version === undefined || one.version === version)),
    save: async (name, document) => {
      const newest = listVersions(name).at(-1);
      const version = computeNextVersion(newest, document);
      if (version === undefined) return newest?.version ?? 1;
      const savedAt = new Date(now()).toISOString();
      all = [...all, { name, version, savedAt, document: structuredClone(document) }];
      return version;
    },
    remove: async (name) => {
      all = all.filter((one) => one.name !== name);
    },
  };
}
