import type { DefinitionRepository, SavedVersion } from '@/workflow/library/saved-definition';
import { nextVersion, summariseDefinitions } from '../summarise-definitions';

/** Saved definitions in memory. `now` gives ms since 1970. */
export function createDefinitionRepository(now: () => number): DefinitionRepository {
  let all: readonly SavedVersion[] = [];
  const versionsOf = (name: string) => all.filter((one) => one.name === name);
  return {
    list: async () => summariseDefinitions(all),
    load: async (name, version) =>
      structuredClone(versionsOf(name).findLast((one) => version === undefined || one.version === version)),
    save: async (name, document) => {
      const newest = versionsOf(name).at(-1);
      const version = nextVersion(newest, document);
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
