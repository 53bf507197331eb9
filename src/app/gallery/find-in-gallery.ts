import type { GalleryEntry } from './gallery-index';
import { type Feature, featureLabels } from './shown-features';

/** The part of an entry that a search looks in. */
type Searched = Pick<GalleryEntry, 'title' | 'description' | 'shows' | 'words'>;

/**
 * Entries that have every word of a sentence, in part or whole, and the feature. Those that have them in the title come
 * first, else the order stays.
 */
export function findInGallery<T extends Searched>(
  entries: readonly T[],
  sentence: string,
  feature?: Feature | undefined,
): readonly T[] {
  const words = removeAccents(sentence).split(/\s+/).filter(Boolean);
  const found = entries.filter(
    (entry) => (feature === undefined || entry.shows.includes(feature)) && hasAll(joinSearchedText(entry), words),
  );
  const isTitled = ({ title }: T) => words.length > 0 && hasAll(removeAccents(title), words);
  return [...found.filter(isTitled), ...found.filter((entry) => !isTitled(entry))];
}

function joinSearchedText({ title, description, shows, words }: Searched): string {
  return removeAccents([title, description, ...shows.map((feature) => featureLabels[feature]), words].join(' '));
}

function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** Without case and accents, as people type. */
function removeAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
