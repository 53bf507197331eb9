import { isSameJson } from '@/base/json';
import type { WorkflowDocument } from '@/workflow/document';
import type { SavedDefinition, SavedVersion } from '@/workflow/library/saved-definition';

/** The saved definitions in a listing, of all their versions in any order. */
export function summariseDefinitions(versions: readonly SavedVersion[]): readonly SavedDefinition[] {
  const names = [...new Set(versions.map(({ name }) => name))];
  return names
    .map((name) => {
      const newestFirst = versions.filter((one) => one.name === name).toSorted((a, b) => b.version - a.version);
      return {
        name,
        description: newestFirst[0]?.document.library?.[name]?.description,
        versions: newestFirst.map(({ version, savedAt }) => ({ version, savedAt })),
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The version that saving a document makes; undefined if the newest one is the same. */
export function computeNextVersion(newest: SavedVersion | undefined, document: WorkflowDocument): number | undefined {
  if (newest === undefined) return 1;
  return isSameJson(newest.document, document) ? undefined : newest.version + 1;
}
